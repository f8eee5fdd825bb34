"""What the paper itself says, to stand beside our figures: section 7, in words or by the times of Table 3."""

CITATION = ("A. Diavastos, P. Trancoso: SWITCHES: A Lightweight Runtime for Dataflow Execution of Tasks on Many-Cores, ACM "
            "Transactions on Architecture and Code Optimization 14(3), 2017")

# Xeon Phi 7120P, 60 cores: application -> serial s, SWITCHES s, speedup of SWITCHES, of the best OpenMP variant, which one.
PHI = {
    "q12": (373.35, 5.18, 72, 67, "taskloop"),
    "mmult": (78.17, 0.55, 141, 103, "static"),
    "rk4": (32.27, 0.34, 92, 79, "static"),
    "su3": (3.59, 0.048, 81, 57, "dynamic"),
    "poisson2d": (12.14, 1.07, 11, 9, "taskloop"),
    "sparselu": (6798.37, 84.53, 80, 66, "taskloop"),
    "ocean": (14.57, 0.26, 55, 34, "taskloop"),
}
SPLIT_GAIN = 1.24  # Poisson2D: grain of 4 and threads 50:50, over the same without the split


def gain(application):
    """The speedup of SWITCHES over that of the best OpenMP variant."""
    _, _, switches, openmp, _ = PHI[application]
    return switches / openmp
