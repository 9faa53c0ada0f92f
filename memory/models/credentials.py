"""The mark of words that hold credentials."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


def credentials_field() -> "ArrayField[list[str], list[str]]":
    """The kinds of credentials that were found in words when they were recorded."""
    return ArrayField(models.CharField(max_length=20), default=list, blank=True)
