"""The benchmark harness: what is measured, with which runtimes, how, and how it is shown."""
