"""Word lists written as one string of words."""


def words(text: str) -> list[str]:
    """The words of `text` in order."""
    return text.split()
