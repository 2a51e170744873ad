"""Bytes as Italian words, for people who compare a commitment by eye or read it aloud.

One word is one byte: the words below in order are the bytes 0 to 255. Each is a noun that
everybody knows, and its first three letters are enough to tell it from all others.
"""

from typing import Final

_TEXT: Final = """
abete acqua agnello airone albero alce alga alpe ambra amico ancora anello angelo arco aria
arpa aula avena bacca bagno balena barca basto becco bosco botte brace brina bruco buco burro
busta cacao calice camino cane capra carta casa cedro cena cera chiave cielo cima cinema circo
civetta coda colle conte corda costa cubo cuore dado daino danza delfino dente diga disco dito
dogana dolce dono drago duna duomo ebano edera elica elmo erba erede esame estate fabbro faggio
falco fango farina fata favola fede felce ferro fiaba fiore fiume foglia folla forno fragola
freno frutto fuoco gabbia gallo gamba gatto gelato gemma gesso ghiaia giglio giorno globo gnomo
gola gomma gonna grano grillo guanto gufo guscio isola lago lampo lana latte lava legno lente
lepre letto libro lilla limone lince lira lontra luce luna lupo maglia mare mazzo mela menta
mese miele mimosa mito mobile molo monte mora mosca mucca mulo muro musica naso nave nebbia
neve nido nipote noce nodo notte nuvola oasi olio ombra onda orso orto orzo ostrica ovest pace
palma pane parco passo pera pesca petalo piano piede pigna pino pioggia pizza poeta ponte porta
pozzo prato quadro quercia radio ramo rana regina remo riccio riso riva rondine rosa ruota
sabbia sale sasso scala sedia segno seme sera sole sorso spada specchio stella strada sughero
tappo tasca tavolo tazza tela tempo tenda terra tetto tigre timone topo torre treno trota tuono
turno uccello uomo uovo uva valle vaso vela vento verde vespa viola vite volpe zaino zebra zero
zio zucca zuppa
"""
WORDS: Final = tuple(_TEXT.split())
_NUMBERS: Final = {word[:3]: number for number, word in enumerate(WORDS)}


class NoSuchWordError(ValueError):
    """The text holds a word that is not in the list."""


def words_of(content: bytes) -> tuple[str, ...]:
    """Return one word for each byte."""
    return tuple(WORDS[byte] for byte in content)


def bytes_of(text: str) -> bytes:
    """Return the bytes that words stand for, in any case, by their first three letters.

    Raises NoSuchWordError.
    """
    found = bytearray()
    for word in text.lower().split():
        number = _NUMBERS.get(word[:3])
        if number is None:
            raise NoSuchWordError(f"{word[:20]!r} is not one of the commitment words")
        found.append(number)
    return bytes(found)
