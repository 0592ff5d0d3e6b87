/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/energy.h"

#include <chrono>
#include <cstdio>
#include <thread>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

namespace bench
{
namespace
{
// NVML's prototypes that are used here; nvmlDevice_t is a pointer, nvmlReturn_t an int whose 0 is success.
struct Nvml {
    int (*init)(void) = nullptr;
    int (*driver)(char *version, unsigned length) = nullptr;
    int (*by_bus_id)(const char *bus_id, void **device) = nullptr;
    int (*energy)(void *device, unsigned long long *millijoules) = nullptr;
    int (*clock)(void *device, int type, unsigned *mhz) = nullptr;
    bool usable = false;

    Nvml()
    {
        void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            return;
        }
        const auto find = [library](auto &function, const char *name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        usable = find(init, "nvmlInit_v2") && find(driver, "nvmlSystemGetDriverVersion") &&
                 find(by_bus_id, "nvmlDeviceGetHandleByPciBusId_v2") &&
                 find(energy, "nvmlDeviceGetTotalEnergyConsumption") && find(clock, "nvmlDeviceGetClockInfo") &&
                 init() == 0;
    }
};

const Nvml &nvml()
{
    static const Nvml loaded;
    return loaded;
}

constexpr int kSmClock = 1, kMemoryClock = 2; // NVML_CLOCK_SM, NVML_CLOCK_MEM

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}
} // namespace

std::string driver_version()
{
    char text[96] = "";
    if (!nvml().usable || nvml().driver(text, sizeof text) != 0) {
        return "";
    }
    return text;
}

std::unique_ptr<EnergyMeter> EnergyMeter::open(int cuda_device)
{
    char bus_id[32] = "";
    unsigned long long millijoules = 0;
    auto meter = std::make_unique<EnergyMeter>();
    if (!nvml().usable || cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, cuda_device) != cudaSuccess ||
        nvml().by_bus_id(bus_id, &meter->device_) != 0 || nvml().energy(meter->device_, &millijoules) != 0) {
        std::fprintf(stderr, "tcu-bench: no NVML or no energy counter here: energy is left out\n");
        return nullptr;
    }
    cudaDeviceSynchronize();
    const Clock::time_point begin = Clock::now();
    const double before = meter->joules();
    std::this_thread::sleep_for(std::chrono::seconds(2));
    meter->idle_watts_ = (meter->joules() - before) / seconds_since(begin);
    return meter;
}

double EnergyMeter::joules() const
{
    unsigned long long millijoules = 0;
    return nvml().energy(device_, &millijoules) == 0 ? millijoules * 1e-3 : NAN;
}

double EnergyMeter::clock(int which) const
{
    unsigned mhz = 0;
    return nvml().clock(device_, which, &mhz) == 0 ? mhz : NAN;
}

Energy EnergyMeter::measure(double seconds, double elements, const std::function<void()> &work)
{
    Energy energy;
    double calls = 0;
    work();
    const Clock::time_point begin = Clock::now();
    const double before = joules();
    do {
        work();
        calls++;
    } while (seconds_since(begin) < seconds);
    energy.sm_mhz = clock(kSmClock);
    energy.memory_mhz = clock(kMemoryClock);
    const double used = joules() - before, elapsed = seconds_since(begin);
    energy.watts = used / elapsed;
    energy.raw_nj = used / (calls * elements) * 1e9;
    energy.net_nj = (used - idle_watts_ * elapsed) / (calls * elements) * 1e9;
    return energy;
}
} // namespace bench
