"""The secret key that signs sessions, made once and kept with the data."""

import os
import secrets
import tempfile
from pathlib import Path


def secret_key(folder: Path) -> str:
    """The folder's key; whoever comes first makes it, everybody reads the same one."""
    path = folder / "secret_key"
    if not path.exists():
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_once(path, secrets.token_urlsafe(48))
    return path.read_text(encoding="ascii").strip()


def write_once(path: Path, content: str) -> None:
    """Leaves the file whole and private, or as another process already made it."""
    handle, draft = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
