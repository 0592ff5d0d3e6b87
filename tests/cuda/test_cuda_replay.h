/* SPDX-License-Identifier: Apache-2.0 */
/* A call captured into a CUDA graph, and the graph replayed on other input: what tests of graphs have in common. */
#ifndef TEST_CUDA_REPLAY_H
#define TEST_CUDA_REPLAY_H

#include "test_cuda_work.h"

/* The calls one behind the other in one graph. They are captured in the global mode, in which a call that might
 * synchronise or allocate behind the stream's back breaks the capture. */
cudaGraphExec_t test_cuda_capture(test_work *works, int count, cudaStream_t stream);

/*
 * Captures the call of a work that is opened on `stream`, and whose kind and case are set, and holds every replay
 * against the plain loop: with other input each time, and in a workspace that has garbage or what the replay before
 * left. Closes the work and destroys the stream.
 */
void test_cuda_replay(test_work *work, cudaStream_t stream, bool workspace, int replays, test_random *random);

#endif /* TEST_CUDA_REPLAY_H */
