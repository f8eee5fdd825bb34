"""The three kernels and their arguments on this machine, after the rule of section 4.2.

Coarse is the smallest block that still gives almost the speed of the best one and enough tasks for every core; fine is
half of it: the same problem in 4 (N-Body) or 8 times as many tasks. The problems are the paper's with smaller blocks,
so the graphs have the task numbers of its tables: Matmul those of ThunderX, N-Body and Sparse LU those of KNL.
`run.py --only grain` measures what every block size costs here.
"""

from dataclasses import dataclass

GRAINS = ("coarse", "fine")


@dataclass(frozen=True)
class Case:
    """One kernel with one set of arguments."""

    kernel: str
    grain: str
    arguments: tuple  # of the program: size, block and perhaps steps
    tasks: int  # what the program must report

    @property
    def program(self):
        return f"papers/ddast/kernels/{self.kernel}"

    @property
    def title(self):
        return f"{TITLES[self.kernel]}, {self.grain}"


TITLES = {"matmul": "Matmul", "sparselu": "Sparse LU", "nbody": "N-Body"}

SIZES = {  # problem; block and tasks of coarse and fine
    "matmul": (1024, (), (32, 32_768), (16, 262_144)),
    "sparselu": (2048, (), (32, 11_472), (16, 89_504)),
    "nbody": (4096, (16,), (32, 262_176), (16, 1_048_608)),
}
QUICK_SIZES = {
    "matmul": (128, (), (16, 512), (8, 4_096)),
    "sparselu": (256, (), (16, 212), (8, 1_512)),
    "nbody": (256, (2,), (16, 516), (8, 2_052)),
}

BLOCKS = (8, 16, 32, 64, 128)


def cases(kernels, quick):
    table = QUICK_SIZES if quick else SIZES
    found = []
    for kernel in kernels:
        size, more, *grains = table[kernel]
        for grain, (block, tasks) in zip(GRAINS, grains):
            found.append(Case(kernel, grain, tuple(map(str, (size, block, *more))), tasks))
    return found


def with_block(case, block):
    """The same problem in other blocks; how many tasks that makes is not known beforehand (0)."""
    size, _, *more = case.arguments
    return Case(case.kernel, f"blocks of {block}", (size, str(block), *more), 0)
