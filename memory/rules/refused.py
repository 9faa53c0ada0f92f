"""How the domain says no: a code, words for people, and the field at fault."""


class Refused(Exception):
    """A request that the rules of the domain refuse; nothing was changed.

    `code` is stable and machine-readable, `field` names the input at fault and
    `hint` says what would be right.
    """

    def __init__(
        self, code: str, message: str, *, field: str = "", hint: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.hint = hint


class Later(Refused):
    """A refusal that passes by itself, in `wait` seconds."""

    def __init__(self, code: str, message: str, wait: int, *, field: str = "") -> None:
        super().__init__(code, message, field=field, hint=f"Try again in {wait} s.")
        self.wait = wait


class Missing(Refused):
    """Nothing of that name in this workspace."""

    def __init__(self, what: str) -> None:
        super().__init__("not_found", f"There is no such {what}.")
