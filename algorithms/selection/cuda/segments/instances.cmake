# SPDX-License-Identifier: Apache-2.0
# Top-k of segments by the width of keys.
foreach(bits u8 u16 u32 u64)
  tcu_instances(${bits} "launch_top_k<${bits}>" "launch_sorted_rows<${bits}>")
endforeach()
