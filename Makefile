# SPDX-License-Identifier: Apache-2.0
# A thin front to CMake: see scripts/configure.sh for what is decided here and docs/install.md for plain CMake.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BUILD_COMMAND = scripts/build.sh "$(BUILD)" $(JOBS)

.PHONY: all demo examples test test-all docs install gpu-bundle clean
.PHONY: course course-programs course-pictures course-handout grade

# The library, and what CMAKE_ARGS asks for besides: make CMAKE_ARGS=-DTCU_EXAMPLES=ON
all:
	scripts/deps.sh
	scripts/configure.sh "$(BUILD)" $(CMAKE_ARGS)
	$(BUILD_COMMAND)

# A tour of the library with real input, checked and timed, on the best backend of this machine.
# make demo ARGS=numbers.txt (a path with spaces: ARGS="'my numbers.txt'").
demo:
	scripts/deps.sh
	scripts/configure.sh "$(BUILD)" -DTCU_EXAMPLES=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND) tour
	"$(BUILD)/examples/tour" $(ARGS)

# All example programs, in build/examples/.
examples:
	scripts/deps.sh --examples
	scripts/configure.sh "$(BUILD)" -DTCU_EXAMPLES=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND) examples

# The course (course/README.md): make lesson-01 builds and runs a lesson, make course all of them, make grade prints
# points of the exercises (and writes build/course/grades.json), make course-handout packs the tree without solutions.
lesson-%:
	@BUILD="$(BUILD)" JOBS="$(JOBS)" course/lesson.sh $* $(CMAKE_ARGS)

LESSONS = $(sort $(foreach folder,$(wildcard course/[0-9][0-9]_*),$(firstword $(subst _, ,$(notdir $(folder))))))
course: $(addprefix lesson-,$(LESSONS))

course-programs:
	scripts/deps.sh --course
	scripts/configure.sh "$(BUILD)" -DTCU_COURSE=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND) course_programs

# (An exercise that does not compile leaves the others to be graded.)
grade:
	scripts/deps.sh --course
	scripts/configure.sh "$(BUILD)" -DTCU_COURSE=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND) course_emulated
	-scripts/build.sh --keep-going "$(BUILD)" $(JOBS) course_programs
	@course/grade.py --json "$(BUILD)/course/grades.json" "$(BUILD)/course"

course-pictures:
	scripts/deps.sh --pictures
	scripts/configure.sh "$(BUILD)" -DTCU_COURSE=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND) course_pictures

course-handout:
	course/handout.sh "$(BUILD)/tcu-course.tar.gz"

# The tests of a change: the short tier, and of the emulated device's tests a part that SEED draws. make test SEED=...
# repeats a run.
SEED ?= $(shell date +%s)
test:
	scripts/deps.sh --test
	scripts/configure.sh "$(BUILD)" -DTCU_TESTS=ON -DTCU_EXAMPLES=ON -DTCU_COURSE=ON -DTCU_TEST_ALL=OFF $(CMAKE_ARGS)
	@echo "make test: about $$(((18 + $(JOBS) - 1) / $(JOBS))) min on $(JOBS) cores if nothing is built yet. SEED=$(SEED)"
	$(BUILD_COMMAND)
	cd "$(BUILD)" && TCU_TEST_TIER=$${TCU_TEST_TIER:-short} TCU_TEST_SEED=$(SEED) \
		ctest --output-on-failure --no-tests=error --parallel $(JOBS)

# Everything that can be tested on this machine.
test-all:
	scripts/deps.sh --test
	scripts/configure.sh "$(BUILD)" -DTCU_TESTS=ON -DTCU_EXAMPLES=ON -DTCU_COURSE=ON -DTCU_TEST_ALL=ON $(CMAKE_ARGS)
	$(BUILD_COMMAND)
	cd "$(BUILD)" && ctest --output-on-failure --no-tests=error --parallel $(JOBS)

# The library alone, for all GPUs: make install PREFIX=... (DESTDIR=... for packagers)
PREFIX ?= /usr/local
install: BUILD = build-install
install:
	scripts/deps.sh
	scripts/configure.sh --all-gpus "$(BUILD)" $(CMAKE_ARGS)
	$(BUILD_COMMAND)
	cmake --install "$(BUILD)" --prefix "$(PREFIX)"

# Tests, examples and benchmark, and what they need, in one folder, for a machine with a GPU and without a compiler.
gpu-bundle:
	scripts/deps.sh --test --bench
	scripts/gpu_bundle.sh $(CMAKE_ARGS)

# The HTML reference and the man pages; a warning of Doxygen is an error. (-DTCU_DOCS=ON makes them in any other build.)
docs:
	scripts/deps.sh --docs
	cmake -S . -B build-docs -DTCU_DOCS=ON -DTCU_CUDA=OFF
	scripts/build.sh build-docs $(JOBS) docs
	@echo "docs: build-docs/docs/html/index.html"

clean:
	rm -rf "$(BUILD)" build-aarch64 build-asan build-docs build-gpu build-install build-tidy gpu-bundle
