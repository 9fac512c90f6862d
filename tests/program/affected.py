"""tests/affected.py, over a small project: which tests a change concerns."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from _program import Scene, check

SOURCE = os.environ.get("SOLENOID_SOURCE_DIR")
for tool in ("cmake", "ninja", "git", "nm", "c++"):
    if SOURCE is None or shutil.which(tool) is None:
        print(f"{tool} or SOLENOID_SOURCE_DIR is missing")
        sys.exit(77)

# `sum` is needed by `mean` and by nobody else; `greeting` by the program alone. one.cpp and two.cpp are
# compiled as one, three.cpp by itself.
FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.20)
project(small CXX)
enable_testing()
add_library(parts STATIC src/sum.cpp src/mean.cpp)
add_library(product STATIC src/product.cpp)
add_executable(solenoid src/greeting.cpp)
target_link_libraries(solenoid product)
add_library(module MODULE src/module.cpp)
set_target_properties(module PROPERTIES PREFIX "" OUTPUT_NAME _native.of-a-python
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/python/solenoid)
add_executable(unit_tests unit/main.cpp unit/one.cpp unit/two.cpp unit/three.cpp)
target_link_libraries(unit_tests parts product)
set_target_properties(unit_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
set_source_files_properties(unit/one.cpp unit/two.cpp PROPERTIES UNITY_GROUP pair)
foreach(name one two three)
  add_test(NAME unit.${name} COMMAND unit_tests --tests-of=tests/unit/${name}.cpp)
endforeach()
add_test(NAME program.greets COMMAND solenoid)
add_test(NAME program.reads COMMAND solenoid)
set_tests_properties(program.greets PROPERTIES LABELS program)
set_tests_properties(program.reads PROPERTIES LABELS "program;sources")
""",
    "src/sum.cpp": "int sum(int a, int b) { return a + b; }\n",
    "src/mean.cpp": "int sum(int, int);\nint mean(int a, int b) { return sum(a, b) / 2; }\n",
    "src/product.cpp": "int product(int a, int b) { return a * b; }\n",
    "src/greeting.cpp": "int product(int, int);\nint main() { return product(0, 1); }\n",
    "src/module.cpp": "int answer() { return 42; }\n",
    "unit/main.cpp": """#include <cstring>
struct Test { const char* name; bool (*run)(); } tests[3];
int count = 0;
int add(const char* name, bool (*run)()) { tests[count++] = {name, run}; return count; }
int main(int, char** words) {
  for (const Test& test : tests)
    if (std::strstr(words[1], test.name)) return !test.run();
  return 1;
}
""",
    "unit/one.cpp": """int add(const char*, bool (*)());
int mean(int, int);
static int one = add("one", [] { return mean(1, 3) == 2; });
""",
    "unit/two.cpp": """int add(const char*, bool (*)());
static int two = add("two", [] { return true; });
""",
    "unit/three.cpp": """int add(const char*, bool (*)());
int product(int, int);
static int three = add("three", [] { return product(2, 3) == 6; });
""",
    "notes.md": "Read by nobody knows whom.\n",
    ".gitignore": "/build/\n",
}
ALL = {"unit.one", "unit.two", "unit.three", "program.greets", "program.reads"}

with Scene() as scene:

    def run(*words, code=0):
        done = subprocess.run(words, cwd=scene.folder, text=True, capture_output=True)
        check(done.returncode == code, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def write(name, text):
        path = scene.folder / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)

    def change(name, old, new):
        text = (scene.folder / name).read_text()
        check(old in text, f"{name} has no {old}")
        write(name, text.replace(old, new))

    def concerned(expected, what, fails=False):
        """Builds and compares; runs what is concerned and notes what passed."""
        run("cmake", "--build", "build")
        numbers = run("tests/affected.py", "select", "build").strip()
        if not numbers:
            check(not expected, f"{what}: no test is concerned, expected {expected}")
            return
        run("ctest", "--test-dir", "build", "-I", numbers, "--output-junit", "results.xml",
            code=8 if fails else 0)  # fmt: skip
        results = (scene.folder / "build/results.xml").read_text()
        ran = {name for name in ALL if f'name="{name}"' in results}
        check(ran == expected, f"{what}: {sorted(ran)} ran, expected {sorted(expected)}")
        run("tests/affected.py", "record", "build", "build/results.xml")

    for name, text in FILES.items():
        write(name, text)
    (scene.folder / "tests").mkdir()
    shutil.copy(Path(SOURCE) / "tests/affected.py", scene.folder / "tests")
    run("git", "init", "-q")
    run("cmake", "-G", "Ninja", "-B", "build")
    (scene.folder / "build/tests").mkdir(exist_ok=True)

    concerned(ALL, "at first")
    concerned(set(), "nothing changed")
    programs = {"program.greets", "program.reads"}
    change("src/sum.cpp", "a + b", "b + a + 0 * a - 0 * b + (a ^ a)")
    run("touch", "src/product.cpp")
    concerned({"unit.one", "unit.two", "program.reads"}, "what a library's function needs")
    change("src/product.cpp", "a * b", "a * b + 1")
    concerned({"unit.three"} | programs, "a function that breaks", fails=True)
    concerned({"unit.three"} | programs, "what failed", fails=True)
    change("src/product.cpp", "a * b + 1", "a * b")
    concerned(set(), "all is as it was when it passed")
    change("unit/three.cpp", "6", "2 * 3 + 0")
    concerned({"program.reads"}, "a source that compiles to the same code")
    change("src/greeting.cpp", "0, 1", "0, 2")
    concerned(programs, "a source of the program")
    change("src/module.cpp", "42", "43")
    concerned(programs, "a source of the Python module")
    change("notes.md", "Read", "read")
    concerned(ALL, "a file that is no source")

    change("unit/two.cpp", "true", "count_of_twos() == 2")
    change("unit/two.cpp", "static", "int count_of_twos();\nstatic")
    write("unit/two.cpp", (scene.folder / "unit/two.cpp").read_text() + "int count_of_twos() { return 2; }\n")
    run("cmake", "--build", "build")
    sources = run("tests/affected.py", "select", "build", "--sources").split()
    check(sources == ["--tests-of=tests/unit/one.cpp", "--tests-of=tests/unit/two.cpp"],
          f"sources of tests: {sources}")  # fmt: skip
    run("tests/affected.py", "record", "build")
    concerned({"program.reads"}, "what was recorded as passed")

    before = run("tests/affected.py", "hash", "build", "solenoid")
    change("src/sum.cpp", "b + a", "a + b + 3 - 3 + (b ^ b)")
    check(run("tests/affected.py", "hash", "build", "solenoid") == before, "hash of the program")
    change("src/greeting.cpp", "0, 2", "0, 3")
    run("cmake", "--build", "build")
    check(run("tests/affected.py", "hash", "build", "solenoid") != before, "hash of a new program")
