"""What the Myrmics paper and its authors' code say: the numbers that ours stand beside."""

MHZ = 10  # a MicroBlaze; all cycles are its

# Figure 7a, cycles: an empty task of one object.
SPAWN_EXECUTE = {"all MicroBlaze": (37407, 22529), "fast scheduler": (16165, 13253), "all fast": (5395, 2713)}

# Figure 8, strong scaling, seconds by workers: MPI, one scheduler, a tree.
STRONG = {
    "jacobi": {16: (29.4, 38.9, None), 32: (14.7, 25.8, 20.6), 64: (7.25, 22.3, 13.2), 128: (3.34, 33.4, 8.15),
               256: (1.63, 48.0, 8.05), 512: (.823, 97.6, 12.6)},
    "ray": {16: (44.1, 44.0, None), 32: (22.6, 22.6, 22.6), 64: (11.4, 11.5, 11.4), 128: (5.76, 6.04, 5.91),
            256: (2.89, 3.48, 3.17), 512: (1.46, 2.80, 2.02)},
    "bitonic": {16: (52.4, 52.1, None), 32: (22.7, 28.4, 26.1), 64: (11.2, 23.2, 17.3), 128: (5.07, 26.2, 16.0),
                256: (2.59, 44.8, 14.2), 512: (1.34, 116, 19.2)},
    "kmeans": {16: (158, 166, None), 32: (79.0, 88.1, 83.5), 64: (39.5, 49.6, 42.4), 128: (19.7, 31.4, 22.5),
               256: (9.95, 26.8, 13.1), 512: (5.09, 34.0, 9.24)},
    "matrix": {16: (86.6, 113, None), 32: (None, 55.2, 60.8), 64: (21.6, 26.9, 26.1), 128: (None, 16.0, 17.3),
               256: (4.42, 12.3, 7.57), 512: (None, 43.9, 5.62)},
}
# Where the MPI program of matrix could not run, its time lies between those of its neighbours (a power of 4 of cores).
MATRIX_MPI_BETWEEN = {32: 43.2, 128: 9.77, 512: 2.21}

LEAVES = {16: 1, 32: 2, 64: 4, 128: 7, 256: 7, 512: 7}  # Figure 8's tree

# Figure 9: percent of the time that workers run tasks and schedulers are busy.
BUSY = {("kmeans", 128): (88, 2), ("kmeans", 512): (53, 17), ("bitonic", 512): (None, 33)}
# Figure 10: bytes of a scheduler's messages at 512 workers.
SCHEDULER_BYTES = {"bitonic": 4 << 20, "kmeans": 256 << 10, "ray": 64 << 10}

# Figure 11, from the authors' myrmics_main.c, by p: seconds, KiB a worker, imbalance in percent.
LOCALITY = {
    "matrix": {100: (62.953, 0, 100), 90: (62.950, 0, 100), 80: (62.950, 0, 100), 70: (62.952, 0, 100), 60: (62.951, 0, 100),
               50: (3.151, 211.0, 8.04), 40: (2.875, 247.2, 4.66), 30: (2.880, 246.6, 3.81), 20: (3.153, 248.1, 6.35), 10: (2.874, 245.5, 5.08),
               0: (2.552, 329.6, 1.27)},
    "jacobi": {100: (54.434, 702.2, 93.55), 90: (54.427, 702.2, 93.55), 80: (54.444, 702.2, 93.55), 70: (54.450, 706.1, 93.55),
               60: (54.440, 5300, 64.07), 50: (8.700, 7700, 6.33), 40: (8.709, 7800, 7.23), 30: (7.678, 7800, 5.33), 20: (7.832, 7900, 4.61),
               10: (7.765, 7900, 4.82), 0: (8.110, 8500, 1.47)},
    "kmeans": {100: (363.042, 61.5, 98.83), 90: (363.054, 61.5, 98.83), 80: (363.048, 61.5, 98.83), 70: (363.049, 61.5, 98.83),
               60: (363.049, 61.5, 98.83), 50: (8.789, 698.6, 2.64), 40: (8.751, 708.0, 2.64), 30: (8.702, 708.0, 2.64), 20: (8.849, 708.0, 2.64),
               10: (8.747, 708.0, 2.64), 0: (9.649, 1000, 2.11)},
}


def mpi_seconds(program, workers):
    return STRONG[program][workers][0] or MATRIX_MPI_BETWEEN[workers]
