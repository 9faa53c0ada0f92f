"""Who the embedded servers run as: PostgreSQL refuses to run as root."""

import os
import pwd
import re
import shutil
import stat
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from signal import Signals

NAME = "warrant"
DAC_READ_SEARCH = 1 << 2


def is_root() -> bool:
    """True where an account has to be found."""
    return os.geteuid() == 0


def server_account() -> pwd.struct_passwd:
    """The system account for the servers, made on the first start as root."""
    try:
        return pwd.getpwnam(NAME)
    except KeyError:
        options = ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin"]
        subprocess.run(["useradd", *options, NAME], check=True)
    return pwd.getpwnam(NAME)


def own(folder: Path) -> Path:
    """Makes a private folder that belongs to whoever runs the servers.

    An existing folder of somebody else's is refused: the sockets' folder lies in a
    place where every user of the machine may create names.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    wanted = server_account().pw_uid if is_root() else os.geteuid()
    status = folder.lstat()
    private = stat.S_ISDIR(status.st_mode) and not status.st_mode & 0o022
    if private and is_root() and status.st_uid == 0:
        os.chown(folder, wanted, server_account().pw_gid, follow_symlinks=False)
    elif not private or status.st_uid != wanted:
        raise SystemExit(
            f"warrant: {folder} does not belong to the servers' account alone: "
            "make sure that it is yours, remove it and start again"
        )
    return folder


def blocked(paths: Iterable[Path]) -> bool:
    """True if a folder above one of the paths lets nobody but its owner through."""
    return any(
        not parent.stat().st_mode & 0o001 for path in paths for parent in path.parents
    )


def as_account(
    command: Sequence[str], orphan: Signals, paths: Iterable[Path]
) -> list[str]:
    """The command, run as the servers' account if this process is root's.

    The kernel sends `orphan` when this process dies. Where a parent folder is closed
    to the account (a project under /root), the command may pass through folders that
    it does not own; no folder's mode is changed for it.
    """
    if not is_root():
        return list(command)
    if shutil.which("setpriv") is None:
        raise SystemExit(
            "warrant: setpriv (of util-linux) is missing and PostgreSQL refuses to run "
            "as root: install it, or start as another user, or set DATABASE_URL"
        )
    account = server_account()
    prefix = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"]
    prefix += ["--clear-groups", f"--pdeathsig={orphan.name.removeprefix('SIG')}"]
    if blocked(paths):
        passing = f"+{passing_capability()}"
        prefix += [f"--inh-caps={passing}", f"--ambient-caps={passing}"]
        # PostgreSQL looks for its own files with access(2), which asks for this too.
        prefix += ["--securebits=+no_setuid_fixup"]
    return [*prefix, *command]


def passing_capability() -> str:
    """The weaker of the two Linux capabilities that pass closed folders, if held."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    held = re.search(r"^CapEff:\s*([0-9a-f]+)$", status, re.MULTILINE)
    weak = held is not None and int(held[1], 16) & DAC_READ_SEARCH
    return "dac_read_search" if weak else "dac_override"
