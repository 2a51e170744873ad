"""The English words of the commands beside the table: audits, receipts, enrolment."""

from typing import Final

TEXTS: Final[dict[str, str | tuple[str, str]]] = {
    # The audit of a shuffle
    "audit.title": "Audit of the shuffle",
    "audit.what": "Shuffle: {shuffle}; order before: melds stacked as collected",
    "audit.croupier": "the croupier’s own plan, carried out card by card",
    "audit.plan": "Fixed beforehand: {n} shuffles, error rate of all tests together {alpha}",
    "audit.test": "test",
    "audit.seen": "seen",
    "audit.expected": "fair",
    "audit.p": "p",
    "audit.result": "result",
    "audit.limit": "A test fails below p = {limit}",
    "audit.right": "as fair",
    "audit.wrong": "NOT FAIR",
    "audit.passed": "The shuffle passes: every test is as a fair one gives.",
    "audit.failed": "The shuffle does not pass.",
    "audit.map": "How often each card came to each place, {n} shuffles",
    "audit.before": "place before",
    "audit.after": "place after",
    "audit.map.how": "White as expected, red more often, blue less; full colour at 4 standard deviations.",
    "audit.test.card by position": "card by position",
    "audit.test.first and last eleven": "first and last eleven",
    "audit.test.rising sequences": "rising sequences",
    "audit.test.neighbours kept": "neighbours kept",
    "audit.test.guessing game": "guessing game",
    "audit.test.correlation with the last hand": "correlation with the last hand",
    "audit.test.jokers and twos by place": "jokers and twos by place",
}
