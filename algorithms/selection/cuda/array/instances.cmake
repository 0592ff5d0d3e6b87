# SPDX-License-Identifier: Apache-2.0
# Selections from whole arrays by the width of keys.
foreach(bits u8 u16 u32 u64)
  tcu_instances(${bits} "reserve_selection<${bits}>" "launch_selection<${bits}>")
endforeach()
