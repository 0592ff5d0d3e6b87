# SPDX-License-Identifier: Apache-2.0
# The one-pass compaction, by what selects.
tcu_instances(bytes compact_one_pass_execute<TCUI_SELECT_BYTES>)
tcu_instances(bits compact_one_pass_execute<TCUI_SELECT_BITS>)
tcu_instances(predicate compact_one_pass_execute<TCUI_SELECT_PREDICATE>)
tcu_instances(heads compact_one_pass_execute<TCUI_SELECT_HEADS>)
