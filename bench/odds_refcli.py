"""The questions of bench/odds.py, asked of refcli: a ruling as a plain object, as in a scenario or a batch.

What its command does for so short a life, it does here: no garbage is collected, and the process leaves
without taking its modules apart.
"""

import gc
import json
import os
import sys
import time
from pathlib import Path


def main() -> None:
    """Solve the question named first, one JSON object; print time and answer."""
    gc.disable()
    from refcli.odds.enumeration import odds_of
    from refcli.referee.referee import Referee
    from refcli.referee.settings import settings_from

    here = Path.cwd()
    case = Referee(settings_from({}, here, here)).case(json.loads(sys.argv[1]))
    charts = case.charts()
    start = time.process_time()
    odds = odds_of(case.procedure, case.request, charts)
    solved = time.process_time() - start
    answer = {"outcome": {outcome.word: str(chance) for outcome, chance in odds.outcomes.items() if chance}}
    for name, chances in odds.counts.items():
        answer[name] = {str(value): str(chance) for value, chance in chances.items()}
    print(json.dumps({"solve": solved, "answer": answer}), flush=True)
    os._exit(0)
