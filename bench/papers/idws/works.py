"""What is run: the five distributions, the four kernels, and the loops that show what a loop costs by itself."""

from dataclasses import dataclass

PROGRAM = "papers/idws/programs/omp"


@dataclass(frozen=True)
class Work:
    name: str  # as the programs call it
    title: str
    part: str
    size: int  # iterations; for a kernel, points on a side of the mesh
    quick_size: int
    argument: str = ""  # what the programs call it, where that is not its name

    @property
    def word(self):
        return self.argument or self.name

    def size_of(self, options):
        if self.part == "distributions" and options.states:
            return options.states
        return self.quick_size if options.quick else self.size


# The paper's arrays have 16 million states, for 16 to 244 threads. Fewer make shorter processes, and so more rounds: what
# disturbs a machine for a second then hits all strategies.
STATES, QUICK_STATES = 1_000_000, 100_000
SIDE, QUICK_SIDE = 320, 100

WORKS = (
    *(Work(name, title, "distributions", STATES, QUICK_STATES) for name, title in (
        ("regular", "Regular"), ("random", "Random"), ("dense_end", "Dense End"), ("dense_begin", "Dense Begin"),
        ("periodic", "Periodic"))),
    *(Work(name, name.capitalize(), "kernels", SIDE, QUICK_SIDE) for name in ("coarsen", "refine", "swap", "smooth")),
    Work("empty", "Empty body", "overhead", 100_000_000, 1_000_000),
    Work("chunks", "Chunks of one iteration", "overhead", 4_000_000, 100_000, "empty"),
)

PARTS = ("distributions", "kernels", "overhead", "neighbour")

# Under a noisy neighbour: the distributions again, with more threads than cores.
NEIGHBOUR_THREADS = 8


def named(name):
    return next(work for work in WORKS if work.name == name)


def of_part(part):
    return [work for work in WORKS if work.part == ("distributions" if part == "neighbour" else part)]
