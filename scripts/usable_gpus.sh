#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usable_gpus.sh: the compute capabilities of this machine's GPUs that the CUDA backend runs on, 8.0 and newer, one a
# line without the point (90). Nothing where there is no such GPU.
nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sed -n 's/^\([0-9]*\)\.\([0-9]\)$/\1\2/p' |
    awk '$1 >= 80' | sort -un
