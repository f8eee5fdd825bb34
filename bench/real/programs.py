"""The table of programs: what each needs, how its input is made, what is run. A new program is one `Entry`.

An `Entry` names a command that prints `digest NAME HEX` or `value NAME NUMBER` lines, or leaves files that are hashed.
`seconds WALL CPU` in its output replaces the times of the whole process.
"""
import dataclasses
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).parent / "programs"
WATER = """#include "oplsaa.ff/forcefield.itp"
#include "oplsaa.ff/spce.itp"
[ system ]
water
[ molecules ]
"""
MINIMUM = """integrator = steep
nsteps = 60
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
"""
DYNAMICS = """integrator = md
nsteps = 300
dt = 0.001
nstenergy = 100
cutoff-scheme = Verlet
coulombtype = PME
rcoulomb = 0.9
rvdw = 0.9
constraints = h-bonds
tcoupl = v-rescale
tc-grps = System
tau-t = 0.5
ref-t = 300
gen-vel = yes
gen-seed = 1
ld-seed = 1
"""


@dataclasses.dataclass
class Entry:
    name: str
    command: list
    files: tuple = ()               # hashed after the run, relative to the directory of the run
    status: int = 0                 # the exit status it must have
    settings: dict = dataclasses.field(default_factory=dict)
    needs: str = ""                 # what to install when it is absent
    tolerance: float = 0.0          # of `value` lines, relative
    once: bool = False              # it shows behaviour, not speed: one turn is enough
    stock_may_hang: bool = False    # libgomp cannot do it: a time-out there is no failure of the comparison


def python_programs(python):
    """scikit-learn, XGBoost and LightGBM wheels, alone, together and with processes."""
    wheels = "pip install scikit-learn xgboost-cpu lightgbm threadpoolctl mkl"

    def script(name, file, *words, **more):
        # OpenBLAS inside the wheels has threads of its own (pthreads), which only add noise here.
        return Entry(name, [python, str(HERE / file), *words], settings={"OPENBLAS_NUM_THREADS": "1"}, needs=wheels,
                     **more)

    yield script("scikit-learn boosting", "scikit.py", "boosting", tolerance=1e-12)
    yield script("scikit-learn k-means", "scikit.py", "kmeans", tolerance=1e-9)
    yield script("scikit-learn neighbours", "scikit.py", "neighbours")
    yield script("scikit-learn t-SNE", "scikit.py", "tsne", tolerance=1e-9)
    yield script("XGBoost hist", "xgb.py", "hist", tolerance=1e-5)
    yield script("XGBoost exact", "xgb.py", "exact", tolerance=1e-5)
    yield script("LightGBM", "lgbm.py", tolerance=1e-12)
    yield script("three wheels, one process", "together.py", once=True)
    yield script("GNU's and Intel's, one process", "runtimes.py", once=True)
    yield script("joblib: loky", "forks.py", "loky", status=3, once=True)
    yield script("fork, serial child", "forks.py", "fork", status=3, once=True)
    yield script("fork, parallel child", "forks.py", "fork_inside", status=3, once=True,
                 stock_may_hang=True)
    yield script("threadpoolctl", "pools.py", once=True)


def compiled(work, name, libraries):
    """Compiles programs/<name>.c; None when a compiler or a library is missing."""
    binary = work / name
    line = ["gcc", "-O2", "-fopenmp", str(HERE / f"{name}.c"), "-o", str(binary), *libraries, "-lm"]
    try:
        done = subprocess.run(line, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return str(binary) if done.returncode == 0 else None


def library_programs(work):
    """Small programs of ours around large OpenMP libraries of Debian."""
    fft = compiled(work, "fft", ["-lfftw3_omp", "-lfftw3"])
    for size in ("large", "small"):
        yield Entry(f"FFTW {size}", [fft, size], needs="apt install gcc libfftw3-dev")
    # The name says which OpenBLAS: the system's default may be the one with pthreads.
    blas = compiled(work, "blas", ["-Wl,-rpath,/usr/lib/x86_64-linux-gnu/openblas-openmp",
                                   "-l:openblas-openmp/libopenblas.so.0"])
    yield Entry("OpenBLAS", [blas], needs="apt install gcc libopenblas0-openmp")


def imagemagick(work):
    """One picture that depends on nothing random, then filters whose rows are an OpenMP loop."""
    convert = shutil.which("convert-im6.q16")
    source = work / "picture.miff"
    if convert and not source.exists():
        subprocess.run([convert, "-size", "1200x800", "gradient:red-blue", "-swirl", "720", "-wave", "20x90",
                        str(source)], check=True)
    yield Entry("ImageMagick blur", [convert, str(source), "-gaussian-blur", "0x4", "-resize", "70%", "-unsharp", "0x2",
                                     "out.miff"], files=("out.miff",), needs="apt install imagemagick-6.q16")
    yield Entry("ImageMagick median", [convert, str(source), "-resize", "50%", "-statistic", "median", "5x5",
                                       "-charcoal", "2", "out.ppm"],
                files=("out.ppm",), needs="apt install imagemagick-6.q16")


def gromacs(work):
    """A box of water, relaxed first, then 300 steps; -reprod asks GROMACS for bit-identical trajectories."""
    gmx = shutil.which("gmx")
    if gmx and not (work / "water.tpr").exists():
        (work / "water.top").write_text(WATER)
        (work / "water.mdp").write_text(DYNAMICS)
        (work / "minimum.mdp").write_text(MINIMUM)
        for step in (["solvate", "-cs", "spc216", "-box", "3.2", "3.2", "3.2", "-o", "water.gro", "-p", "water.top"],
                     ["grompp", "-f", "minimum.mdp", "-c", "water.gro", "-p", "water.top", "-o", "minimum.tpr",
                      "-maxwarn", "3"],
                     ["mdrun", "-s", "minimum.tpr", "-deffnm", "minimum", "-c", "relaxed.gro", "-ntmpi", "1"],
                     ["grompp", "-f", "water.mdp", "-c", "relaxed.gro", "-p", "water.top", "-o", "water.tpr",
                      "-maxwarn", "3"]):
            subprocess.run([gmx, *step], cwd=work, check=True, capture_output=True)
    run = [gmx, "-quiet", "mdrun", "-s", str(work / "water.tpr"), "-ntmpi", "1", "-reprod", "-nb", "cpu", "-pin", "off",
           "-c", "end.gro", "-deffnm", "run"]
    yield Entry("GROMACS water", run, files=("end.gro",), needs="apt install gromacs")


def programs(work, python):
    """All entries; one whose program is missing has None in its command."""
    return [*python_programs(python), *library_programs(work), *imagemagick(work), *gromacs(work)]
