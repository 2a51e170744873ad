"""Invented players, with names as a hall has them."""

import random
from typing import Final

_GIVEN: Final = (
    "Ada Adele Agnese Alba Anna Bianca Carla Chiara Clara Dina Edda Elena Elisa Emma Franca "
    "Gina Giulia Ida Irma Laura Lea Lucia Maria Marta Nora Olga Pia Rita Rosa Silvia Aldo "
    "Bruno Carlo Dario Elio Enzo Franco Gino Guido Italo Livio Luca Mario Nino Pino Renzo "
    "Sandro Tito Ugo Vito "
)
_FAMILY: Final = (
    "Amato Barbieri Basile Bellini Bianchi Bruno Caruso Colombo Conte Costa D'Angelo Esposito "
    "Fabbri Farina Ferrari Fontana Galli Gatti Gentile Greco Grassi Leone Longo Mancini "
    "Marini Martini Messina Monti Moretti Neri Orlando Parisi Ricci Rinaldi Riva Rizzo Romano "
    "Rossi Russo Sala Santoro Serra Testa Valentini Verdi Villa Vitale "
)
CLUBS: Final = ("Circolo Aurora", "Il Tallone", "La Pinella", "Sette Belli", "Villa Sole")


def invented_names(seed: int, count: int) -> list[str]:
    """Return so many names, no two the same."""
    chance = random.Random(f"{seed} names")  # noqa: S311 - repeatable by its seed
    names: dict[str, None] = {}
    while len(names) < count:
        name = f"{chance.choice(_GIVEN.split())} {chance.choice(_FAMILY.split())}"
        if name in names:
            name = f"{name} {len(names)}"
        names[name] = None
    return list(names)
