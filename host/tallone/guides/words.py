"""What the papers say. `[[key]]` is the catalogue's text of that key: the very words on the button."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Part(NamedTuple):
    """A chapter: its title, the screen beside it (a name of `examples.every_screen`), its sentences."""

    title: str
    screen: str
    sentences: tuple[str, ...]


class Paper(NamedTuple):
    """One paper: its title, its first words and its parts."""

    title: str
    lead: str
    parts: tuple[Part, ...]


_GUIDE_IT: Final = Paper(
    "Guida del tavolo",
    "Per chi gioca. Il tavolo mescola, distribuisce e conta; le carte le giocate voi, come sempre.",
    (
        Part("Si comincia", "foyer_welcome_fresh", (
            "Quando il tavolo è acceso toccate [[foyer.new_match]]: chiede chi gioca, i posti e le regole.",
            "Per non scegliere niente toccate [[foyer.at_once]].",
            "Se ieri avete lasciato una partita, c’è [[foyer.go_on]].",
        )),
        Part("Chi gioca", "foyer_who", (
            "[[foyer.from_list]] mostra i nomi del club; [[foyer.type_names]] apre la tastiera.",
            "Con [[foyer.no_names]] si gioca come Nord, Est, Sud e Ovest.",
        )),
        Part("I posti", "foyer_draw", (
            "Con [[foyer.draw]] ognuno appoggia sul tappeto la carta che ha pescato, uno alla volta.",
            "Chi ha la più alta sceglie il posto. Poi toccate [[foyer.to_places]] e [[places.right]].",
        )),
        Part("Le carte nella macchina", "pack_wanted", (
            "Tutte le 108 carte, coperte, in un solo pacco. Chiudete il coperchio e toccate [[button.start]].",
        )),
        Part("Il taglio", "cut", (
            "Chi siede alla destra del mazziere scrive un numero qualsiasi e tocca [[button.ok]].",
            "Le parole dorate sono il sigillo: a mano finita provano che nessuno ha cambiato l’ordine.",
        )),
        Part("Si conta", "count", (
            "Ognuno conta le sue undici carte senza guardarle e tocca il proprio nome.",
        )),
        Part("Si gioca", "play_middle", (
            "Il nome d’oro è di chi tocca. Lo schermo segue le carte: non c’è niente da premere.",
            "Una carta dorata con la stella è una matta; accanto c’è scritto per quale carta sta.",
            "Ogni tanto il tavolo chiede dove va una matta: toccate la risposta.",
        )),
        Part("Qualcosa non va", "arbiter", (
            "Toccate [[button.arbiter]] e lasciate le carte dove sono.",
            "Se vi siete sbagliati toccate [[button.arbiter_cancel]].",
        )),
        Part("I punti", "hand_sheet", (
            "Controllate riga per riga. Quando sono giusti toccate [[button.confirm]].",
        )),
        Part("Pausa e fine", "foyer_menu", (
            "In alto a destra c’è [[foyer.menu]]: [[menu.pause]] ferma il tempo.",
            "[[menu.break_off]] e [[menu.end_match]] chiedono sempre una seconda volta.",
            "Alla fine della serata toccate [[foyer.good_night]].",
        )),
    ),
)  # fmt: skip
_GUIDE_EN: Final = Paper(
    "The table's guide",
    "For the players. The table shuffles, deals and counts; you play the cards, as always.",
    (
        Part("To begin", "foyer_welcome_fresh", (
            "When the table is on, touch [[foyer.new_match]]: it asks who plays, the seats and the rules.",
            "To choose nothing touch [[foyer.at_once]].",
            "If you left a match yesterday there is [[foyer.go_on]].",
        )),
        Part("Who plays", "foyer_who", (
            "[[foyer.from_list]] shows the club's names; [[foyer.type_names]] opens the keyboard.",
            "With [[foyer.no_names]] you play as North, East, South and West.",
        )),
        Part("The seats", "foyer_draw", (
            "With [[foyer.draw]] each player lays the card he drew on the mat, one after another.",
            "The highest chooses a seat. Then touch [[foyer.to_places]] and [[places.right]].",
        )),
        Part("The cards into the machine", "pack_wanted", (
            "All 108 cards, face down, in one pack. Close the lid and touch [[button.start]].",
        )),
        Part("The cut", "cut", (
            "The player on the dealer's right types any number and touches [[button.ok]].",
            "The golden words are the seal: after the hand they prove that nobody changed the order.",
        )),
        Part("Counting", "count", (
            "Everybody counts eleven cards without looking and touches his name.",
        )),
        Part("Playing", "play_middle", (
            "The golden name is on turn. The screen follows the cards: there is nothing to press.",
            "A golden card with a star is a wild; beside it stands which card it is.",
            "Now and then the table asks where a wild goes: touch the answer.",
        )),
        Part("Something is wrong", "arbiter", (
            "Touch [[button.arbiter]] and leave the cards where they are.",
            "If it was a mistake touch [[button.arbiter_cancel]].",
        )),
        Part("The score", "hand_sheet", (
            "Check it line by line. When it is right touch [[button.confirm]].",
        )),
        Part("Pause and end", "foyer_menu", (
            "At the upper right is [[foyer.menu]]: [[menu.pause]] stops the clock.",
            "[[menu.break_off]] and [[menu.end_match]] always ask a second time.",
            "At the end of the evening touch [[foyer.good_night]].",
        )),
    ),
)  # fmt: skip
_VOLUNTEER_IT: Final = Paper(
    "Il foglio del volontario",
    "Accendere, aiutare, spegnere: una pagina.",
    (
        Part("Accendere", "connecting", (
            "Attaccate la spina. Lo schermo dice quali parti mancano: controllate il cavo di quella parte.",
            "La prima volta chiede lingua, caratteri, club, tavolo e regole; poi mai più.",
        )),
        Part("Una carta ferma nella macchina", "jam_path", (
            "L’anello sul disegno dice dove cercarla. Toglietela senza guardarla, chiudete, [[button.resume]].",
            "Se la distribuzione è da rifare, rimettete tutte le carte e toccate [[button.retry]].",
        )),
        Part("Cambiare qualcosa", "foyer_settings", (
            "[[foyer.menu]], poi [[foyer.settings]]: caratteri, suono, luce. Le regole le cambia l’arbitro.",
        )),
        Part("Spegnere", "foyer_good_night", (
            "[[foyer.menu]], poi [[foyer.good_night]]: fate quello che è scritto e toccate [[farewell.off]].",
        )),
    ),
)  # fmt: skip
_VOLUNTEER_EN: Final = Paper(
    "The volunteer's sheet",
    "Switch on, help, switch off: one page.",
    (
        Part("Switch on", "connecting", (
            "Plug it in. The screen says which part is missing: check that part's cable.",
            "The first time it asks for language, letters, club, table and rules; then never again.",
        )),
        Part("A card stuck in the machine", "jam_path", (
            "The ring in the picture says where it is. Take it out unseen, close the lid, [[button.resume]].",
            "If the deal has to be done again, put all cards back and touch [[button.retry]].",
        )),
        Part("Change something", "foyer_settings", (
            "[[foyer.menu]], then [[foyer.settings]]: letters, sound, light. The rules are the arbiter's.",
        )),
        Part("Switch off", "foyer_good_night", (
            "[[foyer.menu]], then [[foyer.good_night]]: do what is written and touch [[farewell.off]].",
        )),
    ),
)  # fmt: skip
_ARBITER_IT: Final = Paper(
    "Il foglio dell’arbitro",
    "Il tavolo riferisce fatti; decide l’arbitro.",
    (
        Part("La chiamata", "arbiter", (
            "Lo schermo diventa azzurro; le carte restano dove sono. Nessuna carta coperta si vede mai.",
            "[[button.arbiter_cancel]] toglie la chiamata.",
        )),
        Part("Che cosa dice il tavolo", "notice_stock", (
            "In gara tace sui falli di gioco; in circolo li dice dopo lo scarto; in didattica spiega.",
        )),
        Part("Il tempo", "play_time_out", (
            "Il turno ha il suo orologio; [[menu.pause]] lo ferma, salvo in gara.",
        )),
        Part("I punti", "hand_sheet", (
            "Ogni riga si controlla sul tappeto. La prova della mano si verifica dopo, anche fuori dal tavolo.",
        )),
    ),
)  # fmt: skip
_ARBITER_EN: Final = Paper(
    "The arbiter's sheet",
    "The table reports facts; the arbiter decides.",
    (
        Part("The call", "arbiter", (
            "The screen turns light blue; the cards stay where they are. No hidden card is ever seen.",
            "[[button.arbiter_cancel]] takes the call back.",
        )),
        Part("What the table says", "notice_stock", (
            "In gara it is silent on faults of play; in circolo it tells them after the discard.",
        )),
        Part("The time", "play_time_out", (
            "A round has its clock; [[menu.pause]] stops it, except in gara.",
        )),
        Part("The score", "hand_sheet", (
            "Every line can be checked on the cloth. The proof of the hand is verified later.",
        )),
    ),
)  # fmt: skip
PAPERS: Final[Mapping[str, Mapping[str, Paper]]] = MappingProxyType(
    {
        "table": MappingProxyType({"it": _GUIDE_IT, "en": _GUIDE_EN}),
        "volunteer": MappingProxyType({"it": _VOLUNTEER_IT, "en": _VOLUNTEER_EN}),
        "arbiter": MappingProxyType({"it": _ARBITER_IT, "en": _ARBITER_EN}),
    }
)
