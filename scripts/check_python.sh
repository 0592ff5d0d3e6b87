#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_python.sh: builds the wheel of the Python package and that of the C library, both for the CPU alone, installs them
# in fresh virtual environments and tests them there: the suite of python/tests/ with the package's own library, its
# examples with the library of the other wheel, a C program with that wheel's CMake package, and the notebooks of
# python/tutorials/. Packages come from the index that pip is configured for.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1

python3 -m venv "$work/build"
PATH="$work/build/bin:$PATH" CMAKE_ARGS=-DTCU_CUDA=OFF "$here/scripts/python_wheels.sh" "$work/wheels"

python3 -m venv "$work/own"
"$work/own/bin/pip" install --quiet "$(echo "$work"/wheels/tcu-*.whl)[test,tutorials]"
cd "$work" # (not the tree: what is tested is what was installed)
"$work/own/bin/python" -m pytest -q --no-header -p no:cacheprovider "$here/python/tests"
"$work/own/bin/python" "$here/python/tutorials/run.py"

"$work/own/bin/pip" install --quiet "$work"/wheels/libtcu_*.whl
"$work/own/bin/python" -c 'import tcu; assert tcu.library == "libtcu", tcu.library'
"$work/own/bin/python" -m pytest -q --no-header -p no:cacheprovider "$here/python/tests/test_examples.py"

prefix=$("$work/own/bin/python" -c 'import libtcu; print(libtcu.prefix)')
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(app LANGUAGES C)
find_package(tcu 0.2 REQUIRED)
add_executable(app "$here/examples/quickstart.c")
target_link_libraries(app PRIVATE tcu::tcu_shared)
END
cmake -S . -B app -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build app >/dev/null
app/app
echo "python: wheels, tests, notebooks, CMake package: ok"
