"""Rooms and their tests: every room says what lives in it and where its tests are, and unit tests lie under their room's path."""

from repository import Offence

NAME = "readmes"
ABOUT = "every room with sources has a README.md that says where its tests are; tests/unit has the paths of src"


def check(repository):
    return rooms_without_readme(repository) + homeless_tests(repository)


def rooms(repository):
    return sorted({source.folder for source in repository.sources if source.folder.startswith("src/")})


def rooms_without_readme(repository):
    offences = []
    for folder in rooms(repository):
        readme = repository.root / folder / "README.md"
        if not readme.is_file():
            offences.append(Offence(folder + "/README.md", 1, "this room has no README.md"))
        elif "tests/" not in readme.read_text():
            offences.append(Offence(folder + "/README.md", 1, "does not say where the room's tests are (tests/…)"))
    return offences


def homeless_tests(repository):
    """Tests of a room lie in its path, or in a folder below; those of several rooms in the path that these share."""
    known = set(rooms(repository))
    shared = {room.rpartition("/")[0] for room in known}
    offences = {}
    for path in repository.files("tests/unit"):
        folder = path.parent.relative_to(repository.root).as_posix()
        of = "src/" + folder.removeprefix("tests/unit").lstrip("/")
        ancestors = [of[:end] for end, letter in enumerate(of + "/") if letter == "/"]
        if "_test." in path.name and of not in shared - {"src"} and not known & set(ancestors):
            offences[folder] = Offence(path.relative_to(repository.root).as_posix(), 1, f"{of} is no room, nor a folder of rooms")
    return list(offences.values())
