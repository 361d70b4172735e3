"""The questions of bench/odds.py, asked of icepool.

Each function takes chart figures and hands back one die for the outcome and one for each count of the
ruling, written as icepool's own pages write dice: ``@``, ``map``, one step of the rulebook after the
other, each step reduced to what the next one needs, and dice that come again built once. Where it is
quicker all of them come as one die, where it is not each is a die of its own.
"""

import json
import sys
import time
from functools import cache

from icepool import Die, d6, d10, lowest, map, tupleize

Dice = dict[str, Die]


def fire(dice: int, modifier: int, chart: list[list[int]], save: int, men: int) -> Dice:
    """Combat Captain: pips and modifiers are fire points, a variable die reads the chart, each hit may be saved.

    An auto kill stands in the chart as -1: it takes all men, with no hits to save. Nothing is said of other sub-units,
    so no unit routs.
    """
    unsaved = d6 > save
    counts = ("outcome", "hits", "casualties", "kills", "markers")

    def figure(points: int, variable: int) -> int:
        return chart[min(points, len(chart)) - 1][variable - 1] if points >= 1 else 0

    def came(hits: int, lost: int) -> tuple[str, int, int, int, int]:
        casualties = min(lost, men)
        outcome = "destroyed" if casualties == men else "casualties" if casualties else "saved"
        return outcome, hits, casualties, 0, int(casualties == men)

    def struck(number: int) -> Die | tuple[str, int, int, int, int]:
        if number <= 0:
            return came(0, men) if number else ("no effect", 0, 0, 0, 0)
        return (number @ unsaved).map(lambda lost: came(number, lost))

    came_to = map(figure, dice @ d6 + modifier, d6).map(struck)
    return {**dict(zip(counts, came_to.marginals, strict=True)), "routed": Die([0])}


def anti_tank(
    hit: int,
    attack: int,
    defence: int,
    hull: int,
    effects: dict[str, list[str]],
    escape: dict[str, int],
    crew: int,
    in_turret: int,
) -> Dice:
    """Skirmish: to hit, to penetrate, the location, the effect, and a die for each man who may escape.

    ``hull`` is the highest location die that is the hull, ``escape`` the highest die that escapes.
    """

    def effect(greater: int, location: int) -> str:
        if greater <= 0:
            return "closes hatches"
        by_how_much = effects["hull" if location <= hull else "turret"]
        return by_how_much[min(greater, len(by_how_much)) - 1]

    def escaped(outcome: str) -> Die | int:
        if outcome not in escape:
            return 0
        may = crew - in_turret if outcome == "turret destroyed" else crew
        return may @ (d10 <= escape[outcome])

    outcome = (d10 >= hit).if_else(map(effect, d10 + attack - defence, d10), "miss")
    crews = outcome.map(lambda came: tupleize(came in escape, escaped(came)))
    return {
        "outcome": outcome,
        "shots": Die([1]),
        "hits": outcome != "miss",
        "dead": crews.map(lambda lost, escaped: crew - escaped if lost else 0),
        "near misses": Die([0]),
        "escaped": crews.marginals[1],
    }


def close_assault(
    squads: int,
    heavy: int,
    men: list[int],
    cover: int,
    routs_at: int,
    for_destroyed: int,
    for_losing: int,
) -> Dice:
    """Combat Captain: both sides roll for hits and lose men, those that are left roll for who wins.

    Both sides have the same sub-units, and nobody has markers before; ``men`` are those of a squad and
    of a heavy weapon. The squads lose men first.
    """
    sub_units = squads + heavy
    all_men = squads * men[0] + heavy * men[1]
    unsaved = d6 > cover

    @cache
    def pips(parity: int, markers: int) -> Die:
        return d6.map(lambda face: max(0, face - markers) if face % 2 == parity else 0)

    def left(lost: int) -> int:
        of_squads = min(lost, squads * men[0])
        return -(-(squads * men[0] - of_squads) // men[0]) - (-(heavy * men[1] - (lost - of_squads)) // men[1])

    def routs(markers: int, left: int) -> bool:
        return markers > 0 and markers >= min(routs_at, left)

    def who_wins(attack: int, defence: int) -> str:
        return "attackers" if attack > defence else "defenders" if defence > attack else "nobody"

    def ends(attackers: int, defenders: int) -> Die | tuple[str, int, int]:
        markers = [(sub_units - many) * for_destroyed for many in (attackers, defenders)]
        many = (attackers, defenders)
        stand = [many[side] > 0 and not routs(markers[side], many[side]) for side in (0, 1)]

        def end(winner: str) -> tuple[str, int, int]:
            after = list(markers)
            gone = [not stood for stood in stand]
            for side, loses_to in ((0, "defenders"), (1, "attackers")):
                if stand[side]:
                    after[side] += for_losing if winner == loses_to else 0
                    gone[side] = routs(after[side], many[side])
            if all(gone):
                return "both gone", *after
            if any(gone):
                return ("attacker gone" if gone[0] else "defender gone"), *after
            won = {"attackers": "attacker wins", "defenders": "defender wins", "nobody": "tie"}
            return won[winner], *after

        if not all(stand):
            return end("attackers" if stand[0] else "defenders" if stand[1] else "nobody")
        attack = attackers @ pips(1, markers[0])
        defence = defenders @ pips(0, markers[1]) + cover * defenders
        return map(who_wins, attack, defence).map(end)

    attackers_lost = lowest(sub_units @ pips(1, 0), all_men)
    defenders_lost = (sub_units @ pips(0, 0)).map(lambda hits: lowest(hits @ unsaved, all_men))
    came = map(ends, attackers_lost.map(left), defenders_lost.map(left))
    return {
        "outcome": came.marginals[0],
        "attackers lost": attackers_lost,
        "defenders lost": defenders_lost,
        "attackers markers": came.marginals[1],
        "defenders markers": came.marginals[2],
    }


QUESTIONS = {"fire": fire, "anti-tank": anti_tank, "close-assault": close_assault}


def main() -> None:
    """Solve the question named first with the figures, one JSON object, named second; print time and answer."""
    question, figures = QUESTIONS[sys.argv[1]], json.loads(sys.argv[2])
    start = time.process_time()
    chances = {name: {face: die.probability(face) for face in die} for name, die in question(**figures).items()}
    solved = time.process_time() - start
    answer = {
        name: {str(int(face) if name != "outcome" else face): str(chance) for face, chance in faces.items()}
        for name, faces in chances.items()
    }
    print(json.dumps({"solve": solved, "answer": answer}))
