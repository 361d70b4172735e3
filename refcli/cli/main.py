"""The entry: run a command line, and turn whatever goes wrong into one line and one exit status."""

import contextlib
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from refcli.core.errors import BadData, Refused
from refcli.core.limits import LONGEST_TEXT

if TYPE_CHECKING:
    from refcli.cli.surroundings import Surroundings

INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 and the number of the signal, as shells have it."""


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit status.

    A command lives for a tenth of a second: collecting its garbage, and taking its modules apart at
    the end, would cost a sixth of that.
    """
    gc.disable()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # while modules were still being loaded
        status = _tell(sys.argv[1:], None, ["stopped"], INTERRUPTED, "interrupted")
    os._exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit status. Nothing is raised, and no traceback is shown."""
    from refcli.cli.screen import on_screen
    from refcli.cli.surroundings import Surroundings

    around = Surroundings()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # PYTHONUNBUFFERED leaves a stream that may take a part of what it is given, and tell nobody.
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding, "replace")
    bare = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(on_screen, bare)
    try:
        if sys.stdout is None:
            return _tell(arguments, around, ["there is no standard output to write to"], BadData.status, BadData.kind)
        return answered(lambda: _dispatch(arguments, around), arguments, around)
    finally:
        sys.stdout, sys.stderr = bare


def answered(
    work: Callable[[], int], arguments: Sequence[str], around: "Surroundings", begins: str = "refcli: "
) -> int:
    """Do the work of a command line; the exit status. What goes wrong is told in lines that begin so."""
    import typer

    from refcli.cli import typer_inside

    def tell(faults: Sequence[str], status: int, kind: str) -> int:
        return _tell(arguments, around, faults, status, kind, begins)

    try:
        status = work()
        sys.stdout.flush()
        return status
    except BadData as error:
        return tell(error.faults, error.status, error.kind)
    except Refused as error:
        return tell([str(error)], error.status, error.kind)
    except typer.TyperException as error:
        return tell([in_a_line(typer_inside.told(error, arguments))], Refused.status, Refused.kind)
    except (KeyboardInterrupt, typer.Abort) as error:
        return tell([str(error) or "stopped"], INTERRUPTED, "interrupted")
    except BrokenPipeError:  # whoever closed it knows
        _quiet()
        return BROKEN_PIPE
    except Exception as error:
        fault = around.fault(error)
        if fault is not None:
            return tell([str(fault)], fault.status, fault.kind)
        if not isinstance(error, OSError):
            raise
        where = in_a_line(str(error.filename or "the output"))
        return tell([f"{where}: {error.strerror or error}"], BadData.status, BadData.kind)


def _dispatch(arguments: Sequence[str], around: "Surroundings") -> int:
    from refcli.cli import typer_inside
    from refcli.cli.app import command

    if typer_inside.COMPLETE in os.environ:
        from refcli.cli.complete import answer

        return answer(command(), around)
    return typer_inside.run(command(), arguments, around)


def _tell(
    arguments: Sequence[str],
    around: "Surroundings | None",
    faults: Sequence[str],
    status: int,
    kind: str,
    begins: str = "refcli: ",
) -> int:
    """The error on stderr: a line for each fault, or one JSON object where JSON was asked for."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _quiet()
    lines = [" ".join(fault.split()) for fault in faults]
    if _wants_json(arguments, around):
        import json

        from refcli.wire import SCHEMA

        error = {"kind": kind, "message": "\n".join(lines), "status": status}
        text = json.dumps({"schema": SCHEMA, "error": error})
    else:
        text = "\n".join(_in_window(f"{begins}{line}") for line in lines)
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):  # nobody may be left to tell
            print(text, file=sys.stderr, flush=True)
    return status


def _in_window(line: str) -> str:
    """A line of an error, at a terminal broken between words; in a pipe it stays whole."""
    if sys.stderr is None or not sys.stderr.isatty():
        return line
    from refcli.cli.screen import width_of
    from refcli.render.columns import wrapped

    return "\n".join(wrapped(line, width_of(sys.stderr), "", "  "))


def _wants_json(arguments: Sequence[str], around: "Surroundings | None") -> bool:
    """Whether the output was to be JSON, as far as can be told when something went wrong."""
    if "--json" in arguments or "--plain" in arguments:
        return "--json" in arguments
    try:
        return around is not None and bool(around.settings.format.value == "json")
    except (Refused, OSError):
        return os.environ.get("REFCLI_FORMAT") == "json"


def in_a_line(text: str) -> str:
    """What was typed, in a message that is not ours: no longer than a text may be, and nothing unseen in it."""
    from refcli.cli.screen import shown

    return shown(text)[:LONGEST_TEXT]


def _quiet() -> None:
    """Point an output that nobody reads at nothing, so that leaving does not fail on it."""
    try:
        with open(os.devnull, "w") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
