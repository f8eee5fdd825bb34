"""On what the kernels run: a runtime, and the settings it gets.

Managers and their parameters are data: a name that this build of Heddle does not know is left out with a note.
"""

import os
import json
import subprocess
from dataclasses import dataclass, field

DBF = {"HEDDLE_SCHEDULER": "dbf"}

# The environment variable of each parameter of the paper's Listing 2.
VARIABLES = {
    "MAX_DDAST_THREADS": "HEDDLE_ASYNC_MANAGERS",
    "MAX_SPINS": "HEDDLE_ASYNC_SPINS",
    "MAX_OPS_THREAD": "HEDDLE_ASYNC_OPERATIONS",
    "MIN_READY_TASKS": "HEDDLE_ASYNC_READY",
}

ROLES = {"locked": "the paper's Nanos++", "async": "the paper's DDAST"}
COLOURS = {"serial": "#000000", "default": "#d1603d", "locked": "#8a6d3b", "async": "#7b3fa0", "direct": "#2e8b57", "handover": "#c9a227", "adaptive": "#d1603d",
          
           "tuned": "#c04ad0", "libgomp": "#9aa5b1", "libomp": "#5b8db8"}


@dataclass(frozen=True)
class Configuration:
    name: str
    runtime: str  # "heddle", "libgomp", "libomp" or "serial"
    settings: dict = field(default_factory=dict, hash=False)
    of_case: dict = field(default_factory=dict, hash=False)  # "kernel/grain" -> settings that hold there only
    remark: str = ""

    def settings_for(self, case):
        return {**self.settings, **self.of_case.get(f"{case.kernel}/{case.grain}", {})}

    @property
    def colour(self):
        word = "tuned" if "tuned" in self.name else self.name.split(" ")[0]
        return COLOURS.get(word, "#b8a000")

    @property
    def dashes(self):
        return "" if self.name.endswith(" dbf") or self.runtime != "heddle" else "5 4"


SERIAL = Configuration("serial", "serial", remark="the same block operations in the same order, no runtime")


class Heddle:
    """What the build of Heddle under test understands, asked through its tool."""

    def __init__(self, library_directory):
        self.tool = library_directory.parent.parent.parent / "bin/heddle"

    def _info(self, settings):
        if not self.tool.exists():
            return {"settings": [], "warnings": []}
        result = subprocess.run([str(self.tool), "info", "--json"], capture_output=True, text=True,
                                env={"PATH": os.environ["PATH"], **settings}, check=False)
        try:
            return json.loads(result.stdout)
        except json.JSONDecodeError:
            return {"settings": [], "warnings": [result.stderr]}

    def value(self, name):
        """What a setting is when nobody sets it; "" when Heddle has no such setting."""
        return next((s["value"] for s in self._info({})["settings"] if s["name"] == name), "")

    def understands(self, settings):
        info = self._info(settings)
        known = {s["name"] for s in info["settings"]}
        return set(settings) <= known and not info["warnings"]

    def records_traces(self):
        if not self.tool.exists():
            return False
        result = subprocess.run([str(self.tool), "run", "--help"], capture_output=True, text=True, check=False)
        return "--trace" in result.stdout


def of_heddle(heddle, managers):
    """Heddle's managers under both schedulers, and notes on those this build does not know."""
    found, notes = [], []
    usual = heddle.value("HEDDLE_DEPENDENCE")
    for manager in managers:
        settings = {"HEDDLE_DEPENDENCE": manager}
        if manager == usual:
            notes.append(f"default is the manager {usual}: it is not measured a second time under its own name")
            continue
        if not heddle.understands(settings):
            notes.append(f"manager {manager}: this build of Heddle does not know it")
            continue
        found.append(Configuration(f"{manager} dbf", "heddle", {**settings, **DBF}, remark=ROLES.get(manager, "")))
        found.append(Configuration(manager, "heddle", settings))
    found.append(Configuration("default dbf", "heddle", DBF, remark=f"the default manager ({usual}), the paper's scheduler"))
    found.append(Configuration("default", "heddle", {}, remark="no setting at all"))
    return found, notes


def of_peers(names):
    return [Configuration(name, name) for name in names if name in ("libgomp", "libomp")]


def tuned(of_case):
    settings = {"HEDDLE_DEPENDENCE": "async", **DBF}
    return Configuration("async tuned dbf", "heddle", settings, of_case,
                         "the paper's DDAST tuned: the best values of the sweeps")
