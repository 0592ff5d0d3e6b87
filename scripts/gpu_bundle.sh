#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gpu_bundle.sh [CMAKE OPTION...]: builds for one GPU architecture (CMAKE_CUDA_ARCHITECTURES, default 90-real) and gathers in gpu-bundle/
# what a machine with a GPU needs to run the tests, examples and benchmarks without Criterion, CMake or a compiler.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
cd "$here"
build=${BUILD:-build-gpu}
bundle=gpu-bundle

# An RPATH relative to the program, of the kind that holds for what libraries need in turn: so the bundle's libraries
# serve its programs and nothing else that is started from it, such as compute-sanitizer.
CMAKE_CUDA_ARCHITECTURES=${CMAKE_CUDA_ARCHITECTURES:-90-real} \
    scripts/configure.sh "$build" -DTCU_CUDA=ON -DTCU_TESTS=ON -DTCU_EXAMPLES=ON -DTCU_BENCH=ON -DTCU_COURSE=ON \
    "-DCMAKE_BUILD_RPATH=\$ORIGIN/../lib" -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags "$@"
env -u MAKEFLAGS -u MAKELEVEL cmake --build "$build" --parallel "$(nproc)" --target all --target tcu_injected_tests

rm -rf $bundle
mkdir -p $bundle/bin $bundle/lib $bundle/scripts $bundle/tests $bundle/examples/data
for program in "$build"/tcu_*tests "$build"/tcu_fuzz "$build"/examples/* "$build"/bench/tcu-*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        case $program in *.a | *.so) continue ;; esac
        strip -o "$bundle/bin/$(basename "$program")" "$program"
    fi
done
for program in "$build"/course/gpu/[0-9][0-9]_*; do
    strip -o "$bundle/bin/$(basename "$program")" "$program"
done
cp examples/data/* $bundle/examples/data/
cp scripts/gpu_record.py $bundle/scripts/

# All shared libraries that the programs need, directly or not, but those of the C library.
for program in $bundle/bin/*; do
    LD_LIBRARY_PATH="$build${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" ldd "$program"
done | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 } $3 == "not" { print "gpu_bundle: not found:", $1 > "/dev/stderr"; exit 1 }' |
    sort -u | grep -vE '^(libc|libm|libpthread|libdl|librt|libresolv|libutil|libnsl|ld-linux[^ ]*)\.so' |
    while read -r name path; do
        strip -o "$bundle/lib/$name" "$path" 2>/dev/null || cp -L "$path" "$bundle/lib/$name"
    done

# What the record of a run says about the sources.
cp "$build/build-info" $bundle/build-info
for step in suite course device fuzz; do scripts/gpu_record.py hash --step $step; done >$bundle/sources_sha256
{ git describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null || echo unknown; } >$bundle/commit

cat >$bundle/run.sh <<'RUN'
#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM [ARGUMENT...]: runs a program of bin/. run.sh record [...]: scripts/gpu_record.py run, which leaves
# its result in tests/gpu-record.json. Without arguments lists the programs.
here=$(cd "$(dirname "$0")" && pwd)
case ${1:-} in
'')
    echo "usage: run.sh record | PROGRAM [ARGUMENT...]; programs:"
    ls "$here/bin"
    exit 2
    ;;
record)
    shift
    exec "$here/scripts/gpu_record.py" run "$@"
    ;;
esac
program=$1
shift
exec "$here/bin/$program" "$@"
RUN
chmod +x $bundle/run.sh
kib=$(du -sk $bundle | cut -f1)
echo "gpu-bundle: $(ls $bundle/bin | wc -l) programs, $(ls $bundle/lib | wc -l) libraries, $((kib / 1024)) MiB"
