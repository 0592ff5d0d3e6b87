# SPDX-License-Identifier: Apache-2.0
# For scripts that include it: statements that must not compile, and the sentences that the compiler says of them. Over the
# emulated device's headers, so that no nvcc is needed. The script has set $cxx, and before(), which prints the lines before
# a statement, up to the beginning of the kernel that it is part of.
checked=0
failed=0

compile() {
    { before && printf '%s\n' "$1 }"; } |
        "$cxx" -std=c++17 -Iemulation/include -I. -Iinclude -include emulated_cuda.h -fsyntax-only -x c++ - 2>&1
}

# A good use, so that no mistake of the script is taken for a refusal.
accepted() {
    if ! compile "$1"; then
        echo "a good use does not compile"
        failed=$((failed + 1))
    fi
}

refused() {
    checked=$((checked + 1))
    if output=$(compile "$1"); then
        echo "compiles: $1"
        failed=$((failed + 1))
    elif ! printf '%s\n' "$output" | grep -qF "$2"; then
        echo "the compiler does not say '$2' of: $1"
        failed=$((failed + 1))
    fi
}

# finish WHAT: of the script.
finish() {
    echo "refusals of $1: $checked checked, $failed failed"
    [ "$failed" -eq 0 ] && [ "$checked" -gt 0 ]
}
