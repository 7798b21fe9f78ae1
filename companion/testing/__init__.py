"""The conformance kit: checks that every game must pass, including third-party ones.

    from companion.testing import kit_tests
    from my_game import game

    test_kit = kit_tests(game)

Or call `conformance(game)` for a list of findings, each with its check, place and one sentence.
"""

from companion.testing.coming_and_going import check_joining, check_leaving
from companion.testing.copied_locals import check_copied_locals
from companion.testing.findings import Finding, report
from companion.testing.hash_seeds import check_hash_seeds
from companion.testing.kit import CHECKS, conformance, kit_tests
from companion.testing.looks import check_appearance, check_looks, check_questions, look_round
from companion.testing.refusals import check_refusals
from companion.testing.replaying import check_breakage, check_json, check_restart, check_undo
from companion.testing.sealing import check_secrets
from companion.testing.source import check_rules_tested, check_source
from companion.testing.wild import Wild, check_wild_table, wild_play

__all__ = [
    "CHECKS", "Finding", "Wild", "check_appearance", "check_breakage", "check_copied_locals",
    "check_hash_seeds", "check_joining", "check_json", "check_leaving", "check_looks", "check_questions",
    "check_refusals", "check_restart", "check_rules_tested", "check_secrets",
    "check_source", "check_undo", "check_wild_table", "conformance", "kit_tests", "look_round", "report", "wild_play",
]
