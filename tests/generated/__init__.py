"""Inputs without end: commands, batch lines and files, drawn from what the program declares, right and wrong.

Each kind of input has a module, whose grammar is read off the program: a new procedure, chart, reading or setting is
drawn from by being there. An input is known by its kind and its number, and is the same each time. A new kind is one
more module and one more line here.

``python -m tests.generated --kind batch-json --count 100000 --from 0`` runs them and says what came of them.
"""

from tests.generated.batches import BATCH_CSV, BATCH_JSON
from tests.generated.charts import CHARTS
from tests.generated.commands import COMMANDS
from tests.generated.evenings import GAMES, TABLE
from tests.generated.inputs import Kind
from tests.generated.journals import JOURNALS
from tests.generated.readings import READINGS
from tests.generated.scenarios import SCENARIOS
from tests.generated.settings import SETTINGS
from tests.generated.templates import TEMPLATES

KINDS: dict[str, Kind] = {
    "commands": COMMANDS,
    "batch-json": BATCH_JSON,
    "batch-csv": BATCH_CSV,
    "charts": CHARTS,
    "readings": READINGS,
    "templates": TEMPLATES,
    "scenarios": SCENARIOS,
    "settings": SETTINGS,
    "journals": JOURNALS,
    "table": TABLE,
    "games": GAMES,
}
"""Every kind of input by its name."""
