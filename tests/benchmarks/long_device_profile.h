#pragma once

#include "profiler/device/device_record.h"
#include "profiler/peaks/device_peaks.h"
#include "tests/benchmarks/long_profile.h"

#include <string>
#include <vector>

namespace benchmarks {

/// A long profile of a GPU: per step and run a span of the host, the call that launches, the
/// operator on the device and its kernel; every twentieth step is a copy, and each run ends with a
/// wait. A step's kernel begins when both its launch and the kernel before it have ended.
class LongDeviceProfile {
public:
    LongDeviceProfile(std::uint32_t steps, std::uint32_t runs)
        : m_steps(steps)
        , m_runs(runs)
    {
        addSteps(m_builder, steps);
        for (auto& step : m_builder.profile().steps)
            step.device = m_builder.text("cuda:0");
        addMemory(m_builder, steps);
        describe();
        simulate();
    }

    /// Track by track, as a builder sorts them.
    std::shared_ptr<const profiler::Profile> make() &&
    {
        using profiler::TrackKind;
        const auto count = std::size_t(m_steps) * m_runs;
        m_builder.reserveSlices(4 * count + 2 * m_runs);
        addRuns(m_builder.addTrack("runs", "CPU", TrackKind::Run));
        const auto host = m_builder.addTrack("CPU main", "CPU", TrackKind::Thread);
        each([&](std::uint32_t step, std::uint32_t run, std::size_t i) {
            m_builder.addSlice({ m_launch[i] - 500, launchNs + 900, step, run, host });
        });
        const auto calls = m_builder.addTrack("device calls", "CPU", TrackKind::Calls);
        each([&](std::uint32_t step, std::uint32_t run, std::size_t i) {
            const auto name = isCopy(step) ? m_copyCall : m_kernelCall;
            addWork({ m_launch[i], launchNs, step, run, calls }, i,
                m_builder.profile().device.add(profiler::DeviceWork::Call, name, 0));
        });
        const auto operators
            = m_builder.addTrack("operators on the device", "GPU 0", TrackKind::Operators);
        auto& device = m_builder.profile().device;
        each([&](std::uint32_t step, std::uint32_t run, std::size_t i) {
            addWork({ m_start[i], m_length[i], step, run, operators }, noCorrelation,
                device.addOperator(m_length[i]));
        });
        const auto stream = m_builder.addTrack("stream 7", "GPU 0", TrackKind::Stream);
        each([&](std::uint32_t step, std::uint32_t run, std::size_t i) {
            const auto row = isCopy(step)
                ? device.add(profiler::DeviceWork::CopyToDevice, {}, 0)
                : device.add(profiler::DeviceWork::Kernel, m_kernels[step % m_kernels.size()],
                    static_cast<std::uint32_t>(step % device.launches.size()));
            addWork({ m_start[i], m_length[i], step, run, stream }, i, row);
        });
        addWaits(m_builder.addTrack("waiting for the device", "CPU", TrackKind::Waits));
        m_launch = m_start = m_length = {};
        return std::move(m_builder).build();
    }

private:
    static constexpr std::int64_t launchNs = 3'000;
    static constexpr std::size_t noCorrelation = ~std::size_t(0);

    static bool isCopy(std::uint32_t step) { return step % 20 == 19; }

    void describe()
    {
        auto& profile = m_builder.profile();
        profile.metadata.set(profiler::keys::device, "cuda");
        profile.metadata.set(profiler::keys::precision, "f32");
        profiler::DeviceRecord record;
        record.tracer = "CUPTI 13.0 (130001)";
        profiler::DeviceProperties identity;
        identity.name = "NVIDIA made-up H200";
        identity.multiprocessors = 132;
        identity.warpsPerMultiprocessor = 64;
        identity.blocksPerMultiprocessor = 32;
        identity.registersPerMultiprocessor = 65'536;
        identity.sharedBytesPerMultiprocessor = 233'472;
        record.devices = { identity };
        profile.device.record = std::make_shared<const profiler::DeviceRecord>(std::move(record));
        for (int i = 0; i < 120; ++i) {
            m_kernels.push_back(
                m_builder.text("void cutlass::Kernel2<cutlass_80_tensorop_s16816gemm_"
                    + std::to_string(64 + i) + "x128_32x5_tn>(Params)"));
            profiler::KernelLaunch launch;
            launch.grid = { 528u + static_cast<std::uint32_t>(i), 1, 1 };
            launch.block = { 128, 1, 1 };
            launch.registersPerThread = 96;
            profile.device.launches.push_back(launch);
        }
        profile.device.copies.push_back({ 524'288, 0, 0, true, true });
        m_kernelCall = m_builder.text("cudaLaunchKernel");
        m_copyCall = m_builder.text("cudaMemcpyAsync");
        profiler::DevicePeaks peaks;
        peaks.device = "NVIDIA made-up H200";
        peaks.copyBytesPerSecond = 4.1e12;
        peaks.gemms = { { profiler::GemmPrecision::Fp32, 9.1e14, "made up" } };
        peaks.measuredAt = 1'760'000'000;
        peaks.agreement = 0.98;
        profiler::describeDevicePeaks(profile.metadata, peaks);
    }

    void simulate()
    {
        std::mt19937_64 random(1);
        std::lognormal_distribution<double> medians(9.0, 1.2);
        std::lognormal_distribution<double> spread(0.0, 0.05);
        std::vector<double> median(m_steps);
        for (auto& value : median)
            value = medians(random);
        std::int64_t host = 0;
        std::int64_t device = 0;
        for (std::uint32_t run = 0; run < m_runs; ++run) {
            profiler::Run row;
            row.number = run + 1;
            row.startNs = host;
            host += 1'000;
            for (std::uint32_t step = 0; step < m_steps; ++step) {
                const auto length = std::max<std::int64_t>(
                    600, static_cast<std::int64_t>(median[step] * spread(random)));
                m_launch.push_back(host);
                host += launchNs + 700 + static_cast<std::int64_t>(random() % 64);
                device = std::max(device + 900, host + 1'800);
                m_start.push_back(device);
                m_length.push_back(length);
                device += length;
            }
            m_wait.push_back(host);
            host = std::max(host, device) + 2'000;
            row.wallNs = host - row.startNs;
            m_builder.profile().runs.push_back(row);
            host += 20'000;
        }
    }

    template <typename Use>
    void each(Use use)
    {
        std::size_t i = 0;
        for (std::uint32_t run = 0; run < m_runs; ++run)
            for (std::uint32_t step = 0; step < m_steps; ++step)
                use(step, run, i++);
    }

    void addWork(profiler::SliceRow row, std::size_t correlation, std::uint32_t detail)
    {
        row.kind = profiler::SliceKind::Gpu;
        row.correlation
            = correlation == noCorrelation ? 0 : static_cast<std::uint32_t>(correlation + 1);
        row.detail = detail;
        m_builder.addSlice(row);
    }

    void addRuns(profiler::TrackId track)
    {
        for (std::uint32_t run = 0; run < m_runs; ++run) {
            const auto& row = m_builder.profile().runs[run];
            m_builder.addSlice({ row.startNs, row.wallNs, profiler::Slices::none, run, track,
                profiler::SliceKind::Run });
        }
    }

    void addWaits(profiler::TrackId track)
    {
        const auto why = m_builder.text("for a stream");
        for (std::uint32_t run = 0; run < m_runs; ++run) {
            const auto& row = m_builder.profile().runs[run];
            const auto end = row.startNs + row.wallNs - 500;
            addWork({ m_wait[run], std::max<std::int64_t>(1, end - m_wait[run]),
                        profiler::Slices::none, run, track },
                noCorrelation, m_builder.profile().device.add(profiler::DeviceWork::Wait, why, 0));
        }
    }

    std::uint32_t m_steps;
    std::uint32_t m_runs;
    profiler::ProfileBuilder m_builder;
    std::vector<profiler::StringId> m_kernels;
    profiler::StringId m_kernelCall;
    profiler::StringId m_copyCall;
    // By step within run:
    std::vector<std::int64_t> m_launch; ///< of the host
    std::vector<std::int64_t> m_start; ///< on the device
    std::vector<std::int64_t> m_length;
    std::vector<std::int64_t> m_wait; ///< by run
};

} // namespace benchmarks
