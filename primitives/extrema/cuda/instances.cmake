# SPDX-License-Identifier: Apache-2.0
# Extrema by the width of elements.
foreach(bits u8 u16 u32 u64)
  tcu_instances(${bits} "reserve_extrema<${bits}>" "launch_extrema<${bits}>")
endforeach()
