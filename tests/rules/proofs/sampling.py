"""Random sets of cards near the edge between legal and illegal, drawn from one pack."""

from random import Random

from tallone.rules.cards.cards import CARDS, PACK, Card, CardCopy

BY_FACE: dict[Card, list[CardCopy]] = {
    face: [copy for copy in PACK if copy.card == face] for face in CARDS
}
WILDS = [face for face in CARDS if face.can_be_wild]


def copies_of(faces: list[Card]) -> list[CardCopy] | None:
    """Return different copies of those faces, or None if a pack has not so many of them."""
    taken: dict[Card, int] = {}
    copies = []
    for face in faces:
        number = taken.get(face, 0)
        if number >= len(BY_FACE[face]):
            return None
        taken[face] = number + 1
        copies.append(BY_FACE[face][number])
    return copies


def any_set(random: Random) -> list[CardCopy]:
    """Return a set that is a meld about every second time."""
    while True:
        faces = random.choice((_window, _window, _rank, _chance))(random)
        for _ in range(random.choice((0, 0, 0, 0, 1, 2))):
            _disturb(faces, random)
        copies = copies_of(faces)
        if copies is not None and copies:
            random.shuffle(copies)
            return copies


def added_to(meld: list[CardCopy], random: Random) -> list[CardCopy]:
    """Return one to three cards of the same pack that may or may not fit the meld."""
    near = sorted({copy.card for copy in meld})
    suits = [face for face in near if not face.can_be_wild]
    wanted = []
    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        kind = random.random()
        if kind < 0.3:
            wanted.append(random.choice(WILDS))
        elif kind < 0.45 or not suits:
            wanted.append(random.choice(CARDS))
        elif kind < 0.6:
            wanted.append(
                random.choice([CARDS[n + 13 * s] for n in [suits[0] % 13] for s in range(4)])
            )
        else:
            base = random.choice(suits)
            rank = (base % 13 + random.choice((-3, -2, -1, 1, 2, 3))) % 13
            wanted.append(CARDS[base // 13 * 13 + rank])
    left = [copy for copy in PACK if copy not in meld]
    added = []
    for face in wanted:
        choices = [copy for copy in left if copy.card == face and copy not in added]
        if choices:
            added.append(choices[0])
    return added or [random.choice(left)]


def _window(random: Random) -> list[Card]:
    suit, size = random.randrange(4), random.randint(2, 14)
    low = random.randint(1, 15 - size)
    faces = [CARDS[suit * 13 + (place - 1) % 13] for place in range(low, low + size)]
    if random.random() < 0.6:
        wild = random.choice((CARDS[52], CARDS[52], CARDS[suit * 13 + 1], random.choice(WILDS)))
        if random.random() < 0.5:
            faces[random.randrange(len(faces))] = wild
        else:
            faces.append(wild)
    return faces


def _rank(random: Random) -> list[Card]:
    rank = random.randrange(13)
    pool = [CARDS[suit * 13 + rank] for suit in range(4)] * 2
    faces = random.sample(pool, random.randint(2, 8))
    if random.random() < 0.6:
        faces.append(random.choice(WILDS))
    return faces


def _chance(random: Random) -> list[Card]:
    return [copy.card for copy in random.sample(PACK, random.randint(1, 4))]


def _disturb(faces: list[Card], random: Random) -> None:
    kind = random.random()
    if kind < 0.3 and len(faces) > 1:
        faces.pop(random.randrange(len(faces)))
    elif kind < 0.6:
        faces.append(random.choice(WILDS))
    elif kind < 0.8:
        faces.append(random.choice(faces))
    else:
        faces[random.randrange(len(faces))] = random.choice(CARDS)
