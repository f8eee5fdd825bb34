"""What the paper itself says, to stand beside our figures.

J. Bosch and others, "Asynchronous Runtime with Distributed Manager for Task-based Programming Models", Parallel
Computing (2020), doi 10.1016/j.parco.2020.102664. Its plots carry no numbers; what can be quoted is the text's.
"""

CITATION = ("J. Bosch, C. Álvarez, D. Jiménez-González, X. Martorell, E. Ayguadé: Asynchronous Runtime with Distributed "
            "Manager for Task-based Programming Models, Parallel Computing (2020), doi 10.1016/j.parco.2020.102664")

# Tables 2 to 4: machine, problem, then (block, tasks) coarse and fine.
ARGUMENTS = {
    "matmul": ("Table 2", (("KNL", "8192", (512, 4_096), (256, 32_768)),
                           ("ThunderX", "4096", (128, 32_768), (64, 262_144)),
                           ("Power8+/9", "8192", (512, 4_096), (256, 32_768)))),
    "nbody": ("Table 3", (("KNL", "16384, 16 steps", (128, 262_176), (64, 1_048_608)),
                          ("ThunderX", "16384, 16 steps", (128, 262_176), (64, 1_048_608)),
                          ("Power8+/9", "16384, 16 steps", (256, 65_568), (128, 262_176)))),
    "sparselu": ("Table 4", (("KNL", "8192", (128, 11_472), (64, 89_504)),
                             ("ThunderX", "8192", (128, 11_472), (64, 89_504)),
                             ("Power8+/9", "8192", (128, 11_472), (64, 89_504)))),
}

# Table 5: the value before tuning (which the sweeps of Figures 5 to 8 start from) and after it.
PARAMETERS = {
    "MAX_DDAST_THREADS": ("all", "ceil(threads / 8)"),
    "MAX_SPINS": ("20", "1"),
    "MAX_OPS_THREAD": ("6", "8"),
    "MIN_READY_TASKS": ("4", "4"),
}

# What the text says of each figure: (section, statement in our words).
STATEMENTS = {
    "fig5": (("5.1", "fine grain reacts more than coarse; one manager can be too few, beyond 2 to 4 nothing changes; "
                     "Sparse LU on Power8+ is best with 2 to 4"),),
    "fig6": (("5.2", "no effect: within 0.5 % of 1 for every value"),),
    "fig7": (("5.3", "near 1 on average; Matmul loses below 8 and gains above, Sparse LU loses above 8"),),
    "fig8": (("5.4", "near 1 on average; Matmul does well at both ends, Sparse LU badly at both ends"),),
    "fig9": (("6.1", "KNL: DDAST about 40 % (fine) and 30 % (coarse) faster than Nanos++, tuned up to about 90 %"),
             ("6.1", "KNL: each task about 33 % shorter, because the runtime's data stay out of the worker's cache"),
             ("6.1", "ThunderX fine: like KNL, and tuning adds nothing; ThunderX coarse and Power9: all runtimes alike"),
             ("6.1", "GOMP like Nanos++, better than it with fine tasks")),
    "fig10": (("6.1", "all runtimes scale well; DDAST about as fast as Nanos++ and GOMP"),),
    "fig11": (("6.1", "fine: Nanos++ stands still at the largest numbers of threads, DDAST holds or gains"),
              ("6.1", "GOMP creates tasks fastest with few threads, and suffers when idle threads contend (32 and 64 on KNL)"),
              ("6.1", "coarse: no such gap")),
    "fig12": (("6.2", "Nanos++ is a pyramid (the whole graph is built early), DDAST a roof: only the tasks needed to find "
                      "parallelism are in the graph, the rest wait in the managers' queues"),),
    "fig13": (("6.2", "DDAST has more tasks in the graph than Nanos++, because it creates them faster; the ready tasks stay "
                      "near zero in both"),),
    "fig14": (("6.2", "as Matmul: a pyramid for Nanos++, flat with small peaks for DDAST"),),
    "fig15": (("6.2", "DDAST, a part of 14: almost all threads become idle until the end of a critical task is processed; then more "
                      "than 100 tasks get ready at once"),),
}
