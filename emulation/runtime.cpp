/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime of the emulated device: memory that it keeps a list of, and streams and events that have nothing to
 * wait for. Compiled for each architecture, which is what the device's properties say. */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "emulated_cuda.h"

namespace
{

constexpr size_t memory_bytes = size_t{8} << 30, alignment = 256, guard_bytes = 256;
/* Of addresses of the device's memory, so that an access far outside of all arrays still is among them; and how far two
 * arrays are apart at least. */
constexpr size_t address_bytes = size_t{64} << 30, gap_bytes = 64 << 10;
constexpr unsigned char guard = 0xe7;

std::mutex mutex;
std::map<uintptr_t, size_t> pieces; /* of memory, by where they begin: their bytes */
size_t used_bytes = 0;
thread_local cudaError_t last_error = cudaSuccess;

cudaError_t fail_with(cudaError_t error)
{
    return last_error = error;
}

[[noreturn]] void stop(const char *what)
{
    std::fprintf(stderr, "emulated device: %s\n", what);
    std::abort();
}

/* Whether all of these bytes are the device's. */
bool is_on_device(const void *pointer, size_t bytes)
{
    const std::lock_guard<std::mutex> lock(mutex);
    const uintptr_t begin = reinterpret_cast<uintptr_t>(pointer);
    auto piece = pieces.upper_bound(begin);
    if (piece == pieces.begin()) {
        return false;
    }
    --piece;
    return begin + bytes <= piece->first + piece->second && begin < piece->first + std::max<size_t>(piece->second, 1);
}

/* Addresses of which none can be accessed; a range of them becomes memory when it is allocated. */
unsigned char *addresses()
{
    static unsigned char *const begin = [] {
        void *const reserved =
            mmap(nullptr, address_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (reserved == MAP_FAILED) {
            stop("64 GiB of addresses cannot be reserved (ulimit -v?)");
        }
        return static_cast<unsigned char *>(reserved);
    }();
    return begin;
}

size_t used_addresses = 0;
std::multimap<size_t, unsigned char *> free_ranges; /* by their bytes */

/* What an array of so many bytes takes of memory, in whole pages. */
size_t range_bytes(size_t bytes)
{
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    return (guard_bytes + rounded + guard_bytes + page - 1) / page * page;
}

/* NULL if there is none. */
unsigned char *take_range(size_t bytes)
{
    unsigned char *range = nullptr;
    const auto reused = free_ranges.find(bytes);
    if (reused != free_ranges.end()) {
        range = reused->second;
        free_ranges.erase(reused);
    } else if (bytes + gap_bytes <= address_bytes - used_addresses) {
        range = addresses() + used_addresses + gap_bytes;
        used_addresses += gap_bytes + bytes;
    }
    return range != nullptr && mprotect(range, bytes, PROT_READ | PROT_WRITE) == 0 ? range : nullptr;
}

void give_range_back(unsigned char *range, size_t bytes)
{
    madvise(range, bytes, MADV_DONTNEED);
    mprotect(range, bytes, PROT_NONE);
    free_ranges.emplace(bytes, range);
}

cudaError_t allocate(void **pointer, size_t bytes)
{
    const std::lock_guard<std::mutex> lock(mutex);
    if (bytes > memory_bytes - used_bytes) {
        return fail_with(cudaErrorMemoryAllocation);
    }
    unsigned char *const memory = take_range(range_bytes(bytes));
    if (memory == nullptr) {
        return fail_with(cudaErrorMemoryAllocation);
    }
    std::memset(memory, guard, guard_bytes);
    std::memset(memory + guard_bytes, 0xff, bytes);
    std::memset(memory + guard_bytes + bytes, guard, guard_bytes);
    *pointer = memory + guard_bytes;
    pieces[reinterpret_cast<uintptr_t>(*pointer)] = bytes;
    used_bytes += bytes;
    if (emulated::watch != nullptr) {
        emulated::watch->allocated(*pointer, bytes);
    }
    return cudaSuccess;
}

cudaError_t release(void *pointer)
{
    const std::lock_guard<std::mutex> lock(mutex);
    if (pointer == nullptr) {
        return cudaSuccess;
    }
    const auto piece = pieces.find(reinterpret_cast<uintptr_t>(pointer));
    if (piece == pieces.end()) {
        return fail_with(cudaErrorInvalidValue);
    }
    unsigned char *const memory = static_cast<unsigned char *>(pointer), *const end = memory + piece->second;
    const auto is_guard = [](unsigned char byte) { return byte == guard; };
    if (!std::all_of(memory - guard_bytes, memory, is_guard) || !std::all_of(end, end + guard_bytes, is_guard)) {
        stop("memory was written before or behind what was allocated");
    }
    if (emulated::watch != nullptr) {
        emulated::watch->released(pointer);
    }
    used_bytes -= piece->second;
    give_range_back(memory - guard_bytes, range_bytes(piece->second));
    pieces.erase(piece);
    return cudaSuccess;
}

/* What a graph does, and the memory that was allocated while it was captured. */
struct recording {
    std::vector<std::function<void()>> work;
    std::vector<void *> memory;

    ~recording()
    {
        for (void *pointer : memory) {
            release(pointer);
        }
    }
};

std::mutex capturing;
std::map<cudaStream_t, std::shared_ptr<recording>> captures;

/* NULL of a stream that is not captured. */
std::shared_ptr<recording> recording_of(cudaStream_t stream)
{
    const std::lock_guard<std::mutex> lock(capturing);
    const auto found = captures.find(stream);
    return found != captures.end() ? found->second : nullptr;
}

cudaError_t allocate_on(void **pointer, size_t bytes, cudaStream_t stream)
{
    const auto graph = recording_of(stream);
    const cudaError_t error = allocate(pointer, bytes);
    if (error == cudaSuccess && graph != nullptr) {
        graph->memory.push_back(*pointer);
    }
    return error;
}

/* Nothing waits, so that handles need only differ. */
template <class Handle>
cudaError_t create(Handle *handle)
{
    *handle = static_cast<Handle>(std::malloc(1));
    return *handle != nullptr ? cudaSuccess : fail_with(cudaErrorMemoryAllocation);
}

} // namespace

struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool is_recorded;
};
struct CUgraph_st {
    std::shared_ptr<recording> recorded;
};
struct CUgraphExec_st {
    std::shared_ptr<recording> recorded;
};

namespace emulated
{

cudaError_t enqueue(cudaStream_t stream, std::function<void()> work)
{
    const auto graph = recording_of(stream);
    if (graph != nullptr) {
        graph->work.push_back(std::move(work));
    } else {
        work();
    }
    return cudaSuccess;
}

void set_last_error(cudaError_t error)
{
    last_error = error;
}

bool is_device_address(const void *pointer)
{
    const unsigned char *const byte = static_cast<const unsigned char *>(pointer);
    return byte >= addresses() && byte < addresses() + address_bytes;
}

int architecture()
{
    return __CUDA_ARCH__ / 10;
}

size_t most_shared_bytes()
{
    return (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
}

/* Clusters of 8 blocks are on every device that has any, larger ones on some. */
int largest_cluster()
{
    static const int blocks = first_random() % 2 ? 8 : 16;
    return blocks;
}

static int limited_multiprocessors, limited_cluster_blocks;

int stream_multiprocessors()
{
    return limited_multiprocessors;
}

int stream_cluster_blocks()
{
    return limited_cluster_blocks;
}

/* One kernel after the other, whichever host thread launches it. */
std::mutex &launching()
{
    static std::mutex one_at_a_time;
    return one_at_a_time;
}

} // namespace emulated

extern "C" {

cudaError_t cudaGetLastError()
{
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    return error == cudaSuccess                          ? "cudaSuccess"
           : error == cudaErrorInvalidValue              ? "cudaErrorInvalidValue"
           : error == cudaErrorMemoryAllocation          ? "cudaErrorMemoryAllocation"
           : error == cudaErrorInvalidConfiguration      ? "cudaErrorInvalidConfiguration"
           : error == cudaErrorLaunchFailure             ? "cudaErrorLaunchFailure"
           : error == cudaErrorCooperativeLaunchTooLarge ? "cudaErrorCooperativeLaunchTooLarge"
           : error == cudaErrorInvalidClusterSize        ? "cudaErrorInvalidClusterSize"
                                                         : "cudaErrorInvalidDevice";
}

const char *cudaGetErrorString(cudaError_t error)
{
    return cudaGetErrorName(error) + sizeof "cudaError" - 1;
}

cudaError_t cudaPeekAtLastError()
{
    return last_error;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    *count = 1;
    return cudaSuccess;
}

void emulated_limit_streams(int multiprocessors, int cluster_blocks)
{
    emulated::limited_multiprocessors = multiprocessors;
    emulated::limited_cluster_blocks = cluster_blocks;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return device == 0 ? cudaSuccess : fail_with(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceSynchronize()
{
    return cudaSuccess;
}

/* So few multiprocessors that blocks take several tiles each. */
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    if (device != 0) {
        return fail_with(cudaErrorInvalidDevice);
    }
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "emulated device of sm_%d", emulated::architecture());
    properties->totalGlobalMem = memory_bytes;
    properties->sharedMemPerBlockOptin = emulated::most_shared_bytes();
    properties->major = __CUDA_ARCH__ / 100;
    properties->multiProcessorCount = 3;
    properties->maxThreadsPerMultiProcessor = 2048;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrMemoryPoolsSupported;
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    return allocate(pointer, bytes);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream)
{
    return allocate_on(pointer, bytes, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t, cudaStream_t stream)
{
    return allocate_on(pointer, bytes, stream);
}

cudaError_t cudaFree(void *pointer)
{
    return release(pointer);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    return recording_of(stream) != nullptr ? cudaSuccess : release(pointer);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if ((to_device && !is_on_device(to, bytes)) || (from_device && !is_on_device(from, bytes))) {
        return bytes == 0 ? cudaSuccess : fail_with(cudaErrorInvalidValue);
    }
    return emulated::enqueue(stream, [=] {
        std::memcpy(to, from, bytes);
        if (to_device && emulated::watch != nullptr) {
            emulated::watch->host_wrote(to, bytes);
        }
    });
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    if (bytes > 0 && !is_on_device(to, bytes)) {
        return fail_with(cudaErrorInvalidValue);
    }
    return emulated::enqueue(stream, [=] {
        std::memset(to, value, bytes);
        if (emulated::watch != nullptr) {
            emulated::watch->host_wrote(to, bytes);
        }
    });
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, nullptr);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    attributes->type = is_on_device(pointer, 0) ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return create(stream);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned)
{
    return create(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    std::free(stream);
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned)
{
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    *status = recording_of(stream) != nullptr ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return cudaSuccess;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    const std::lock_guard<std::mutex> lock(capturing);
    captures[stream] = std::make_shared<recording>();
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    const auto recorded = recording_of(stream);
    const std::lock_guard<std::mutex> lock(capturing);
    captures.erase(stream);
    *graph = recorded != nullptr ? new CUgraph_st{recorded} : nullptr;
    return recorded != nullptr ? cudaSuccess : fail_with(cudaErrorInvalidValue);
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *, size_t *count)
{
    *count = graph->recorded->work.size();
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *executable, cudaGraph_t graph, unsigned long long)
{
    *executable = new CUgraphExec_st{graph->recorded};
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t)
{
    for (const auto &work : executable->recorded->work) {
        work();
    }
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable)
{
    delete executable;
    return cudaSuccess;
}

/* (The default stream is the legacy one.) */
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    *id = stream == nullptr ? 1 : reinterpret_cast<uintptr_t>(stream);
    return cudaSuccess;
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *)
{
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    *event = new CUevent_st{};
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    /* (What a stream does while it is captured has no time.) */
    if (recording_of(stream) == nullptr) {
        event->time = std::chrono::steady_clock::now();
        event->is_recorded = true;
    }
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end)
{
    if (!begin->is_recorded || !end->is_recorded) {
        return fail_with(cudaErrorInvalidValue);
    }
    *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *)
{
    return create(pool);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    std::free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *)
{
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t)
{
    return cudaSuccess;
}

} // extern "C"
