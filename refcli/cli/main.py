"""The entry: run a command line, and turn whatever goes wrong into one line and one exit status."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from refcli.core.errors import BadData, Refused

INTERRUPTED, BROKEN_PIPE = 130, 141
"""128 and the number of the signal, as shells have it."""


def main() -> NoReturn:
    """Run the command line of this process and leave with its exit status.

    A command lives for a tenth of a second: collecting its garbage, and taking its modules apart at
    the end, would cost a sixth of that.
    """
    gc.disable()
    status = run(sys.argv[1:])
    os._exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run a command line; the exit status. Nothing is raised, and no traceback is shown."""
    import typer

    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _dispatch(list(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Refused as error:
        return _tell(arguments, str(error), error.status, error.kind)
    except typer.TyperException as error:
        return _tell(arguments, _one_line(error.format_message()), Refused.status, Refused.kind)
    except (KeyboardInterrupt, typer.Abort):
        return _tell(arguments, "stopped", INTERRUPTED, "interrupted")
    except BrokenPipeError:
        _quiet(sys.stdout)
        return _tell(arguments, "nothing reads this output any more", BROKEN_PIPE, "broken-pipe")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _tell(arguments, f"{where}{error.strerror or error}", BadData.status, BadData.kind)


def _dispatch(arguments: list[str]) -> int:
    from refcli.cli.app import command

    if "_REFCLI_COMPLETE" in os.environ:
        from refcli.cli.complete import answer

        return answer(command())
    result = command().main(args=arguments, prog_name="refcli", standalone_mode=False)
    return result if isinstance(result, int) else 0


def _tell(arguments: Sequence[str], message: str, status: int, kind: str) -> int:
    """The error on stderr: a line for each fault, or one JSON object where JSON was asked for."""
    if sys.stdout is not None and kind != "broken-pipe":
        try:
            sys.stdout.flush()
        except OSError:
            _quiet(sys.stdout)
    if "--json" in arguments or os.environ.get("REFCLI_FORMAT") == "json":
        import json

        text = json.dumps({"schema": "refcli/1", "error": {"kind": kind, "message": message, "status": status}})
    else:
        text = "\n".join(f"refcli: {line}" for line in message.splitlines() or [kind])
    try:
        print(text, file=sys.stderr)
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # nobody is left to tell
    return status


def _one_line(message: str) -> str:
    return " ".join(message.split())


def _quiet(stream: object) -> None:
    """Point a stream that nobody reads at nothing, so that leaving does not fail on it."""
    try:
        with open(os.devnull, "w") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass
