/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file context.h
 * A context says where operations run (backend, device, stream), where their temporary memory comes from, and holds
 * the last error's sentence. It is cheap to create and to destroy while another context of its device exists.
 *
 * @code
 * tcu_context *context;
 * if (tcu_context_create(&context, TCU_BACKEND_AUTO, -1) != TCU_SUCCESS) {
 *     fprintf(stderr, "%s\n", tcu_context_last_error(NULL));
 *     exit(1);
 * }
 * tcu_properties properties;
 * if (tcu_context_get_properties(context, &properties) == TCU_SUCCESS) {
 *     printf("%s %s\n", properties.name, properties.fallback_reason);
 * }
 * tcu_context_destroy(context);
 * @endcode
 *
 * **Threads.** A context belongs to one thread at a time. Any number of contexts may exist, on one device or several,
 * each used by its own thread, without locks.
 *
 * **Contexts and plans that are none.** Every function refuses a pointer that is no context (TCU_ERROR_INVALID_CONTEXT)
 * or no plan of the kind that it takes (TCU_ERROR_INVALID_ARGUMENT): any number of destroyed ones, and any other pointer,
 * whose memory is not read. What cannot be told is the address of a destroyed one that a newer one of its kind has been
 * given since, which is not before 100 other contexts and plans were destroyed: the call then works with the newer one.
 * Nor can it be told that another thread destroys one while a call uses it.
 *
 * **Floating-point environment.** Functions compute in the default environment whatever the caller's is, on every thread:
 * they round to nearest, ties to even, keep denormals in inputs and results (on all backends), and raise no traps. When
 * they return, the caller's rounding mode, flushing of denormals (FTZ and DAZ of x86, FZ of Arm) and traps are what they
 * were; which exception flags are set is not specified. A caller's allocator may be called in
 * either environment.
 *
 * **Memory space.** Pointers to data given to an operation lie in the context's memory space: memory that the device
 * can read and write (cudaMalloc, managed, registered or mapped memory) for TCU_BACKEND_CUDA, ordinary memory for
 * TCU_BACKEND_HOST and TCU_BACKEND_REFERENCE; tcu_allocate() in memory.h gives either. Pointers to results of setters
 * and queries (`tcu_context **`, `size_t *`) are always host memory.
 *
 * **Streams.** On the CUDA backend operations are enqueued on the context's stream and return at once. They never
 * synchronise with the host (CUDA itself may, when it loads a kernel's code at its first launch), so errors of the
 * device surface in a later call (TCU_ERROR_DEVICE) or in the caller's own synchronisation. Every operation may be
 * captured into a CUDA graph and is right on every replay; with an allocator of the caller's, what it handed out during
 * the capture has to stay valid as long as the graph, so a workspace is the better choice there. The calling thread's
 * current device is what it was when a call returns. On the host backend operations are complete when they return.
 */
#ifndef TCU_CONTEXT_H
#define TCU_CONTEXT_H

#include <stddef.h>

#include "export.h"
#include "status.h"

TCU_BEGIN_DECLS

/** Opaque. Created by tcu_context_create(), released by tcu_context_destroy(). */
typedef struct tcu_context tcu_context;

/** Where operations run. Values are pinned. */
typedef enum tcu_backend {
    /** CUDA if this build has it and the device is there, has a driver and compute capability 8.0 or more; else host.
     */
    TCU_BACKEND_AUTO = 0,
    /** The CPU, for speed, on any machine. OpenMP threads where the build found OpenMP. */
    TCU_BACKEND_HOST = 1,
    /** A CUDA device of compute capability 8.0 or more. */
    TCU_BACKEND_CUDA = 2,
    /**
     * The CPU, to be read: each operation as its paper writes it, with tiles and constant matrices, by one thread and
     * without vector instructions. For teaching, and as a second opinion in tests. All that is said of
     * TCU_BACKEND_HOST holds here, but for speed.
     */
    TCU_BACKEND_REFERENCE = 3
} tcu_backend;

/**
 * Which unit forms the sums. For experiments and ablations; results stay within the error bounds that the operation's
 * header names for it.
 */
typedef enum tcu_arithmetic {
    /** Per operation and type what the policy table says: the faster one that was measured. */
    TCU_ARITHMETIC_AUTO = 0,
    /**
     * The matrix unit wherever the operation has a path to it. On CUDA devices: reductions and scans of f16, bf16, f64
     * and 8-bit elements, before sm_90 scans of 16- and 32-bit integers too (plain adds may remain in short segments,
     * where segments begin and in scans with infinities, NaNs or `in` and `out` that differ modulo 16 bytes);
     * polynomials in monomials at shared points, of f16, bf16 and f64 also a batch of them, each at points of its own;
     * boxes of f16, bf16 and u8; convolution layers of f16 and bf16. Stencils of f32 and f64, compactions, histograms and
     * sorts have none.
     */
    TCU_ARITHMETIC_MATRIX = 1,
    /** Plain adds everywhere. No difference on the host backend, which has no matrix unit. */
    TCU_ARITHMETIC_PLAIN = 2
} tcu_arithmetic;

/** The most threads that tcu_context_set_threads() takes. */
#define TCU_MAX_THREADS 4096

/** What tcu_context_get_properties() reports. */
typedef struct tcu_properties {
    tcu_backend backend;            /**< that runs, never AUTO */
    int device;                     /**< CUDA ordinal; -1 on the host backend */
    char name[256];                 /**< the device's or the processor's name, NUL-terminated */
    int compute_capability_major;   /**< 9 for an H200; 0 on the host backend */
    int compute_capability_minor;   /**< 0 on the host backend */
    int multiprocessors;            /**< SM count of the device; on the host backend the threads an operation may use */
    size_t memory_bytes;            /**< the device's global memory; 0 on the host backend */
    size_t shared_memory_per_block; /**< bytes a block can opt in to; 0 on the host backend */
    char fallback_reason[256];      /**< why TCU_BACKEND_AUTO took the host backend; "" if it did not fall back */
    size_t reserved[16];            /**< 0 */
} tcu_properties;

/** What tcu_context_get_last_call() reports: for debugging, tests and benchmarks. */
typedef struct tcu_call_info {
    const char *function;   /**< the function that was called; static; "" if none was */
    const char *operation;  /**< as TCU_PATH names it, "scan" for all scans; static; "" if the call took no path */
    const char *path;       /**< the code path that it took, as TCU_PATH names it; static; names may change */
    size_t workspace_bytes; /**< temporary memory that the call used */
    size_t reserved[4];     /**< 0 */
} tcu_call_info;

/**
 * Allocates temporary memory in the context's memory space, aligned to 256 bytes, for work on `stream` (NULL on the
 * host backend). Returns NULL if there is none left.
 */
typedef void *(*tcu_allocate_function)(size_t bytes, void *stream, void *user);

/**
 * Gives back what a tcu_allocate_function returned. On the CUDA backend it is called right after the work was
 * enqueued, so it has to be stream-ordered: the memory may be used again only by work that follows on `stream`.
 */
typedef void (*tcu_free_function)(void *pointer, size_t bytes, void *stream, void *user);

/**
 * Creates a context.
 *
 * @param[out] context  receives the context; set to NULL on failure. Host memory.
 * @param backend       AUTO, HOST, CUDA or REFERENCE. AUTO fails only for lack of memory or a bad argument; when it
 *                      falls back to the host, tcu_properties::fallback_reason says why.
 * @param device        CUDA device ordinal, or -1 for the calling thread's current device. Ignored by HOST and
 *                      REFERENCE; AUTO falls back to the host if the ordinal names no usable device.
 *
 * At first the stream is the legacy default stream, and there is neither a workspace nor an allocator of the caller's:
 * temporary memory comes from the C library on the host, and on the CUDA backend, ordered by the stream, from a memory
 * pool of the library's own, one for each device. A call is then nearly as fast as one with a workspace: each context
 * whose calls stay on one stream keeps what they need, up to 32 MiB, until it is destroyed, and the pool keeps up to a
 * 32nd of the device's memory for larger calls (what exceeds that goes back to the driver at the next synchronisation).
 * With the device's last context the pool's free memory goes back; what enqueued work still uses goes back at the first
 * synchronisation after it is done. So keep a context where calls come again. Other pools of the process, the device's
 * default one among them, are neither used nor changed. A workspace or an allocator (below) is used instead; a device
 * without memory pools needs one of them for calls whose query does not answer 0. In graphs temporary memory belongs to
 * the graph.
 *
 * **Resets and forks.** After cudaDeviceReset(), and in a forked child of a process that has used CUDA, a context can
 * only be destroyed. In such a child CUDA cannot be used: TCU_BACKEND_AUTO creates host contexts there.
 * In a forked child of a process that has used OpenMP threads, through this library or not, GNU's OpenMP waits for ever
 * when it is to start some: call tcu_context_set_threads() with 1 there before any operation.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT (`context` NULL, `backend` no enumerator, `device` < -1, an
 *   unknown word in the environment variables TCU_ARITHMETIC and TCU_PATH, a file that TCU_TUNING names and
 *   tcu_context_load_tuning() refuses);
 *   TCU_ERROR_BACKEND_UNAVAILABLE (CUDA asked for and not in this build, no driver, no such device, older than compute
 *   capability 8.0); TCU_ERROR_OUT_OF_MEMORY. The sentence is tcu_context_last_error(NULL).
 */
TCU_API tcu_status tcu_context_create(tcu_context **context, tcu_backend backend, int device);

/**
 * Releases a context. Work that it enqueued goes on; memory given by the caller is not touched. NULL is allowed.
 *
 * @return TCU_SUCCESS, or TCU_ERROR_INVALID_CONTEXT if it is none, or was destroyed already.
 */
TCU_API tcu_status tcu_context_destroy(tcu_context *context);

/**
 * Sets the stream for the operations that follow.
 *
 * **Shared GPUs.** A stream may have some of the device's multiprocessors only: that of a green context, or of a
 * process that has a share under MPS. This function, and tcu_context_create() for its default stream, ask the driver
 * how many, and which clusters fit there; operations then launch no more blocks that wait for each other than the
 * stream holds together. Drivers and toolkits before 12.4 have no green contexts, and what MPS gives is there what the
 * device reports. Default streams belong to the CUDA context that is current when they are set. Set the stream again
 * when a green context was destroyed and another one made, even if the handle is the same.
 *
 * Code paths, the answers of workspace queries, plans and tcu_properties::multiprocessors are those of the whole device
 * on every stream: a workspace or a plan of one stream does on all of them. (One exception: on a stream whose clusters
 * have less than 8 blocks, as none of a green context of 8 multiprocessors or more on sm_90, compactions of up to 65,536
 * items, of several columns or in place by flags, need more of a workspace, and so do runs by key whose first values
 * have other numbers of bytes than 1, 2, 4, 8 and 16: ask with that stream set.) The order in which reals are added is
 * fixed for each number of multiprocessors and each limit to clusters, so sums and scans may differ in the last bits
 * from stream to stream as they do from device to device. A graph has the grids of the stream that was captured: launch
 * it there, or in a stream that has as many multiprocessors and as large clusters.
 *
 * Other work on the device may keep multiprocessors from a stream that has them. Kernels whose blocks wait for each
 * other then begin when that work leaves room for all of them: work that waits for an operation in its turn must leave
 * room.
 *
 * @param stream  a cudaStream_t (or CUstream) of the context's device that exists, cast to `void *`; NULL is the legacy
 *                default stream. The host backend stores and ignores it.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_DEVICE (the context's device cannot be made current).
 */
TCU_API tcu_status tcu_context_set_stream(tcu_context *context, void *stream);

/**
 * Gives memory for temporary data. From here on operations allocate nothing; one that needs more than `bytes` fails
 * with TCU_ERROR_WORKSPACE_TOO_SMALL before it has written anything. Its content is never read before it was written,
 * so garbage is fine. An operation one of whose arrays shares bytes with it fails with TCU_ERROR_OVERLAP. A call that
 * has nothing to do (no elements and nothing to write, no segments) accepts any workspace, and its query answers 0.
 * Work on different streams that may run at the same time needs different workspaces.
 *
 * @param workspace  memory in the context's space, any alignment, or NULL with `bytes` 0 to go back to the allocator.
 * @param bytes      its size; each operation's _workspace query says what it needs.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (NULL with bytes > 0);
 *   TCU_ERROR_SIZE_OVERFLOW (more than 2^63 - 1 bytes, or behind the last address).
 */
TCU_API tcu_status tcu_context_set_workspace(tcu_context *context, void *workspace, size_t bytes);

/**
 * Sets the functions that temporary memory comes from when no workspace was given.
 *
 * @param allocate,release  both set, or both NULL for the default.
 * @param user              handed through to both.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (only one of the two set).
 */
TCU_API tcu_status tcu_context_set_allocator(tcu_context *context, tcu_allocate_function allocate,
                                             tcu_free_function release, void *user);

/**
 * Chooses which unit forms the sums, for experiments and ablations. The environment variable TCU_ARITHMETIC (`auto`,
 * `matrix` or `plain`), read by tcu_context_create(), sets the start value; empty is as unset, any other word an error
 * there. Workspace queries answer for the arithmetic that is set.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (no enumerator).
 */
TCU_API tcu_status tcu_context_set_arithmetic(tcu_context *context, tcu_arithmetic arithmetic);

/**
 * Reads a tuning file: numbers by which the CUDA backend chooses code paths and units for its operations, measured on the
 * GPU at hand (the program tcu-tune writes such files). They decide how fast operations are; results stay within the same
 * contract with every file that is accepted, but may differ in rounding from those with other numbers. The environment
 * variable TCU_TUNING (a path; empty is as unset) has tcu_context_create() read a file.
 *
 * A file is text in UTF-8, at most 255 bytes a line; `#` begins a comment. The first line that is neither empty nor a
 * comment is `tcu-tuning 1`, one that begins with `gpu` is for people, and each other line sets a row once:
 *
 * @code{.unparsed}
 * tcu-tuning 1
 * gpu NVIDIA H200
 * reduce.f16.thread_elements 15
 * reduce.f16.chunks matrix
 * @endcode
 *
 * Rows that the file does not name have the library's own numbers: each file replaces all of the one before, and one
 * without rows goes back to the library's own. A file with a mistake changes nothing. Names of rows may change with the
 * library's version; a row that is not known is an error.
 *
 * Call it right after tcu_context_create(): a workspace that a query sized before may be too small afterwards, so ask
 * again, and create plans afterwards. It touches neither the device nor the stream: what was enqueued, or captured into a
 * graph, stays as it is; what is captured afterwards goes by the new numbers. The context's rules for threads hold.
 * Contexts of the host and reference backends check the file in the same way, and their operations do not change.
 *
 * @param path  the file, host memory, NUL-terminated; it is read before the call returns.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_OUT_OF_MEMORY; TCU_ERROR_INVALID_ARGUMENT (`path` NULL, a file
 *   that cannot be opened or read, or breaks a rule above: the sentence begins with FILE, line N, and says which).
 */
TCU_API tcu_status tcu_context_load_tuning(tcu_context *context, const char *path);

/**
 * Sets how many threads an operation of the host backend may use, from 1 for programs that are parallel themselves.
 * Calls that one thread does in less than some 200 us take one. Results do not depend on the number, in no bit. Plans stay
 * valid; workspace queries answer for the number that is set, since some operations need memory for each thread: so ask
 * again for a workspace after a change.
 *
 * 0 is OpenMP's choice when this function is called (omp_get_max_threads(): OMP_NUM_THREADS, else the processors that
 * the process may use), which is also what a new context has. tcu_properties::multiprocessors reports the number. In a
 * build without OpenMP and on the reference backend it is 1, whatever is asked for. The CUDA backend checks the
 * argument and ignores it.
 *
 * @param threads  0 to TCU_MAX_THREADS. A number that the system has no threads for ends the process, as OpenMP does.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (`threads` out of range).
 */
TCU_API tcu_status tcu_context_set_threads(tcu_context *context, int threads);

/**
 * Turns the check of pointers on, as it is at first, or off. It is about the CUDA backend: an array that has elements,
 * or a workspace that is used, is refused with TCU_ERROR_INVALID_ARGUMENT and a sentence that names it, if it lies in
 * host memory that the device cannot read (malloc(), variables). Without the check the device's work fails instead,
 * and after that every call of the process that uses the device does.
 *
 * CUDA is asked once for each array (cudaPointerGetAttributes()), which enqueues nothing and may be captured; loops of
 * small calls are faster without, in programs whose pointers are known to be right. Registered, mapped and managed
 * memory passes, and so does memory of other devices, which the check does not tell apart. Devices that read all of the
 * process's memory (cudaDevAttrPageableMemoryAccess) refuse nothing. The host backends have nothing to check.
 *
 * @param enabled  0: off; any other number: on.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT.
 */
TCU_API tcu_status tcu_context_set_pointer_checks(tcu_context *context, int enabled);

/**
 * Fills `properties` (host memory). Needs no device work.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (`properties` NULL).
 */
TCU_API tcu_status tcu_context_get_properties(const tcu_context *context, tcu_properties *properties);

/**
 * Says which code path the last operation of this context took that had something to do, and how much temporary memory.
 * Needs no device work. `info` is host memory.
 *
 * Which path a call takes depends on the device, types and sizes. For debugging and tests the environment variable
 * TCU_PATH, read by tcu_context_create(), forces one wherever it applies, with results within the same contract:
 * `scan:tiles`, or several as in `scan:one_pass,radix_sort:passes`. An unknown name is an error there, whose sentence
 * lists the names.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (`info` NULL).
 */
TCU_API tcu_status tcu_context_get_last_call(const tcu_context *context, tcu_call_info *info);

/**
 * @return the sentence of the last call on this context, which begins with the function's name and names the argument
 *   and its value; "" if the call succeeded. Valid until the next call on the context. With NULL: the sentence of the
 *   calling thread's last call that had no valid context to keep it (tcu_context_create(), a NULL or destroyed context),
 *   "" if it succeeded. Never NULL.
 */
TCU_API const char *tcu_context_last_error(const tcu_context *context);

TCU_END_DECLS

#endif /* TCU_CONTEXT_H */
