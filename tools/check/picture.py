"""The picture of the floors: docs/floors.svg is what tools/check/draw draws from floors.toml."""

from drawing import draw
from repository import Offence

NAME = "picture"
ABOUT = "docs/floors.svg shows floors.toml and the rooms that stand (./x docs draws it again)"

PICTURE = "docs/floors.svg"


def check(repository):
    path = repository.root / PICTURE
    if path.is_file() and path.read_text() == draw(repository):
        return []
    return [Offence(PICTURE, 1, "is out of date; draw it again with ./x docs")]
