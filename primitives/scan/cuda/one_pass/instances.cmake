# SPDX-License-Identifier: Apache-2.0
# The one-pass scan, by elements.
tcu_instances(reals scan_one_pass_execute<scan_elements::reals>)
tcu_instances(narrow scan_one_pass_execute<scan_elements::narrow_integers>)
tcu_instances(wide scan_one_pass_execute<scan_elements::wide_integers>)
