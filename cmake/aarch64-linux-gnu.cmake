# SPDX-License-Identifier: Apache-2.0
# Cross-compilation for 64-bit Arm on Linux; ctest runs what is built under qemu:
#
#     cmake --toolchain cmake/aarch64-linux-gnu.cmake -B build-aarch64 -DTCU_CUDA=OFF
#
# Debian and Ubuntu: gcc-aarch64-linux-gnu, g++-aarch64-linux-gnu, qemu-user. What is linked besides the C library
# (Criterion, libpng) is looked for below CMAKE_SYSROOT; scripts/check_aarch64.sh makes such a folder.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# (A package may be installed anywhere: CMAKE_PREFIX_PATH says where.)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
if(CMAKE_SYSROOT)
  set(tcu_root "${CMAKE_SYSROOT}")
  set(ENV{PKG_CONFIG_SYSROOT_DIR} "${CMAKE_SYSROOT}")
else()
  set(tcu_root /usr/aarch64-linux-gnu)
  set(CMAKE_FIND_ROOT_PATH "${tcu_root}")
endif()
# Not the packages of the machine that compiles.
set(ENV{PKG_CONFIG_LIBDIR} "${tcu_root}/usr/lib/aarch64-linux-gnu/pkgconfig:${tcu_root}/usr/share/pkgconfig")

find_program(TCU_QEMU_AARCH64 NAMES qemu-aarch64 qemu-aarch64-static)
if(TCU_QEMU_AARCH64)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${TCU_QEMU_AARCH64};-L;${tcu_root}")
endif()
