"""Where the servers that `make run` starts on a data folder listen."""

import hashlib
import tempfile
from pathlib import Path

DATABASE = "warrant"
ROLE = "postgres"


def socket_folder(data: Path) -> Path:
    """A short path of the data folder's own: socket paths end at 107 bytes."""
    digest = hashlib.sha256(bytes(data.resolve())).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"warrant-{digest}"


def database_url(data: Path) -> str:
    """The embedded PostgreSQL, as a libpq address."""
    return f"postgresql:///{DATABASE}?host={socket_folder(data)}&user={ROLE}"


def redis_url(data: Path) -> str:
    """The embedded Valkey, as a redis-py address."""
    return f"unix://{socket_folder(data)}/valkey.sock"


def broker_url(redis: str) -> str:
    """A redis-py address as Celery writes it; the two differ for sockets only."""
    if redis.startswith("unix://"):
        return "redis+socket://" + redis.removeprefix("unix://")
    return redis
