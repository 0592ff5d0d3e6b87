# SPDX-License-Identifier: Apache-2.0
# The one-pass compaction, by what selects and what is stored.
tcu_instances(bytes "compact_one_pass_execute<TCUI_SELECT_BYTES, compact_output::items>")
tcu_instances(bits "compact_one_pass_execute<TCUI_SELECT_BITS, compact_output::items>")
tcu_instances(predicate "compact_one_pass_execute<TCUI_SELECT_PREDICATE, compact_output::items>")
tcu_instances(heads "compact_one_pass_execute<TCUI_SELECT_HEADS, compact_output::items>")
tcu_instances(lengths "compact_one_pass_execute<TCUI_SELECT_HEADS, compact_output::items_and_lengths>")
tcu_instances(positions compact_positions_execute<TCUI_SELECT_BYTES> compact_positions_execute<TCUI_SELECT_BITS>)
