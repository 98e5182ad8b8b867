#!/usr/bin/env python3
"""Sources of one layer may use the same names in unnamed namespaces: cmake/batches.cmake puts them into different batches, also after a
new name has been added.

    batches.py SOURCE_FOLDER CMAKE GENERATOR COMPILER
"""
import pathlib
import subprocess
import sys
import tempfile

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(batches LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
set(BANMEN_BATCHES ON)
include({source}/cmake/batches.cmake)
file(GLOB sources CONFIGURE_DEPENDS src/lab/*.cpp)
add_executable(program ${{sources}})
compile_in_batches(program 14 ${{sources}})
"""
SOURCE = """namespace banmen {{
namespace {{

{helpers}
}}  // namespace

int {name}() {{ return {value}; }}

}}  // namespace banmen
"""
HELPERS = """struct Kind {{
  int value = {0};
}};

constexpr int limit = {0};

template <class Number>
Number twice(const Number& {1}) {{
  return 2 * {1};
}}
"""
MAIN = """namespace banmen {
int one();
int two();
int three();
}  // namespace banmen

int main() { return banmen::one() + 10 * banmen::two() + 100 * banmen::three() == 184 ? 0 : 1; }
"""


def main(source, cmake, generator, compiler):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)

        def write(name, text):
            (root / "src" / "lab").mkdir(parents=True, exist_ok=True)
            (root / "src" / "lab" / name).write_text(text)

        def build():
            subprocess.run([cmake, "--build", root / "build"], check=True, stdout=subprocess.DEVNULL)
            subprocess.run([root / "build" / "program"], check=True)
            return [path.read_text() for path in (root / "build").glob("CMakeFiles/program.dir/Unity/*.cxx")]

        def together(batches, *names):
            return any(all(f"/{name}.cpp" in batch for name in names) for batch in batches)

        (root / "CMakeLists.txt").write_text(PROJECT.format(source=source))
        write("main.cpp", MAIN)
        write("one.cpp", SOURCE.format(name="one", helpers=HELPERS.format(1, "x"), value="Kind().value + limit + twice(1)"))
        write("two.cpp", SOURCE.format(name="two", helpers=HELPERS.format(2, "number"), value="Kind().value + limit + twice(2)"))
        write("three.cpp", SOURCE.format(name="three", helpers="int zero() { return 0; }\n", value="1 + zero()"))
        subprocess.run([cmake, "-S", root, "-B", root / "build", "-G", generator, f"-DCMAKE_CXX_COMPILER={compiler}"],
                       check=True, stdout=subprocess.DEVNULL)
        batches = build()
        if together(batches, "one", "two") or not together(batches, "one", "three"):
            print("two helpers of one name must be in different batches, and others together")
            return 1
        write("three.cpp", SOURCE.format(name="three", helpers="constexpr int limit = 0;\n", value="1 + limit"))
        build()
    print("helpers of the same name keep to their files")
    return 0


sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
