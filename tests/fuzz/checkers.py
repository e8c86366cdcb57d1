"""Bad copies of a recorded match, before `herald verify` and `docs/verify.py`: they part over rules alone."""

from tests.fuzz.found import Found, Trial
from tests.replays.test_two_checkers import RECORDED, RULES, differences


def trial(here: Trial) -> int:
    """One copy of each kind of one match."""
    name, found = here.dice().pick(sorted(RECORDED)), set[str]()
    for forgery, herald, program in differences(RECORDED[name], here.seed, here.number):
        found.add(forgery)
        if herald not in RULES:
            raise Found(f"{name}, {forgery}: {herald or 'nothing'} says herald, {program or 'nothing'} the program")
    return len(found) or 1
