"""The board file: all that can be wrong with one is named with its line, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from branchline.boards.loading import load_board
from branchline.model.errors import BoardFileError
from tests.boards.small_board import SMALL, changed, faults, line_of, load

ROUTE = '  "Ashford - Upper Bourne: red 2, blue 2, gray 3 ferry 2",'
TICKET = '  "Ashford - Crail: 3 | plain long",'

# Each row: what is changed in the small board and into what, a piece of the line that the fault must name (none for the
# first line, where missing sections are reported), and what the fault must say.
FAULTS = {
    # the top of the file
    "missing key": ('title = "Three Rivers"\n', "", "", ["the key 'title' is missing"]),
    "unknown key": ("seats = [2, 3]", "seats = [2, 3]\nnotes = 1", "notes", ["unknown key 'notes'", "'note'"]),
    "unknown section": ("[extras.weather]", "[extra.weather]", "[extra.weather]", ["unknown key 'extra'", "'extras'"]),
    "missing section": ("[points]\n1 = 1\n2 = 2\n3 = 4\n", "", "", ["the section [points] is missing"]),
    "bad id": ('"three_rivers"', '"Three Rivers"', 'id = "Three', ["id: 'Three Rivers' is no id"]),
    "text of the wrong kind": ('title = "Three Rivers"', "title = 3", "title = 3", ["title: must be a text, not 3"]),
    "seats the wrong way": ("[2, 3]", "[3, 2]", "seats", ["seats: must be the fewest and the most", "[3, 2]"]),
    "seats for one": ("[2, 3]", "[1, 3]", "seats", ["seats: must be", "2 or more"]),
    "seats in halves": ("[2, 3]", "[2, 3.5]", "seats", ["seats: must be", "[2, 3.5]"]),
    "seats as a number": ("seats = [2, 3]", "seats = 3", "seats", ["seats: must be two numbers in brackets", "not 3"]),
    "rules version": (
        "rules_version = 1",
        "rules_version = 0",
        "rules_version",
        ["a whole number of 1 or more, not 0"],
    ),
    "size": ("[400, 300]", "[400, 0]", "size", ["size: a drawing has a width and a height"]),
    # words, cards and points
    "unknown word list": ("regions = [", "region = [", "region = [", ["[words]: unknown key 'region'", "'regions'"]),
    "words of the wrong kind": ('["nr"]', '"nr"', "marks", ['[words] marks: must be a list of texts, not "nr"']),
    "card count": ("red = 8", "red = 0", "red = 0", ["[cards] red: must be a whole number of 1 or more, not 0"]),
    "card count in words": ("red = 8", "red = true", "red = true", ["[cards] red", "not true"]),
    "reserved color": ("wild = 4", "wild = 4\ngray = 3", "gray = 3", ["'gray' cannot be the name of a card color"]),
    "no wilds": ("wild = 4\n", "", "[cards]", ["[cards]: the key 'wild' is missing"]),
    "odd length in the points": ("1 = 1\n", "one = 1\n", "one", ["[points] one: 'one' is not the length of a route"]),
    "points": ("2 = 2\n", "2 = -2\n", "2 = -2", ["[points] 2: must be a whole number of 0 or more, not -2"]),
    # numbers and variants
    "missing number": ("hand = 2\n", "", "[numbers]", ["[numbers]: the key 'hand' is missing"]),
    "unknown number": ("hand = 2", "hand = 2\nhands = 3", "hands", ["[numbers]: unknown key 'hands'", "'hand'"]),
    "negative number": (
        "hand = 2",
        "hand = -2",
        "hand = -2",
        ["[numbers] hand", "a whole number of 0 or more, not -2"],
    ),
    "no pieces": ("pieces = 12", "pieces = 0", "pieces = 0", ["[numbers] pieces", "1 or more, not 0"]),
    "keep more than dealt": ("\nkeep = 1", "\nkeep = 2", "keep = 2", ["keep (2) cannot be larger than deal (1)"]),
    "keep more than drawn": ("draw_keep = 1", "draw_keep = 3", "draw_keep", ["draw_keep (3)", "draw (2)"]),
    "reset beyond the row": ("reset = 2", "reset = 4", "reset = 4", ["reset (4) cannot be larger than row (3)"]),
    "trigger": ("trigger = 2", "trigger = 13", "trigger", ["trigger (13) cannot be larger than pieces (12)"]),
    "variant number": ("deal = 2", "deal = 0", "deal = 0", ['variant "long" deal: keep (1)', "larger than deal (0)"]),
    "variant key": (
        "longest_path = 10",
        "longest = 10",
        "longest = 10",
        ['variant "long": unknown key', "'longest_path'"],
    ),
    "variant without title": (
        'title = "Long"\n',
        "",
        "[variants.long]",
        ["variant \"long\": the key 'title' is missing"],
    ),
    "variant id": ("[variants.long]", "[variants.Long]", "[variants.Long]", ["'Long' is no id"]),
    "too few cards": ("hand = 2", "hand = 6", "[numbers]", ["3 seats and the row need 21 cards", "has 20"]),
    "too few tickets": ("deal = 2", "deal = 3", "[variants.long]", ["3 seats need 9 tickets", "there are 6"]),
    "too few pieces": ("pieces = 12", "pieces = 2", "[numbers]", ["2 pieces are too few for a route of length 3"]),
    "missing ticket set": ('"plain"', '"plian"', '"plian"', ["no ticket belongs to the set 'plian'", "'plain'"]),
    # places and countries
    "place without a position": ("at = [100, 50], ", "", '"Ashford" =', ["place \"Ashford\": the key 'at' is missing"]),
    "position": ("at = [100, 50]", "at = [100]", '"Ashford" =', ['place "Ashford" at: must be two numbers', "[100]"]),
    "outside the drawing": ("[100, 50]", "[100, 350]", '"Ashford" =', ["[100, 350] lies outside", "400 by 300"]),
    "two at one position": ("[300, 50]", "[100, 50]", '"Crail" =', ['"Ashford" lies at [100, 50] already']),
    "place is no table": (
        '"Ashford" = { at = [100, 50], lonlat = [1.5, 51] }',
        '"Ashford" = 3',
        '"Ashford" =',
        ["a table"],
    ),
    "place key": ('region = "south", tags', 'regoin = "south", tags', "regoin", ["unknown key 'regoin'", "'region'"]),
    "region": ('region = "north"', 'region = "nroth"', "nroth", ["'nroth' is not a word of this board", "'north'"]),
    "place tag": (
        ', tags = ["port"]',
        ', tags = ["prot"]',
        '["prot"]',
        ["place \"Upper Bourne\" tags: 'prot'", "'port'"],
    ),
    "new place tag": (', tags = ["port"]', ', tags = ["mine"]', '["mine"]', ["list it in [words] place_tags"]),
    "lonlat for some": (
        ", lonlat = [1.5, 51]",
        "",
        '"Ashford" =',
        ["'lonlat' is missing; give it to all places or to none"],
    ),
    "id of a place": ('id = "crail_town"', 'id = "Crail"', 'Crail" }', ["'Crail' is no id"]),
    "id twice": (
        'id = "crail_town"',
        'id = "ashford"',
        '"Crail" =',
        ["the id 'ashford' is already that of \"Ashford\""],
    ),
    "name twice": ("[countries.Dale]", "[countries.Crail]", "[countries.Crail]", ["the name 'Crail' is already taken"]),
    "bad name": ('"Ashford" =', '"Ash: ford" =', '"Ash: ford"', ["a name cannot have ':' in it"]),
    "country key": ('region = "north"', 'ragion = "north"', "ragion", ['country "Dale": unknown key', "'region'"]),
    # routes
    "unknown place": (
        ROUTE,
        '  "Ashford - Upper Borne: red 2",',
        "Borne",
        ["no place is called 'Upper Borne'", "'Upper Bourne'"],
    ),
    "route to itself": (ROUTE, '  "Ashford - Ashford: red 2",', "Ashford - Ashford", ["from 'Ashford' to itself"]),
    "route to a country": (
        "Dale (east):",
        "Dale:",
        "Crail - Dale: blue",
        ["'Dale' is a country", "'Dale (east)', 'Dale (west)'"],
    ),
    "color": ("red 2, blue", "rde 2, blue", "rde", ["'rde' is not a card color", "'red'"]),
    "color that is no card": ("red 2, blue", "green 2, blue", "green", ["'green' is not a card color"]),
    "spelling of gray": ("gray 1 steep", "grey 1 steep", "grey", ["'grey' is not a card color", "'gray'"]),
    "length without points": ("red 2, blue", "red 4, blue", "red 4", ["[points] has no value for the length 4"]),
    "length no hand can pay": (
        "red 2, blue",
        "red 13 worth 9, blue",
        "red 13",
        ["no hand can pay 13 cards: there are 12"],
    ),
    "length 0": ("red 2, blue", "red 0, blue", "red 0", ["the length of a track is a number of spaces, not '0'"]),
    "length in words": ("red 2, blue", "red two, blue", "red two", ["a number of spaces, not 'two'"]),
    "length before color": ("red 2, blue", "2 red, blue", "2 red", ["a color and a length, like 'red 2', not '2 red'"]),
    "empty track": ("red 2, blue", "red 2, , blue", "red 2, ,", ["a track is a color and a length"]),
    "symbols beyond the length": ("ferry 2", "ferry 4", "ferry 4", ["length 3 has 1 to 3 wild symbols, not 4"]),
    "symbols beyond the cards": ("wild = 4", "wild = 1", "ferry 2", ["2 wild symbols cannot be paid: [cards] has 1"]),
    "two kinds": ("ship worth 9", "ship ferry", "ship ferry", ["cannot be 'ship' and 'ferry' at once"]),
    "worth what": ("ship worth 9", "ship worth", "ship worth", ["after 'worth' comes the number of points"]),
    "worth less than nothing": ("worth 9", "worth -9", "worth -9", ["a route cannot be worth -9 points"]),
    "stray number": ("gray 1 steep", "gray 1 steep 3", "steep 3", ["the number 3 says nothing here"]),
    "ferry with a slip": ("gray 3 ferry 2", "gray 3 fery 2", "fery 2", ["'fery 2' says nothing here; did", "'ferry'"]),
    "route tag": ("gray 1 steep", "gray 1 setep", "setep", ["'setep' is not a word of this board", "'steep'"]),
    "mark": ("[nr]", "[nrr]", "[nrr]", ["'nrr' is not a word of this board", "'nr'"]),
    "no colon": (ROUTE, '  "Ashford - Crail red 2",', "Crail red 2", ["there is no colon"]),
    "no dash": (ROUTE, '  "Ashford-Crail: red 2",', "Ashford-Crail", ["a connection has two places"]),
    "connection twice": (
        ROUTE,
        ROUTE + '\n  "Upper Bourne - Ashford: red 1",',
        "Bourne - Ashford: red 1",
        ["already on line 61"],
    ),
    "routes not a list": ("[routes]\nlines = [", "[routes]\nline = [", "line = [", ["unknown key 'line'", "'lines'"]),
    "place cut off": (
        '  "Crail - Ashford [nr]: gray 1 steep",\n',
        "",
        "[routes]",
        ["cut off from the others: Crail, Dale (east)"],
    ),
    "dead end passed through": (
        ROUTE,
        ROUTE + '\n  "Ashford - Dale (east): red 1",',
        "[countries.Dale]",
        ["'Dale (east)' is joined to"],
    ),
    # tickets
    "ticket place": (
        TICKET,
        '  "Ashfrod - Crail: 3 | long",',
        "Ashfrod",
        ["no place is called 'Ashfrod'", "'Ashford'"],
    ),
    "ticket to itself": (TICKET, '  "Crail - Crail: 3 | long",', "Crail - Crail", ["names the same place twice"]),
    "ticket within a country": (TICKET, '  "Dale - Dale (west): 3 | long",', "Dale - Dale", ["the same place twice"]),
    "ticket worth nothing": (TICKET, '  "Ashford - Crail: 0 | long",', "Crail: 0", ["worth at least 1 point, not 0"]),
    "ticket worth less": (TICKET, '  "Ashford - Crail: -3 | long",', "Crail: -3", ["worth at least 1 point, not -3"]),
    "ticket value": (TICKET, '  "Ashford - Crail: x | long",', "Crail: x", ["a number of points, not 'x'"]),
    "ticket with one place": (TICKET, '  "Ashford: 3 | long",', "Ashford: 3", ["a ticket has two places"]),
    "ticket without colon": (TICKET, '  "Ashford - Crail 3",', "Crail 3", ["there is no colon"]),
    "ticket with three values": (TICKET, '  "Ashford - Crail: 3/2/1 | long",', "3/2/1", ["has one value, not 3"]),
    "tour with one value": ("9/6/15", "9", "Crail - Dale: 9", ["a tour has three values", "here is 1"]),
    "tour worth less in order": ("9/6/15", "5/6/15", "5/6/15", ["a tour in order (5) is worth no less", "(6)"]),
    "bar without sets": (TICKET, '  "Ashford - Crail: 3 |",', "Crail: 3 |", ["after the bar come the ticket sets"]),
    "set twice on a ticket": (TICKET, '  "Ashford - Crail: 3 | long long",', "long long", ["names a ticket set twice"]),
    "ticket twice in a set": (
        "Crail: 4 | plain",
        "Crail: 4 | plain long",
        "Crail: 5 | long",
        ["already on line 70", "'long'"],
    ),
    "ticket twice, turned": (
        TICKET,
        TICKET + '\n  "Crail - Ashford: 7 | long",',
        "Crail - Ashford: 7",
        ["already on line 69"],
    ),
    "unused ticket set": (
        TICKET,
        '  "Ashford - Crail: 3 | plain lnog",',
        "lnog",
        ["no variant plays with", "'lnog' (1 ticket)", "'long'"],
    ),
    "lines among decks": (
        "[tickets]\n",
        "[tickets]\nfar = []\n",
        "[tickets]",
        ["'lines' is for a board with a single ticket deck"],
    ),
}

# One slip should be one fault. These cannot but have more: what they break is used elsewhere in the file.
SPREADING = {
    "unknown word list",
    "words of the wrong kind",
    "no wilds",
    "odd length in the points",
    "id twice",
    "name twice",
    "bad name",
    "routes not a list",
    "place cut off",
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_names_its_line_and_says_what_would_be_right(kind: str, tmp_path: Path) -> None:
    old, new, snippet, said = FAULTS[kind]
    text = changed((old, new))
    found = faults(tmp_path, text)
    start = f"board.toml:{line_of(text, snippet)}: "
    assert [fault for fault in found if fault.startswith(start) and all(part in fault for part in said)], found
    assert len(found) == 1 or kind in SPREADING, found


def test_a_fault_reads_like_this(tmp_path: Path) -> None:
    text = changed(("Crail - Ashford [nr]: gray 1 steep", "Crail - Ashfrod: red 1"))
    with pytest.raises(BoardFileError) as caught:
        load(tmp_path, text)
    assert str(caught.value) == (
        "the board file has 1 fault:\n"
        "  board.toml:62: route \"Crail - Ashfrod: red 1\": no place is called 'Ashfrod'; did you mean 'Ashford'?"
    )


def test_all_faults_are_reported_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = changed(
        ("red = 8", "red = -8"),
        ("hand = 2", "hnad = 2"),
        ("red 2, blue 2, gray 3 ferry 2", "rde 7, blue 2, gray 3 ferry 5"),
        ("Ashford - Crail: 3 | plain long", "Ashford - Nowhere: 0 | plain long"),
        ("Dale - Upper Bourne: 6", "Dale - Nowhere: 6"),
    )
    found = faults(tmp_path, text)
    lines = [int(fault.split(":")[1]) for fault in found]
    assert lines == sorted(lines)
    for part in ("-8", "'hand' is missing", "'hnad'", "'rde'", "length 7", "not 5", "not 0", "'Nowhere'"):
        assert any(part in fault for fault in found), part


def test_equal_lines_are_told_apart(tmp_path: Path) -> None:
    found = faults(tmp_path, changed((TICKET, f"{TICKET}\n{TICKET}")))
    assert found[0].startswith("board.toml:70: ")
    assert "already on line 69 in the set 'plain'" in found[0]


def test_lines_in_single_quotes_are_found(tmp_path: Path) -> None:
    found = faults(tmp_path, changed((TICKET, "  'Ashford - Crail: 0',")))
    assert found == ['board.toml:69: ticket "Ashford - Crail: 0": a ticket is worth at least 1 point, not 0']


def test_a_ticket_between_parts_of_a_broken_network_is_named(tmp_path: Path) -> None:
    found = faults(tmp_path, changed(('  "Crail - Ashford [nr]: gray 1 steep",\n', "")))
    assert "no routes lead from 'Ashford' to 'Crail'" in found[1]
    assert not any("Dale - Upper Bourne" in fault for fault in found)


def test_a_country_is_no_connection(tmp_path: Path) -> None:
    """Both parts reach Dale, at different dead ends, and that joins nothing (COM-074)."""
    found = faults(tmp_path, changed(('  "Crail - Ashford [nr]: gray 1 steep",\n', "")))
    assert found[0].endswith("not all places are connected; cut off from the others: Crail, Dale (east)")


def test_a_place_without_routes_is_cut_off(tmp_path: Path) -> None:
    text = changed(('"Ashford" =', '"Zell" = { at = [1, 1], lonlat = [1, 1] }\n"Ashford" ='))
    assert faults(tmp_path, text) == [
        "board.toml:60: [routes]: not all places are connected; cut off from the others: Zell"
    ]


def test_a_country_without_dead_ends(tmp_path: Path) -> None:
    text = changed(("[routes]", "[countries.Ebb]\nat = [1, 1]\nlonlat = [1, 1]\ndead_ends = {}\n\n[routes]"))
    assert faults(tmp_path, text) == ['board.toml:59: country "Ebb": a country needs at least one dead end']


def test_a_variant_without_a_ticket_set_cannot_play_with_a_goal_twice(tmp_path: Path) -> None:
    text = changed(("[places]", '[variants.all]\ntitle = "All"\nsummary = "All."\n\n[places]'))
    found = faults(tmp_path, text)
    assert len(found) == 1
    assert "variant \"all\": it plays with all tickets, but 'upper_bourne-crail_town' is there twice" in found[0]


def test_missing_sections_are_each_reported_once(tmp_path: Path) -> None:
    head, _, _ = SMALL.partition("[words]")
    missing = ("cards", "points", "places", "routes", "tickets", "numbers")
    assert faults(tmp_path, head) == [f"board.toml:1: the section [{name}] is missing" for name in missing]


def test_a_board_without_tickets(tmp_path: Path) -> None:
    head, _, _ = SMALL.partition("[tickets]")
    assert "board.toml:67: [tickets]: there are no tickets" in faults(tmp_path, head + "[tickets]\nlines = []\n")


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, changed(("seats = [2, 3]", "seats = [2, 3")))
    assert found.startswith("board.toml:5: not valid TOML: ")


def test_a_file_that_ends_too_early(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, 'id = "a"\nseats = [2,')
    assert found.startswith("board.toml:2: not valid TOML: ")


def test_a_place_written_twice(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, changed(('"Crail" = {', '"Ashford" = {')))
    assert found.startswith("board.toml:50: not valid TOML: ")
    assert found.endswith("the same key is already there")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BoardFileError, match="cannot be read"):
        load_board(tmp_path / "board.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b'title = "\xff"')
    with pytest.raises(BoardFileError, match="is not UTF-8 text"):
        load_board(path)
