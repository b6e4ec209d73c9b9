#include "tests/support/profiler/device_sample.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <sstream>

namespace testing {

using namespace profiler;

namespace {

// Start on CLOCK_MONOTONIC; not 0, so that a missing offset is noticed.
constexpr std::int64_t zero = 7'000'000'000;
constexpr std::int64_t latencyNs = 1'800; // from a launch's end to its kernel's start
constexpr std::int64_t betweenNs = 900; // between kernels that were queued
constexpr std::uint32_t stream = 7;

struct SampleKernel {
    std::string_view name;
    std::int64_t ns;
    std::uint32_t blocks;
    std::uint32_t threads;
    std::uint32_t registers;
    std::uint32_t sharedBytes;
};
struct SampleOperator {
    std::string_view opType;
    std::vector<SampleKernel> kernels;
    std::uint64_t flops;
    std::uint64_t bytes;
    std::int64_t cpuNs; ///< duration on the CPU
    enum class Place { Device, Cpu, ReadsBack } place = Place::Device;
};

const std::vector<SampleOperator>& operators()
{
    using Place = SampleOperator::Place;
    static const std::vector<SampleOperator> all {
        { "MatMul",
            { { "void "
                "cutlass::Kernel2<cutlass_80_tensorop_f16_s16816gemm_relu_f16_128x128_32x5_tn>",
                84'000, 528, 128, 168, 81'920 } },
            31'000'000'000, 21'000'000, 6'200'000 },
        { "Add", { { "runElements<Add<float>>", 3'100, 2'048, 256, 24, 0 } }, 1'600'000, 19'000'000,
            310'000 },
        { "LayerNormalization",
            { { "runBlocks<256, LayerNorm<float>>", 6'400, 1'024, 256, 40, 1'024 } }, 12'600'000,
            12'800'000, 520'000 },
        { "Softmax", { { "runBlocks<256, SoftmaxRow<float>>", 11'200, 4'096, 256, 32, 1'024 } },
            21'000'000, 33'500'000, 1'400'000 },
        { "Conv",
            { { "cudnn::nchwToNhwcKernel<float>", 4'200, 512, 256, 32, 16'384 },
                { "sm90_xmma_fprop_implicit_gemm_tf32f32_tilesize128x128x32", 51'000, 264, 256, 216,
                    102'400 },
                { "cudnn::nhwcToNchwKernel<float>", 4'000, 512, 256, 32, 16'384 } },
            11'400'000'000, 26'000'000, 3'900'000 },
        { "NonZero", {}, 0, 524'288, 60'000, Place::Cpu },
        { "ReduceMax", { { "runBlocks<256, Reduce<Max, float>>", 2'400, 64, 256, 28, 1'024 } },
            262'144, 1'048'576, 48'000, Place::ReadsBack },
    };
    return all;
}

Step stepOf(ProfileBuilder& builder, std::string_view opType, const std::string& label)
{
    Step step;
    step.opType = builder.text(opType);
    step.label = builder.text(label);
    step.domain = builder.text("");
    step.implementation = builder.text("");
    step.tier = builder.text("native");
    step.device = builder.text("cuda:0");
    step.inputTypes = builder.text("8×512×1024 fp32");
    step.outputTypes = builder.text("8×512×1024 fp32");
    return step;
}

DeviceProperties madeUpDevice()
{
    DeviceProperties device;
    device.name = "NVIDIA made-up H200";
    device.uuid = "GPU-00000000-0000-0000-0000-000000000000";
    device.computeMajor = 9;
    device.multiprocessors = 132;
    device.warpsPerMultiprocessor = 64;
    device.blocksPerMultiprocessor = 32;
    device.registersPerMultiprocessor = 65'536;
    device.sharedBytesPerMultiprocessor = 233'472;
    device.l2Bytes = 52'428'800;
    device.memoryBytes = 150'000'000'000;
    device.memoryBytesPerSecond = 4'800'000'000'000;
    device.clockHertz = 1'980'000'000;
    return device;
}

std::uint32_t nameIn(DeviceTrace& trace, std::string_view name)
{
    const auto found = std::ranges::find(trace.names, name);
    if (found != trace.names.end())
        return static_cast<std::uint32_t>(found - trace.names.begin());
    trace.names.emplace_back(name);
    return static_cast<std::uint32_t>(trace.names.size() - 1);
}

/// Simulates runs of a plan with the clocks of host and device.
class Simulation {
public:
    explicit Simulation(const DeviceSampleShape& shape)
        : m_shape(shape)
    {
        m_runTrack = m_builder.addTrack("runs", "CPU", TrackKind::Run);
        m_cpuTrack = m_builder.addTrack("CPU main", "CPU", TrackKind::Thread);
        describe();
        makeSteps();
    }

    DeviceSample make()
    {
        for (std::uint32_t i = 0; i < m_shape.warmUp; ++i)
            run(Side::WarmUp, 0);
        for (std::uint32_t round = 1; round <= m_shape.rounds; ++round) {
            run(round % 2 == 1 ? Side::Profiled : Side::Unprofiled, round);
            run(round % 2 == 1 ? Side::Unprofiled : Side::Profiled, round);
        }
        if (m_shape.isOnCpu)
            m_trace = {};
        else
            addSeries();
        return { std::move(m_builder.profile()), std::move(m_trace), zero };
    }

private:
    struct Planned {
        engine::StepId step;
        const SampleOperator* op = nullptr; ///< null: a copy
        bool toHost = false;
    };

    void describe()
    {
        auto& metadata = m_builder.profile().metadata;
        metadata.set(keys::profileId, "0193469c-0000-7000-8000-000000000001");
        metadata.set(keys::startedAt, std::int64_t(1'795'269'900'000'000'000));
        metadata.set(keys::modelName, "made-up-transformer.onnx");
        metadata.set(keys::modelSha256, std::string(64, 'c'));
        metadata.set(keys::host, "made-up-host");
        metadata.set(keys::cpu, "Made-up CPU, 8 cores");
        metadata.set(keys::device, m_shape.isOnCpu ? "cpu" : "cuda:0");
        metadata.set(keys::threads, std::int64_t(8));
        metadata.set(keys::precision, "f32");
        m_trace.tracer = "CUPTI 13.0 (130001)";
        m_trace.devices = { madeUpDevice() };
        m_trace.limits = { { "counters-refused",
            "hardware counters need permission; timeline and kernel times are complete without "
            "them",
            "set NVreg_RestrictProfilingToAdminUsers=0, or run as root" } };
        m_trace.missingSeries = { { "energy", "NVML refuses it in this made-up guest" } };
    }

    void makeSteps()
    {
        std::uint32_t node = 0;
        for (std::uint32_t block = 0; block < m_shape.blocks; ++block) {
            for (const auto& op : operators()) {
                const bool isCpu = op.place == SampleOperator::Place::Cpu;
                if (isCpu && block >= 2)
                    continue;
                const auto label = "block" + std::to_string(block) + "/" + std::string(op.opType);
                if (isCpu && !m_shape.isOnCpu)
                    addCopyStep(label, true);
                auto step = stepOf(m_builder, op.opType, label);
                step.origins.push_back({ model::NodeId(node), step.label });
                m_builder.profile().provenance.push_back({ model::NodeId(node), step.label,
                    step.opType, step.domain, Fate::Kept, m_builder.text(""), {} });
                ++node;
                step.flops = op.flops;
                step.bytes = op.bytes;
                if (m_lastStep.isValid())
                    step.after = { m_lastStep };
                if (isCpu || m_shape.isOnCpu)
                    step.device = m_builder.text("cpu");
                if (isCpu)
                    step.refusals = m_builder.text("its output's shape depends on values");
                m_lastStep = m_builder.addStep(std::move(step));
                m_plan.push_back({ m_lastStep, &op, false });
                if (isCpu && !m_shape.isOnCpu)
                    addCopyStep(label, false);
            }
        }
        if (!m_shape.isOnCpu)
            addCopyStep("output", true);
    }

    void addCopyStep(const std::string& of, bool toHost)
    {
        const auto label = (toHost ? "to the host for " : "to the device after ") + of;
        auto step = stepOf(m_builder, "Copy", label);
        step.kind = StepKind::Copy;
        step.insertedReason = step.label;
        step.bytes = copyBytes;
        if (m_lastStep.isValid())
            step.after = { m_lastStep };
        m_lastStep = m_builder.addStep(std::move(step));
        m_plan.push_back({ m_lastStep, nullptr, toHost });
    }

    std::int64_t vary(std::int64_t ns)
    {
        return static_cast<std::int64_t>(std::llround(
            static_cast<double>(ns) * (1 + 0.03 * static_cast<double>(m_random() % 1000) / 1000)));
    }

    DeviceOwner owner() const { return { m_step, m_run }; }

    /// Adds an API call of the host and advances the host's clock by `ns`.
    std::uint32_t call(std::string_view name, std::int64_t ns)
    {
        DeviceCall made;
        made.startNs = zero + m_host;
        m_host += ns;
        made.endNs = zero + m_host;
        made.owner = owner();
        made.name = nameIn(m_trace, name);
        made.correlation = ++m_correlation;
        made.thread = 4'711;
        if (m_isRecorded)
            m_trace.calls.push_back(made);
        return made.correlation;
    }

    /// Reserves the device for `ns` and returns the start of this work.
    std::int64_t occupy(std::int64_t ns)
    {
        const auto start = std::max(m_host + latencyNs, m_device + betweenNs);
        m_device = start + ns;
        return start;
    }

    void launch(const SampleKernel& from)
    {
        const auto correlation = call("cudaLaunchKernel", vary(m_shape.launchNs));
        const auto ns = std::max<std::int64_t>(
            1, static_cast<std::int64_t>(static_cast<double>(vary(from.ns)) * m_shape.slower));
        DeviceKernel kernel;
        kernel.startNs = zero + occupy(ns);
        kernel.endNs = kernel.startNs + ns;
        kernel.owner = owner();
        kernel.name = nameIn(m_trace, from.name);
        kernel.correlation = correlation;
        kernel.stream = stream;
        kernel.grid = { from.blocks, 1, 1 };
        kernel.block = { from.threads, 1, 1 };
        kernel.registersPerThread = from.registers;
        kernel.dynamicSharedBytes = from.sharedBytes;
        if (!m_isRecorded)
            return;
        if (m_shape.lostEvery > 0 && ++m_launches % m_shape.lostEvery == 0) {
            kernel.endNs = kernel.startNs = 0;
            ++m_trace.losses.withoutTime;
        }
        m_trace.kernels.push_back(kernel);
    }

    void copy(bool toHost, std::uint64_t bytes)
    {
        const auto correlation = call("cudaMemcpyAsync", vary(3'800));
        const auto ns = 1'200 + static_cast<std::int64_t>(bytes) / 40; // 40 GB/s
        DeviceCopy made;
        made.startNs = zero + occupy(ns);
        made.endNs = made.startNs + ns;
        made.owner = owner();
        made.bytes = bytes;
        made.correlation = correlation;
        made.stream = stream;
        made.kind = toHost ? DeviceCopyKind::DeviceToHost : DeviceCopyKind::HostToDevice;
        made.isAsync = true;
        made.isPinned = true;
        if (m_isRecorded)
            m_trace.copies.push_back(made);
        if (toHost)
            wait();
    }

    void wait()
    {
        const auto start = m_host;
        const auto correlation
            = call("cudaStreamSynchronize", std::max<std::int64_t>(0, m_device - m_host) + 2'000);
        DeviceWait made;
        made.startNs = zero + start + 300;
        made.endNs = zero + m_host - 200;
        made.owner = owner();
        made.correlation = correlation;
        made.stream = stream;
        made.kind = DeviceWaitKind::Stream;
        if (m_isRecorded)
            m_trace.waits.push_back(made);
    }

    void runStep(const Planned& planned)
    {
        const auto start = m_host;
        m_step = planned.step;
        if (m_shape.isOnCpu)
            m_host += vary(planned.op->cpuNs);
        else if (planned.op == nullptr)
            copy(planned.toHost, copyBytes);
        else if (planned.op->place == SampleOperator::Place::Cpu)
            m_host += vary(planned.op->cpuNs);
        else {
            m_host += 600;
            for (const auto& kernel : planned.op->kernels)
                launch(kernel);
            if (planned.op->place == SampleOperator::Place::ReadsBack)
                copy(true, 4);
        }
        if (m_isRecorded)
            m_builder.addSlice({ start, m_host - start, planned.step.value(), m_run, m_cpuTrack });
        m_step = {};
    }

    void run(Side side, std::uint32_t round)
    {
        auto& runs = m_builder.profile().runs;
        m_run = static_cast<std::uint32_t>(runs.size());
        m_isRecorded = side == Side::Profiled;
        Run made;
        made.number = m_run + 1;
        made.side = side;
        made.round = round;
        made.startNs = m_host;
        m_host += 1'500;
        for (const auto& planned : m_plan)
            runStep(planned);
        if (!m_shape.isOnCpu)
            wait();
        m_host += 900;
        made.wallNs = m_host - made.startNs;
        m_builder.addSlice(
            { made.startNs, made.wallNs, Slices::none, m_run, m_runTrack, SliceKind::Run });
        if (m_isRecorded && !m_shape.isOnCpu) {
            m_trace.windows.push_back({ m_run, zero + made.startNs, zero + m_host });
            m_trace.overheads.push_back(
                { zero + m_host + 500, zero + m_host + 9'000, 0, DeviceOverheadKind::BufferFlush });
        }
        runs.push_back(made);
        m_host += 40'000;
    }

    void addSeries()
    {
        const auto series = [&](std::string name, std::string unit, double base, double swing) {
            DeviceSeries made { std::move(name), std::move(unit), {}, {} };
            for (std::int64_t ns = 0; ns < m_host; ns += 100'000) {
                made.timeNs.push_back(zero + ns);
                made.value.push_back(base
                    + swing * std::sin(static_cast<double>(ns) / static_cast<double>(m_host) * 6));
            }
            m_trace.series.push_back(std::move(made));
        };
        series("power", "watts", 420, 60);
        series("SM clock", "hertz", 1.83e9, 0.09e9);
        series("temperature", "celsius", 51, 3);
        series("memory in use", "bytes", 3.1e9, 0);
    }

    static constexpr std::uint64_t copyBytes = 524'288;

    DeviceSampleShape m_shape;
    ProfileBuilder m_builder;
    DeviceTrace m_trace;
    std::minstd_rand m_random { 11 };
    std::vector<Planned> m_plan;
    engine::StepId m_lastStep;
    TrackId m_runTrack;
    TrackId m_cpuTrack;
    std::int64_t m_host = 0; // clocks in ns
    std::int64_t m_device = 0;
    std::uint32_t m_correlation = 0;
    std::uint32_t m_launches = 0;
    std::uint32_t m_run = 0;
    engine::StepId m_step;
    bool m_isRecorded = false;
};

class TextSample {
public:
    TextSample()
    {
        m_runTrack = m_builder.addTrack("runs", "CPU", TrackKind::Run);
        m_cpuTrack = m_builder.addTrack("CPU main", "CPU", TrackKind::Thread);
        m_trace.tracer = "made up";
        m_trace.devices = { madeUpDevice() };
    }

    void line(const std::string& text)
    {
        std::istringstream in(text);
        std::string word;
        if (!(in >> word))
            return;
        if (word == "run")
            return run(in);
        if (word == "step" || word == "cpu")
            return step(in, word == "cpu" ? "cpu" : "cuda:0");
        if (word == "call")
            return call(in);
        if (word == "kernel" || word == "loose")
            return kernel(in, word == "loose" ? DeviceOwner { {}, m_run } : m_owner);
        if (word == "copy")
            return copy(in);
        if (word == "lost")
            return lose(in);
        std::string kind;
        if (word == "overhead")
            in >> kind;
        std::int64_t start = 0;
        std::int64_t ns = 0;
        in >> start >> ns;
        if (word == "wait")
            m_trace.waits.push_back(
                { zero + start, zero + start + ns, m_owner, 0, stream, DeviceWaitKind::Stream });
        else
            m_trace.overheads.push_back({ zero + start, zero + start + ns, 0,
                kind == "full" ? DeviceOverheadKind::CommandBufferFull
                               : DeviceOverheadKind::BufferFlush });
    }

    DeviceSample take()
    {
        std::ranges::stable_sort(m_trace.kernels, {}, &DeviceKernel::startNs);
        std::ranges::stable_sort(m_trace.copies, {}, &DeviceCopy::startNs);
        return { std::move(m_builder.profile()), std::move(m_trace), zero };
    }

private:
    void run(std::istringstream& in)
    {
        Run made;
        in >> made.startNs >> made.wallNs;
        auto& runs = m_builder.profile().runs;
        m_run = static_cast<std::uint32_t>(runs.size());
        made.number = m_run + 1;
        runs.push_back(made);
        m_builder.addSlice(
            { made.startNs, made.wallNs, Slices::none, m_run, m_runTrack, SliceKind::Run });
        m_owner = { {}, m_run };
        m_seen.clear();
    }

    void step(std::istringstream& in, std::string_view device)
    {
        std::string type;
        std::int64_t start = 0;
        std::int64_t ns = 0;
        in >> type >> start >> ns;
        const auto [place, isNew] = m_steps.emplace(std::pair(type, m_seen[type]++), StepId());
        if (isNew) {
            auto made = stepOf(m_builder, type, type + "_" + std::to_string(place->first.second));
            made.device = m_builder.text(device);
            made.kind = type == "Copy" ? StepKind::Copy : StepKind::Operator;
            if (made.kind == StepKind::Operator)
                made.origins.push_back(
                    { model::NodeId(m_builder.profile().steps.size()), made.label });
            place->second = m_builder.addStep(std::move(made));
        }
        m_owner = { place->second, m_run };
        m_builder.addSlice({ start, ns, place->second.value(), m_run, m_cpuTrack });
    }

    void call(std::istringstream& in)
    {
        std::string name;
        DeviceCall made;
        in >> name >> made.startNs >> made.endNs >> made.correlation;
        made.startNs += zero;
        made.endNs += made.startNs;
        made.name = nameIn(m_trace, name);
        made.owner = m_owner;
        made.thread = 1;
        m_trace.calls.push_back(made);
    }

    static std::uint32_t streamOf(std::istringstream& in)
    {
        std::string on;
        std::uint32_t number = stream;
        in >> on >> number;
        return on == "on" ? number : stream;
    }

    void kernel(std::istringstream& in, const DeviceOwner& owner)
    {
        std::string name;
        DeviceKernel made;
        in >> name >> made.startNs >> made.endNs >> made.correlation;
        made.startNs += zero;
        made.endNs += made.startNs;
        made.name = nameIn(m_trace, name);
        made.owner = owner;
        made.stream = streamOf(in);
        made.grid = { 64, 2, 1 };
        made.block = { 128, 1, 1 };
        made.registersPerThread = 32;
        m_trace.losses.unlinked += owner.step.isValid() ? 0 : 1;
        m_trace.kernels.push_back(made);
    }

    void copy(std::istringstream& in)
    {
        static const std::map<std::string, DeviceCopyKind> kinds {
            { "h2d", DeviceCopyKind::HostToDevice }, { "d2h", DeviceCopyKind::DeviceToHost },
            { "d2d", DeviceCopyKind::DeviceToDevice }, { "set", DeviceCopyKind::Set }
        };
        std::string kind;
        DeviceCopy made;
        in >> kind >> made.bytes >> made.startNs >> made.endNs >> made.correlation;
        made.startNs += zero;
        made.endNs += made.startNs;
        made.kind = kinds.at(kind);
        made.owner = m_owner;
        made.stream = streamOf(in);
        m_trace.copies.push_back(made);
    }

    void lose(std::istringstream& in)
    {
        DeviceKernel made;
        in >> made.correlation;
        made.owner = m_owner;
        made.stream = stream;
        m_trace.kernels.push_back(made);
        ++m_trace.losses.withoutTime;
    }

    using StepId = engine::StepId;
    ProfileBuilder m_builder;
    DeviceTrace m_trace;
    TrackId m_runTrack;
    TrackId m_cpuTrack;
    std::map<std::pair<std::string, int>, StepId> m_steps;
    std::map<std::string, int> m_seen;
    std::uint32_t m_run = 0;
    DeviceOwner m_owner;
};

} // namespace

std::shared_ptr<const Profile> profileOf(DeviceSample sample)
{
    ProfileBuilder builder(std::move(sample.tables));
    if (!sample.trace.tracer.empty())
        addDeviceTrace(builder, sample.trace, { sample.zeroNs });
    return std::move(builder).build();
}

DeviceSample deviceSample(const DeviceSampleShape& shape) { return Simulation(shape).make(); }

DeviceSample deviceSampleFromText(std::string_view lines)
{
    TextSample sample;
    std::istringstream text { std::string(lines) };
    for (std::string line; std::getline(text, line);)
        sample.line(line);
    return sample.take();
}

} // namespace testing
