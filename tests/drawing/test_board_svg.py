"""The drawn board: it is well-formed, has what it promises, and is small enough."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

import branchline as bl
from branchline.drawing import (
    LayoutError,
    RouteValues,
    Scene,
    Theme,
    draw_board,
    draw_thumbnail,
    live_board,
    load_land,
    load_layout,
    render_png,
    render_rgb,
    scene_of,
    stylesheet,
)
from branchline.drawing.free_space import Room, room_of
from branchline.drawing.land import land_from_json
from branchline.drawing.layout import MARK_RADIUS, layout_from_json, layout_to_json
from branchline.drawing.palette import CARDS, THEMES, resolved, variables
from branchline.drawing.shapes import Disc

BOARDS = [board.id for board in bl.boards()]
SVG = "{http://www.w3.org/2000/svg}"


def _root(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def _by_id(root: ET.Element) -> dict[str, ET.Element]:
    found = [element for element in root.iter() if "id" in element.attrib]
    ids = {element.attrib["id"]: element for element in found}
    assert len(ids) == len(found), "an id is there twice"
    return ids


@pytest.mark.parametrize("name", BOARDS)
def test_layout_has_every_route(name: str) -> None:
    """As many slots as the route is long, a place for every city, a name for every city and country."""
    board = bl.board(name)
    layout = load_layout(board)
    assert {route.id: route.length for route in board.routes} == {
        route: len(track.slots) for route, track in layout.tracks.items()
    }
    assert set(layout.places) == {city.id for city in board.cities}
    named = {city.id for city in board.cities if not city.country and "junction" not in city.tags}
    assert set(layout.labels) == named | {country.id for country in board.countries}
    assert layout.size == board.size
    assert layout_from_json(json.loads(json.dumps(layout_to_json(layout)))) == layout


@pytest.mark.parametrize("name", BOARDS)
def test_labels_say_the_names(name: str) -> None:
    """A label has the name of its place, whatever line it is broken into."""
    board = bl.board(name)
    for place, label in load_layout(board).labels.items():
        assert " ".join(label.lines) == board.goal_name(place)


@pytest.mark.parametrize("name", BOARDS)
def test_marks_are_free(name: str) -> None:
    """Every connection with marks has its monograms beside it, on free ground."""
    board = bl.board(name)
    layout = load_layout(board)
    room = room_of(board, replace(layout, marks={}, stands={}))
    taken = Room(layout.size)
    for route in board.routes:
        if route.track == 1:
            assert len(layout.marks.get(route.id, ())) == len(route.marks)
        for spot in layout.marks.get(route.id, ()):
            disc = Disc(*spot, MARK_RADIUS * layout.unit)
            assert room.free(disc), route.id
            assert taken.free(disc), route.id
            taken.add(disc)


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_has_stable_ids(name: str) -> None:
    """What a page relies on: docs/drawn-board.md."""
    board = bl.board(name)
    root = _root(live_board(board))
    ids = _by_id(root)
    layout = load_layout(board)
    for route in board.routes:
        group = ids[f"route-{route.index}"]
        assert group.attrib["data-route"] == route.id
        slots = [child for child in group if child.attrib["href"] != "#slot-wild"]
        assert len(slots) == route.length
        assert len(group) - len(slots) == route.wilds
        assert len(ids[f"claim-{route.index}"].findall(f"{SVG}g[@class='car']")) == route.length
        for kind in ("run", "line", "halo", "hit"):
            assert f"{kind}-{route.index}" in ids
    for city in board.cities:
        assert f"place-{city.id}" in ids
    for label in layout.labels:
        assert f"label-{label}" in ids
    for element in root.iter():
        target = element.attrib.get("href", "")
        assert not target or target[1:] in ids, target


@pytest.mark.parametrize("name", BOARDS)
def test_templates_bring_their_own_look(name: str) -> None:
    """Rules like ".bd .fine" do not reach what a `<use>` shows in a browser: templates do not rely on classes."""
    for defs in _root(live_board(bl.board(name))).iter(f"{SVG}defs"):
        assert not [element for element in defs.iter() if "class" in element.attrib]


@pytest.mark.parametrize("name", BOARDS)
def test_the_client_stays_small(name: str) -> None:
    """The drawing for a page, compressed: the whole client has 300 kB."""
    assert len(gzip.compress(live_board(bl.board(name)).encode(), 9)) < 110_000


@pytest.mark.parametrize("name", BOARDS)
def test_a_game_is_drawn(name: str) -> None:
    """What lies on the board after a while is there, in the seats' classes."""
    board = bl.board(name)
    game = bl.new_game(name, seats=board.seats[1], seed=3, events=False)
    while not game.is_over and sum(bool(owners) for owners in game.observe(None).tracks.owners) < 12:
        legal = game.legal_actions()
        game.apply(legal[len(legal) * 7 // 8])
    scene = scene_of(game.observe(None))
    ids = _by_id(_root(draw_board(board, scene)))
    for route, owners in scene.owners.items():
        assert f"seat-{owners[0]}" in ids[f"claim-{route}"].attrib["class"]
    claims = [name for name in ids if name.startswith("claim-")]
    assert len(claims) == sum(len(owners) for owners in scene.owners.values())
    waiting = sum(len(colors) for colors in scene.things.get("passengers", {}).values())
    pawns = [e for name, e in ids.items() if name.startswith("passengers-") for e in e]
    assert len(pawns) == waiting
    assert scene.owners


def test_lights_halos_and_closed_tracks() -> None:
    """The states of routes and places are classes."""
    board = bl.board("usa")
    double = next(route for route in board.routes if route.twins)
    scene = Scene(
        owners={double.index: (1,)},
        closed=frozenset(double.twins),
        lit=frozenset({"denver"}),
        legal=frozenset({5}),
        marked=frozenset({6}),
    )
    ids = _by_id(_root(draw_board(board, scene)))
    assert ids["place-denver"].attrib["class"] == "place lit"
    assert ids["halo-5"].attrib["class"] == "halo legal"
    assert ids["halo-6"].attrib["class"] == "halo marked"
    assert ids[f"route-{double.twins[0]}"].attrib["class"].endswith("closed")
    assert "halo-7" not in ids


def test_few_seats_close_the_other_track() -> None:
    """R6: with few seats a claimed track closes its twins, and the drawing shows it."""
    game = bl.new_game("usa", seats=2, seed=1, events=False)
    while not game.is_over and not scene_of(game.observe(None)).closed:
        legal = game.legal_actions()
        game.apply(legal[-1])
    scene = scene_of(game.observe(None))
    assert scene.closed
    for route in scene.closed:
        assert any(twin in scene.owners for twin in game.board.routes[route].twins)


def test_values_have_a_legend() -> None:
    """A heat map: one line for each value, broader and darker with it, and a legend below the map."""
    board = bl.board("usa")
    values = RouteValues("Built, share of games", {0: 0.1, 1: 0.9, 2: 0.5}, form=".0%")
    svg = draw_board(board, Scene(values=values))
    root = _root(svg)
    lines = [e for e in root.iter(f"{SVG}use") if e.attrib.get("stroke", "").startswith("#")]
    assert [line.attrib["href"] for line in lines] == ["#run-0", "#run-2", "#run-1"]
    widths = [float(line.attrib["stroke-width"]) for line in lines]
    assert widths == sorted(widths)
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts[-3:] == ["Built, share of games", "0%", "90%"]
    assert float(root.attrib["viewBox"].split()[3]) > board.size[1]


@pytest.mark.parametrize("theme", THEMES)
def test_every_variable_has_a_color(theme: Theme) -> None:
    """The style sheet uses no color that a theme lacks."""
    used = set(re.findall(r"var\(--([a-z0-9-]+)\)", stylesheet()))
    assert used <= set(variables(theme))
    assert "var(" not in resolved(stylesheet(), theme)
    for card in CARDS:
        assert f".c-{card}{{" in stylesheet()


@pytest.mark.parametrize("theme", THEMES)
def test_pictures(theme: Theme) -> None:
    """A PNG of the width asked for, and the same as an array; day is light, night is dark."""
    svg = draw_board(bl.board("san_francisco"), theme=theme)
    assert render_png(svg, theme, width=300)[:8] == b"\x89PNG\r\n\x1a\n"
    pixels = render_rgb(svg, theme, width=300)
    assert pixels.shape[1:] == (300, 3)
    assert pixels.shape[0] in (212, 213)
    assert (pixels.mean() > 128) == (theme == "day")


def test_text_is_drawn_with_our_fonts() -> None:
    """Names leave ink on the picture: the vendored fonts are found without any of the system's."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="200" height="40" fill="#fff"/>'
    for family, weight, style in (
        ("Barlow Semi Condensed", 600, "normal"),
        ("Zilla Slab", 500, "normal"),
        ("Zilla Slab", 500, "italic"),
        ("Zilla Slab", 600, "italic"),
    ):
        text = f'<text x="5" y="30" font-size="30" font-family="{family}" font-weight="{weight}" font-style="{style}">'
        assert render_rgb(f"{head}{text}Łódź Denver</text></svg>", width=200).min() < 100


def test_a_broken_layout_is_named(tmp_path: Path) -> None:
    """One clear line says which file is wrong, or that there is none."""
    mine = replace(bl.board("usa"), id="mine", path=tmp_path / "board.toml")
    assert load_land(mine) is None
    with pytest.raises(LayoutError, match=r"branchline draw --layout"):
        load_layout(mine)
    (tmp_path / "layout.json").write_text('{"unit": 1}')
    with pytest.raises(LayoutError, match="no layout of a board"):
        draw_board(mine)


def test_a_layout_of_another_board_is_refused(tmp_path: Path) -> None:
    """A layout has to fit: every route as long as the board has it."""
    other = bl.board("san_francisco")
    mine = replace(bl.board("usa"), path=tmp_path / "board.toml")
    (tmp_path / "layout.json").write_text((other.path.parent / "layout.json").read_text("utf-8"), "utf-8")
    with pytest.raises(LayoutError, match="has no place"):
        draw_board(mine)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_without_layout_gets_a_draft(name: str, tmp_path: Path) -> None:
    """Drawn at once, with all that a page relies on, always the same."""
    mine = replace(bl.board(name), path=tmp_path / "board.toml")
    drawn = live_board(mine)
    assert drawn == live_board(mine)
    ids = _by_id(_root(drawn))
    assert {f"route-{route.index}" for route in mine.routes} <= set(ids)
    assert {f"label-{country.id}" for country in mine.countries} <= set(ids)


def test_seats_that_share_a_route_share_its_width() -> None:
    """Two trains side by side on one track."""
    board = bl.board("usa")
    ids = _by_id(_root(draw_board(board, Scene(owners={4: (0, 3)}))))
    assert ids["claim-4"].attrib["class"] == "claim seat-0"
    assert ids["claim-4-2"].attrib["class"] == "claim seat-3"
    for claim in ("claim-4", "claim-4-2"):
        turns = [element.attrib.get("transform", "") for element in ids[claim].iter(f"{SVG}g")]
        assert sum("scale(1 0.5)" in turn for turn in turns) == board.routes[4].length


def test_a_ground_has_colors_of_its_own() -> None:
    """Files, pictures and thumbnails have the board's own water; what is no color of a ground is refused."""
    board = bl.board("world")
    land = load_land(board)
    assert land is not None
    for theme in THEMES:
        water = land.tones[theme]["water"]
        svg = draw_board(board, theme=theme)
        assert f"--water:{water}" in svg.partition(">")[0]
        assert f"fill:{water}" in resolved(svg, theme)
        assert f'fill="{water}"' in draw_thumbnail(board, theme=theme)
        assert "style=" not in live_board(board)  # pages bring their styles: see grounds_css
    data = json.loads(board.file("land.json").read_text("utf-8"))
    for wrong in (
        {"tones": {"day": {"ink": "#000000"}}},
        {"tones": {"day": {"water": "red"}}},
        {"motifs": [["x", 1, 2, 1]]},
    ):
        with pytest.raises(ValueError, match=r"no color of a ground|no motif"):
            land_from_json(data | wrong)
