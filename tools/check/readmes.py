"""Room READMEs: every room says what lives in it and where its tests are."""

from repository import Offence

NAME = "readmes"
ABOUT = "every room with sources has a README.md that says where its tests are"


def check(repository):
    offences = []
    for folder in sorted({source.folder for source in repository.sources if source.folder.startswith("src/")}):
        readme = repository.root / folder / "README.md"
        if not readme.is_file():
            offences.append(Offence(folder + "/README.md", 1, "this room has no README.md"))
        elif "tests/" not in readme.read_text():
            offences.append(Offence(folder + "/README.md", 1, "does not say where the room's tests are (tests/…)"))
    return offences
