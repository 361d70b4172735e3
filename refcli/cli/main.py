"""The entry: run a command line; every error becomes one line and an exit status."""

import contextlib
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from refcli.core.errors import BadData, Refused

if TYPE_CHECKING:
    from refcli.cli.workspace import Workspace

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
        status = _print_error(sys.argv[1:], None, ["stopped"], INTERRUPTED, "interrupted")
    os._exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; return the exit status. Raises nothing, and shows no traceback."""
    from refcli.cli.terminal import on_screen
    from refcli.cli.workspace import Workspace

    workspace = Workspace()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):
        # With PYTHONUNBUFFERED a write may be cut short without an error.
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(sys.stdout.buffer), sys.stdout.encoding, "replace")
    bare = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = map(on_screen, bare)
    try:
        if sys.stdout is None:
            fault = "there is no standard output to write to"
            return _print_error(arguments, workspace, [fault], BadData.status, BadData.kind)
        return answered(lambda: _dispatch(arguments, workspace), arguments, workspace)
    finally:
        sys.stdout, sys.stderr = bare


def _dispatch(arguments: Sequence[str], workspace: "Workspace") -> int:
    from refcli.cli.workspace import COMPLETE

    if COMPLETE in os.environ:
        from refcli.cli.completion import answer

        return answer(os.environ[COMPLETE], workspace)
    from refcli.cli.app import run_words

    return run_words(arguments, workspace)


def answered(
    work: Callable[[], int], arguments: Sequence[str], workspace: "Workspace", begins: str = "refcli: "
) -> int:
    """Do the work of a command line; return the exit status. The lines of an error begin so."""
    import typer

    from refcli.cli.terminal import in_a_line

    def fail(faults: Sequence[str], status: int, kind: str) -> int:
        return _print_error(arguments, workspace, faults, status, kind, begins)

    try:
        status = work()
        sys.stdout.flush()
        return status
    except BadData as error:
        return fail(error.faults, error.status, error.kind)
    except Refused as error:
        return fail([str(error)], error.status, error.kind)
    except typer.TyperException as error:
        return fail([in_a_line(error.format_message())], Refused.status, Refused.kind)
    except (KeyboardInterrupt, typer.Abort) as error:
        return fail([str(error) or "stopped"], INTERRUPTED, "interrupted")
    except BrokenPipeError:  # the reader closed it on purpose
        _discard_output()
        return BROKEN_PIPE
    except Exception as error:
        fault = workspace.fault(error)
        if fault is not None:
            return fail([str(fault)], fault.status, fault.kind)
        if not isinstance(error, OSError):
            raise
        where = in_a_line(str(error.filename or "the output"))
        return fail([f"{where}: {error.strerror or error}"], BadData.status, BadData.kind)


def _print_error(
    arguments: Sequence[str],
    workspace: "Workspace | None",
    faults: Sequence[str],
    status: int,
    kind: str,
    begins: str = "refcli: ",
) -> int:
    """Print an error on standard error, a line for each fault or one JSON object; return the exit status."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
    lines = [" ".join(fault.split()) for fault in faults]
    if _wants_json(arguments, workspace):
        import json

        from refcli.wire.objects import ERROR, ErrorAnswer

        text = json.dumps(ERROR.dump(ErrorAnswer(kind, "\n".join(lines), status)))
    else:
        text = "\n".join(_in_window(f"{begins}{line}") for line in lines)
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):  # standard error may be closed too
            print(text, file=sys.stderr, flush=True)
    return status


def _in_window(line: str) -> str:
    """Return a line broken between words at a terminal; in a pipe it stays whole."""
    if sys.stderr is None or not sys.stderr.isatty():
        return line
    from refcli.cli.terminal import width_of
    from refcli.render.columns import wrapped

    return "\n".join(wrapped(line, width_of(sys.stderr), "", "  "))


def _wants_json(arguments: Sequence[str], workspace: "Workspace | None") -> bool:
    """True if the output should be JSON, as far as flags and settings could be read before the error."""
    if "--json" in arguments or "--plain" in arguments:
        return "--json" in arguments
    try:
        return workspace is not None and bool(workspace.settings.format.value == "json")
    except (Refused, OSError):
        return os.environ.get("REFCLI_FORMAT") == "json"


def _discard_output() -> None:
    """Point a closed output at the null device, so that leaving does not fail on it."""
    try:
        with open(os.devnull, "w") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
