# SPDX-License-Identifier: Apache-2.0
"""Compares the machine code of two builds kernel by kernel.

    scripts/compare_sass.sh OLD NEW [--allow FILE]

OLD and NEW are build folders, or a libtcu.a, libtcu.so or object file of them, compiled for the same architectures.
Kernels are compared as cuobjdump disassembles them, encodings included, but without the names of symbols and files; so a
kernel that was only renamed or moved is identical. What differs is paired by name and listed with its instructions
and registers before and after. FILE has shell patterns, one a line, # begins a comment, of the demangled names
of kernels that may change, appear or disappear. The exit status is 1 if any other kernel does.

cuobjdump and nvdisasm come with the CUDA toolkit (and as the Python packages nvidia-cuda-cuobjdump and
nvidia-cuda-nvdisasm); they are looked for on PATH, in $CUDA_PATH/bin and in /usr/local/cuda/bin.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

Kernel = collections.namedtuple("Kernel", "arch name code instructions registers")

ARCH = re.compile(r"^arch = (\S+)")
FUNCTION = re.compile(r"^\s*Function\s*:\s*(\S+)")
REGISTERS = re.compile(r"\bREG:(\d+)")
# Symbols: mangled names, and those that the compiler makes of them ($_Z..., __unnamed_1).
SYMBOL = re.compile(r"[$.]?\b_Z\w+|\$\w+|__unnamed_\w+")
ANONYMOUS = re.compile(r"(\d+)(?=_GLOBAL__N__)")


def find_cuobjdump():
    folders = [os.environ.get("PATH", ""), os.path.join(os.environ.get("CUDA_PATH", "/nonexistent"), "bin"),
               "/usr/local/cuda/bin"]
    found = shutil.which("cuobjdump", path=os.pathsep.join(folders))
    if found is None:
        sys.exit("compare_sass: cuobjdump, which comes with the CUDA toolkit, is not on this machine")
    return found


def binaries_of(path):
    """The files of a build that hold kernels: its CUDA objects, or the library itself."""
    if path.is_file():
        return [path]
    objects = sorted(path.glob("**/tcu_objects.dir/**/*.cu.o"))
    if not objects:
        objects = sorted(path.glob("**/libtcu.a"))[:1]
    if not objects:
        sys.exit(f"compare_sass: {path} is no build: neither the library nor its objects are below it")
    return objects


def dump(cuobjdump, option, path):
    done = subprocess.run([cuobjdump, option, str(path)], capture_output=True, text=True, check=False)
    if done.returncode != 0 and "does not contain device code" not in done.stderr:
        sys.exit(f"compare_sass: cuobjdump {option} {path}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def registers_of(cuobjdump, path):
    """(architecture, kernel) -> registers a thread."""
    registers, arch, name = {}, None, None
    for line in dump(cuobjdump, "-res-usage", path):
        if match := ARCH.match(line):
            arch = match[1]
        elif match := re.match(r"^\s*Function (\S+?):?$", line):
            name = match[1]
        elif (match := REGISTERS.search(line)) and name:
            registers[arch, name] = int(match[1])
    return registers


def kernels_of(cuobjdump, path):
    """All kernels of one file."""
    registers = registers_of(cuobjdump, path)
    kernels, arch, name, code, instructions = [], None, None, None, 0

    def finish():
        if name is not None:
            kernels.append(Kernel(arch, name, code.hexdigest(), instructions, registers.get((arch, name), 0)))

    for line in dump(cuobjdump, "-sass", path):
        if match := ARCH.match(line):
            finish()
            arch, name = match[1], None
        elif match := FUNCTION.match(line):
            finish()
            name, code, instructions = match[1], hashlib.sha256(), 0
        elif name is not None and "/*" in line:
            # An instruction's second line has only the rest of its encoding.
            instructions += not line.lstrip().startswith("/* 0x")
            if "_Z" in line or "$" in line or "__unnamed" in line:
                line = SYMBOL.sub("symbol", line)
            # (How wide the columns are depends on the longest line of the file.)
            code.update(" ".join(line.split()).encode())
    finish()
    return kernels


def read_build(cuobjdump, path):
    files = binaries_of(path)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [kernel for kernels in pool.map(lambda file: kernels_of(cuobjdump, file), files) for kernel in kernels]


def take_identical(old, new):
    """How many kernels both builds have, and what is left of either."""
    common = collections.Counter((k.arch, k.code) for k in old) & collections.Counter((k.arch, k.code) for k in new)

    def rest(kernels):
        left, others = common.copy(), []
        for kernel in kernels:
            if left[kernel.arch, kernel.code] > 0:
                left[kernel.arch, kernel.code] -= 1
            else:
                others.append(kernel)
        return others

    return sum(common.values()), rest(old), rest(new)


def key(kernel):
    """Architecture and name, without what nvcc puts into the name of an anonymous namespace: the file's name, a hash."""
    name = kernel.name
    while match := ANONYMOUS.search(name):
        name = name[:match.start()] + "anonymous" + name[match.end() + int(match[1]):]
    return kernel.arch, name


def take_changed(old, new):
    """Kernels of one name, whatever file they are in, and what is left of either build."""
    waiting = collections.defaultdict(list)
    for kernel in new:
        waiting[key(kernel)].append(kernel)
    pairs, only_old = [], []
    for kernel in old:
        others = waiting[key(kernel)]
        if others:
            pairs.append((kernel, others.pop()))
        else:
            only_old.append(kernel)
    return pairs, only_old, [kernel for others in waiting.values() for kernel in others]


def demangle(names):
    tool = shutil.which("cu++filt") or shutil.which("c++filt")
    if tool is None or not names:
        return dict(zip(names, names))
    done = subprocess.run([tool], input="\n".join(names), capture_output=True, text=True, check=True)
    return dict(zip(names, done.stdout.splitlines()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=pathlib.Path)
    parser.add_argument("new", type=pathlib.Path)
    parser.add_argument("--allow", type=pathlib.Path, help="patterns of kernels that may differ")
    arguments = parser.parse_args()
    allowed = []
    if arguments.allow:
        lines = [line.split("#")[0].strip() for line in arguments.allow.read_text().splitlines()]
        allowed = [line for line in lines if line]

    cuobjdump = find_cuobjdump()
    old, new = read_build(cuobjdump, arguments.old), read_build(cuobjdump, arguments.new)
    if not old or not new:
        sys.exit("compare_sass: no kernels in " + str(arguments.new if old else arguments.old))
    identical, old, new = take_identical(old, new)
    changed, only_old, only_new = take_changed(old, new)
    names = demangle(sorted({k.name for k in old + new}))
    unexpected = 0

    def show(kernel, text):
        nonlocal unexpected
        name = names[kernel.name]
        is_allowed = any(fnmatch.fnmatchcase(name, pattern) for pattern in allowed)
        unexpected += not is_allowed
        print(f"{text}{' (allowed)' if is_allowed else ''}  {kernel.arch}  {name}")

    for before, after in sorted(changed):
        show(after, f"changed: instructions {before.instructions} -> {after.instructions}, "
                    f"registers {before.registers} -> {after.registers}")
    for title, kernels in (("only in OLD", only_old), ("only in NEW", only_new)):
        for kernel in sorted(kernels):
            show(kernel, f"{title}: instructions {kernel.instructions}, registers {kernel.registers}")
    print(f"{identical} kernels identical, {len(changed)} changed, {len(only_old)} only in OLD, "
          f"{len(only_new)} only in NEW")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
