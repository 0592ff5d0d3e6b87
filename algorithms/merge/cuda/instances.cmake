# SPDX-License-Identifier: Apache-2.0
# Merges and searches by the width of keys.
foreach(bits u8 u16 u32 u64)
  tcu_instances(${bits} "reserve_merge<${bits}>" "launch_merge<${bits}>")
endforeach()
