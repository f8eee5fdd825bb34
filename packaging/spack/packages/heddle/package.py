# Heddle for Spack, built from a clone: packaging/README.md says how.
from spack.package import *

try:  # Spack 1.0 and later keep the build systems apart
    from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
except ImportError:  # before, they came with the line above
    pass


class Heddle(CMakePackage):
    """Task-parallel runtime for multicore and many-core machines. Runs binaries of GCC's and Clang's OpenMP unchanged."""

    license("Apache-2.0")
    version("0.1.0")

    variant("simulator", default=True, description="heddle simulate: the engine on machines that you do not have")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("cli11", type="build")
    depends_on("fmt")
    depends_on("elfutils")  # libdw: source lines in traces
    depends_on("libffi")
    depends_on("hwloc@2:", type=("build", "run"))  # loaded when places are asked for
    depends_on("boost+context", when="+simulator")
    depends_on("tomlplusplus", type="build", when="+simulator")

    generator("ninja")

    conflicts("%gcc@:11", msg="Heddle is written in C++20: GCC 12 or Clang 19")
    conflicts("%clang@:18", msg="Heddle is written in C++20: GCC 12 or Clang 19")

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            self.define_from_variant("HEDDLE_BUILD_SIMULATION", "simulator"),
        ]
