"""What the paper itself says, to stand beside our figures.

G. Rokos, G. J. Gorman, P. H. J. Kelly, "An Interrupt-Driven Work-Sharing For-Loop Scheduler" (2015). Tables 1 to 4, in seconds.
"""

CITATION = ("G. Rokos, G. J. Gorman, P. H. J. Kelly: An Interrupt-Driven Work-Sharing For-Loop Scheduler (Imperial College "
            "London)")

WORKS = ("regular", "random", "dense_end", "dense_begin", "periodic", "coarsen", "refine", "swap", "smooth")
STRATEGIES = ("IDWS", "OMP static", "OMP static,1", "OMP dynamic", "OMP guided", "Cilk+")

TABLES = {
    "Table 1: two Xeon E5-2650, 32 threads": (
        (5.85, 7.48, 4.14, 3.80, 1.13, 12.4, 7.29, 19.9, 11.0),
        (5.84, 7.51, 15.7, 15.0, 1.13, 18.6, 7.87, 20.4, 12.1),
        (5.92, 7.60, 4.32, 3.91, 14.5, 15.4, 8.45, 22.5, 12.4),
        (22.4, 27.0, 21.4, 20.5, 9.72, 67.4, 31.4, 99.7, 17.9),
        (5.82, 7.46, 4.27, 7.08, 1.12, 12.1, 6.88, 19.5, 11.1),
        (6.12, 7.76, 4.35, 4.00, 1.20)),
    "Table 2: two Xeon E5-2643, 16 threads": (
        (8.24, 10.6, 5.86, 5.37, 2.86, 17.5, 7.06, 24.5, 17.3),
        (8.25, 10.6, 21.2, 22.7, 2.86, 29.3, 8.13, 26.8, 18.3),
        (8.37, 10.7, 6.01, 5.70, 22.2, 23.0, 9.55, 30.7, 19.1),
        (26.9, 34.6, 22.8, 21.7, 9.43, 63.7, 26.3, 91.8, 22.7),
        (8.23, 10.5, 6.07, 9.81, 2.84, 17.6, 7.08, 24.3, 17.3),
        (8.38, 10.7, 5.96, 5.47, 2.92)),
    "Table 3: Xeon Phi, 122 threads": (
        (11.0, 19.6, 9.60, 9.02, 0.97, 30.7, 17.2, 86.7, 26.9),
        (12.3, 22.3, 49.0, 54.2, 1.06, 34.7, 19.7, 79.1, 27.7),
        (12.6, 22.9, 11.2, 10.6, 48.3, 35.6, 21.2, 122, 26.2),
        (40.1, 31.5, 25.7, 25.1, 15.2, 129, 59.6, 234, 29.4),
        (10.8, 19.6, 10.3, 23.5, 0.92, 29.9, 15.6, 85.3, 24.0),
        (11.3, 19.9, 10.1, 9.59, 1.05)),
    "Table 4: Xeon Phi, 244 threads": (
        (7.46, 15.9, 7.46, 7.06, 0.56, 34.2, 19.9, 177, 25.9),
        (8.13, 16.5, 27.0, 27.1, 0.51, 29.1, 21.3, 174, 19.4),
        (7.65, 16.0, 7.63, 7.24, 24.7, 27.9, 20.0, 202, 19.3),
        (17.3, 19.8, 13.9, 13.6, 7.68, 81.4, 38.4, 247, 24.4),
        (7.27, 15.7, 8.11, 19.6, 0.52, 96.1, 35.1, 275, 46.6),
        (8.03, 16.3, 8.31, 7.97, 0.63)),
}

# Our strategy that stands for each of the paper's in the plots.
COUNTERPARTS = {"IDWS": "heddle default", "OMP static": "libgomp static", "OMP static,1": "libgomp static,1",
                "OMP dynamic": "libgomp dynamic", "OMP guided": "libgomp guided", "Cilk+": "onetbb auto"}


def ratios(table):
    """Rows of multiples of the fastest strategy of the same column; None where the paper has no number."""
    rows = TABLES[table]
    columns = [[row[i] if i < len(row) else None for row in rows] for i in range(len(WORKS))]
    fastest = [min(time for time in column if time is not None) for column in columns]
    return [[columns[i][j] / fastest[i] if columns[i][j] is not None else None for i in range(len(WORKS))]
            for j in range(len(rows))]
