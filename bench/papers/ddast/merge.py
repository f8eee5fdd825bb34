"""Several results.json of one machine and one build as one: an experiment of twenty minutes can be measured in pieces."""

LISTS = ("cases", "notes", "configurations", "grain", "tuning", "scalability", "traces")


def merged(parts):
    """The first of `parts`, with what the others measured added; a configuration or note is kept once.

    Rows of the same case, experiment and threads stay side by side: nothing is averaged over pieces.
    """
    whole = {**parts[0]}
    for part in parts[1:]:
        if part["facts"]["cpu"] != whole["facts"]["cpu"] or part["facts"]["compiler"] != whole["facts"]["compiler"]:
            raise ValueError(f"results of different machines or compilers: {part['facts']['cpu']}, {part['facts']['compiler']} "
                             f"beside {whole['facts']['cpu']}, {whole['facts']['compiler']}; measure them on one")
        for name in LISTS:
            whole[name] = united(whole.get(name, []), part.get(name, []))
        whole["tuned"] = whole.get("tuned") or part.get("tuned")
        whole["facts"] = {**whole["facts"], "machine_after": part["facts"]["machine_after"]}
        whole["options"] = {**whole["options"], "rounds": min(whole["options"]["rounds"], part["options"]["rounds"]),
                            "quick": whole["options"]["quick"] or part["options"]["quick"]}
    return whole


def united(first, second):
    return [*first, *(entry for entry in second if entry not in first)]
