"""How much of refcli one command runs: its modules, its functions, and the calls of them.

    python bench/calls.py [ARGUMENT ...]

The command line is what `refcli` would be given; without one it is `-R grid fire tank infantry woods
--dice 4`. It is run twice, each time in a process of its own, with a home of its own that no setting
of this machine reaches: the first run fills the cache of charts, the second one is counted.

- modules: those of refcli in `sys.modules` when the command ends, the packages that hold them left out;
- functions: functions and class bodies of files below refcli's folder that were called, told apart by
  file and qualified name (so that all the unnamed ones of a function count as one);
- calls: the `call` events of `sys.setprofile` for them; a generator is called as often as it goes on.
  The one run of each module's own lines is no call.

What Python and other packages do is not counted: this is about how far a reader has to follow the
program, and start-up time is bench/startup.py. Exit status: 2 when the command fails, else 0.
"""

import os
import subprocess
import sys
import tempfile

DEFAULT = ("-R", "grid", "fire", "tank", "infantry", "woods", "--dice", "4")

COUNTED = """\
import os
import sys
from importlib.util import find_spec

folder = find_spec("refcli").submodule_search_locations[0] + os.sep
calls = {}


def count(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_filename.startswith(folder) and code.co_name != "<module>":
        name = code.co_filename, code.co_qualname
        calls[name] = calls.get(name, 0) + 1


sys.setprofile(count)
from refcli.cli.main import run

status = run(sys.argv[1:])
sys.setprofile(None)
modules = sum(name.startswith("refcli.") and not hasattr(one, "__path__") for name, one in sys.modules.items())
print(f"{modules} modules, {len(calls)} functions, {sum(calls.values())} calls", file=sys.stderr)
sys.exit(status)
"""


def main() -> int:
    """Run the command line of this process twice and print what the second run came to."""
    arguments = tuple(sys.argv[1:]) or DEFAULT
    with tempfile.TemporaryDirectory() as home:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("REFCLI_", "XDG_"))}
        places = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"), home)
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", COUNTED, *arguments],
                cwd=home,
                env={**kept, **places, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
            )
    told = done.stderr.splitlines()
    if done.returncode not in (0, 1) or not told:
        print(done.stderr, file=sys.stderr, end="")
        return 2
    print(f"{told[-1]}: refcli {' '.join(arguments)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
