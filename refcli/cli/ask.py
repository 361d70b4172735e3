"""Asking the referee for dice and decisions as they come up."""

import sys

from refcli.core.charts import TargetNumber
from refcli.core.dice import Die
from refcli.core.errors import Refused
from refcli.core.procedure import Procedure
from refcli.core.roller import checked_face
from refcli.plain.vocabulary import whole_number
from refcli.render.view import spoken


class Prompter:
    """Prompts on stderr, answers on stdin; a slip of the finger is told and asked again."""

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure

    def face(self, label: str, die: Die, target: TargetNumber | None) -> int | None:
        """The face that fell; None, for an empty answer, has the program roll it."""
        needs_said = f", needs {target.said}" if target else ""
        while True:
            answer = self._answer(f"{spoken(label)} ({die.name}{needs_said}): ", f"the {die.name} of {spoken(label)}")
            if not answer:
                return None
            try:
                return checked_face(whole_number(answer, "a face"), spoken(label), die)
            except Refused as error:
                print(f"  {str(error).removeprefix('--dice: ')}", file=sys.stderr)

    def choice(self, label: str, options: tuple[str, ...], policy: str) -> str | None:
        """The option chosen, by its word, its number or a beginning; None, for an empty answer, the usual one."""
        numbered = ", ".join(f"{number} {option}" for number, option in enumerate(options, 1))
        while True:
            answer = self._answer(f"{spoken(label)}? {numbered} [{policy}]: ", f"the choice of {spoken(label)}").lower()
            if not answer:
                return None
            found = [option for number, option in enumerate(options, 1) if answer in (option, str(number))]
            found = found or [option for option in options if option.startswith(answer)]
            if len(found) == 1:
                return found[0]
            print(f"  {answer!r} is none of {', '.join(options)}", file=sys.stderr)

    def _answer(self, prompt: str, wanted: str) -> str:
        print(prompt, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            print(file=sys.stderr)
            raise Refused(f"--ask: the answers ended before {wanted}")
        return line.strip()
