"""How far the memory's events have been read."""

from django.db import models


class Cursor(models.Model):
    """The last event that was read, by the order in which transactions began.

    Later rows alone can still appear: an event is read once every transaction that
    began before its own has ended.
    """

    name = models.CharField(max_length=40, primary_key=True)
    transaction = models.BigIntegerField(default=0)
    event = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.event}"
