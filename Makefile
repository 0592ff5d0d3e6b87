# SPDX-License-Identifier: Apache-2.0
# A thin front to CMake: see scripts/configure.sh for what is decided here and README.md for plain CMake.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
# (Not to hand this make's options on to the one that CMake calls.)
BUILD_COMMAND = env -u MAKEFLAGS -u MAKELEVEL cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: all demo test install gpu-bundle clean

all:
	scripts/deps.sh
	scripts/configure.sh $(BUILD) $(CMAKE_ARGS)
	$(BUILD_COMMAND)

# Sums, scans and a compaction of real input, checked and timed, on the best backend of this machine. Arguments: make demo ARGS="..."
demo:
	scripts/deps.sh
	scripts/configure.sh $(BUILD) $(CMAKE_ARGS)
	$(BUILD_COMMAND) --target tour
	$(BUILD)/examples/tour $(ARGS)

# Everything that can be tested on this machine. CUB, which only the benchmark compares with, takes minutes to compile.
test:
	scripts/deps.sh --test
	scripts/configure.sh $(BUILD) -DTCU_TESTS=ON -DTCU_BENCH_CUB=OFF $(CMAKE_ARGS)
	$(BUILD_COMMAND)
	cd $(BUILD) && ctest --output-on-failure --no-tests=error

# make install PREFIX=...
PREFIX ?= /usr/local
install:
	scripts/deps.sh
	CMAKE_CUDA_ARCHITECTURES="$${CMAKE_CUDA_ARCHITECTURES:-80-real;90-real;100}" scripts/configure.sh build-install \
		-DTCU_TESTS=OFF -DTCU_BENCH=OFF
	env -u MAKEFLAGS -u MAKELEVEL cmake --build build-install --parallel $(JOBS)
	cmake --install build-install --prefix $(PREFIX)

# Test programs and what they need in one folder, for a machine with a GPU and without a compiler.
gpu-bundle:
	scripts/deps.sh --test
	scripts/gpu_bundle.sh $(CMAKE_ARGS)

clean:
	rm -rf $(BUILD) build-asan build-gpu gpu-bundle
