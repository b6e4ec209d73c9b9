#include "tests/support/gpu/fake_recordings.h"

#include "profiler/cupti/recording_writer.h"
#include "tests/support/gpu/record_buffers.h"

#include <algorithm>
#include <array>
#include <optional>

namespace testing {

using namespace profiler;
using namespace profiler::cupti;
using support::Result;

namespace {

constexpr std::uint64_t launchFunction = 211;
constexpr std::uint64_t copyFunction = 41;
constexpr std::uint64_t graphFunction = 311;
constexpr std::uint32_t engineThread = 4242;

/// Writes a run of a model on a GPU record by record. Times are in ns and begin at 1 s.
class Scene {
public:
    Scene()
    {
        m_recording.version = 130001;
        name(Kind::Runtime, launchFunction, "cudaLaunchKernel_v7000");
        name(Kind::Runtime, copyFunction, "cudaMemcpyAsync_v3020");
        name(Kind::Runtime, graphFunction, "cudaGraphLaunch_v10000");
        deviceRecord();
    }

    void run(std::uint32_t number)
    {
        m_run = number;
        m_recording.windows.push_back({ number, time(m_host), 0 });
    }
    void endRun()
    {
        m_host = std::max(m_host, m_device);
        m_recording.windows.back().endNs = time(m_host);
    }

    /// A call of the host with a step's external id; nullopt: without a step.
    std::uint32_t call(std::uint64_t function, std::optional<std::uint64_t> id)
    {
        const auto correlation = ++m_correlation;
        if (id) {
            auto* const at = m_writer.add(Kind::ExternalCorrelation);
            external::kind.put(at, external::ours);
            external::id.put(at, *id);
            external::correlation.put(at, correlation);
        }
        auto* const at = m_writer.add(Kind::Runtime);
        call::function.put(at, static_cast<std::uint32_t>(function));
        call::start.put(at, m_host);
        call::end.put(at, m_host + 2'500);
        call::thread.put(at, engineThread);
        call::correlation.put(at, correlation);
        m_host += 4'000;
        return correlation;
    }
    std::uint64_t idOf(std::uint32_t step) const { return externalId(engine::StepId(step), m_run); }

    struct Kernel {
        const char* name;
        std::uint64_t durationNs = 20'000;
        std::uint32_t stream = 13;
        std::uint64_t node = 0;
        bool isLost = false;
    };
    void kernel(std::uint32_t correlation, const Kernel& what)
    {
        m_device = std::max(m_device, m_host) + 1'200;
        auto* const at = m_writer.add(Kind::ConcurrentKernel);
        kernel::start.put(at, what.isLost ? 0 : m_device);
        m_device += what.durationNs;
        kernel::end.put(at, what.isLost ? 0 : m_device);
        kernel::name.put(at, text(what.name));
        kernel::correlation.put(at, correlation);
        kernel::stream.put(at, what.stream);
        kernel::grid.put(at, { 132, 2, 1 });
        kernel::block.put(at, { 256, 1, 1 });
        if (what.stream == 13)
            kernel::cluster.put(at, { 2, 1, 1 });
        kernel::registersPerThread.put(at, 168);
        kernel::dynamicShared.put(at, 98'304);
        kernel::graphNode.put(at, what.node);
        kernel::graph.put(at, what.node != 0 ? 5 : 0);
    }
    /// A step with one kernel.
    void step(std::uint32_t number, const Kernel& what)
    {
        kernel(call(launchFunction, idOf(number)), what);
    }
    void copy(std::uint32_t step, std::uint8_t kind, std::uint64_t bytes)
    {
        const auto correlation = call(copyFunction, idOf(step));
        auto* const at = m_writer.add(Kind::Memcpy);
        m_device = std::max(m_device, m_host) + 800;
        memcpyRecord::copyKind.put(at, kind);
        memcpyRecord::sourceKind.put(at, kind == 1 ? 2 : 3);
        memcpyRecord::targetKind.put(at, kind == 1 ? 3 : 1);
        memcpyRecord::flags.put(at, kind == 1 ? 1 : 0);
        memcpyRecord::size.put(at, bytes);
        memcpyRecord::start.put(at, m_device);
        m_device += bytes / 40;
        memcpyRecord::end.put(at, m_device);
        memcpyRecord::stream.put(at, 13);
        memcpyRecord::correlation.put(at, correlation);
    }
    void wait(std::uint32_t type, std::uint32_t stream)
    {
        auto* const at = m_writer.add(Kind::Synchronisation);
        wait::type.put(at, type);
        wait::stream.put(at, stream);
        wait::start.put(at, m_host);
        m_host = std::max(m_host + 500, m_device + 900);
        wait::end.put(at, m_host);
        wait::correlation.put(at, ++m_correlation);
    }
    void overhead(std::uint32_t kind, std::uint64_t durationNs)
    {
        auto* const at = m_writer.add(Kind::Overhead);
        overhead::kind.put(at, kind << 16);
        overhead::start.put(at, m_host);
        m_host += durationNs;
        overhead::end.put(at, m_host);
    }
    void compile()
    {
        auto* const at = m_writer.add(Kind::Jit);
        jit::operation.put(at, 3);
        jit::start.put(at, m_host);
        m_host += 31'000'000;
        jit::end.put(at, m_host);
        jit::cacheSize.put(at, 18'432);
    }
    void graphOf(std::initializer_list<std::uint64_t> nodes, const char* kernelName)
    {
        const auto correlation = call(graphFunction, externalId(engine::StepId(), m_run));
        for (const auto node : nodes)
            kernel(correlation, { kernelName, 8'000, 13, node, false });
    }
    /// Puts the records that follow in another buffer.
    void nextBuffer() { m_buffers.push_back(m_writer.take()); }
    Recording& recording() { return m_recording; }

    /// CUPTI delivers buffers in any order.
    enum class Order { AsWritten, Reversed };
    Result<void> write(const std::filesystem::path& file, Order order = Order::AsWritten)
    {
        nextBuffer();
        if (order == Order::Reversed)
            std::ranges::reverse(m_buffers);
        auto writer = TRY(RecordingWriter::create(file));
        for (const auto& buffer : m_buffers)
            writer.buffer(buffer);
        return writer.finish(m_recording);
    }

private:
    static std::int64_t time(std::uint64_t ns) { return static_cast<std::int64_t>(ns); }
    void name(Kind kind, std::uint64_t function, const char* words)
    {
        m_recording
            .functions[{ static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(function) }]
            = words;
    }
    /// Returns an address for the text in the recording.
    std::uint64_t text(const char* words)
    {
        for (const auto& [address, known] : m_recording.texts) {
            if (known == words)
                return address;
        }
        const auto address = 0x1000 + 16 * m_recording.texts.size();
        m_recording.texts[address] = words;
        return address;
    }
    void deviceRecord()
    {
        auto* const at = m_writer.add(Kind::Device);
        device::name.put(at, text("NVIDIA H200"));
        device::computeMajor.put(at, 9);
        device::multiprocessors.put(at, 132);
        device::clock.put(at, 1'980'000);
        device::memoryBandwidth.put(at, 4'814'000'000);
        device::memorySize.put(at, std::uint64_t(141) << 30);
        std::array<std::uint8_t, 16> uuid {};
        for (std::size_t i = 0; i < uuid.size(); ++i)
            uuid[i] = static_cast<std::uint8_t>(i * 17);
        device::uuid.put(at, uuid);
    }

    Recording m_recording;
    RecordWriter m_writer;
    std::vector<std::vector<std::byte>> m_buffers;
    std::uint64_t m_host = 1'000'000'000;
    std::uint64_t m_device = 0;
    std::uint32_t m_correlation = 700;
    std::uint32_t m_run = 0;
};

constexpr const char* product = "sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32";
constexpr const char* addition = "_ZN6engine4cuda11runElementsINS0_12_GLOBAL__N_13AddEEEvlT_";

Result<void> stream(const std::filesystem::path& file)
{
    Scene scene;
    scene.compile();
    for (const std::uint32_t run : { 4u, 7u }) {
        scene.run(run);
        scene.copy(0, 1, 602'112);
        scene.step(1, { product, 41'000 });
        // A product split into two kernels, then a step with our own kernel.
        const auto again = scene.call(launchFunction, scene.idOf(1));
        scene.kernel(again, { "_ZN8cublasLt12splitKreduceEPf", 3'000 });
        scene.step(2, { addition, 6'000 });
        scene.copy(3, 2, 4'000);
        scene.wait(3, 13);
        scene.endRun();
        scene.nextBuffer();
    }
    scene.recording().launches = 2;
    // With buffers reversed, external ids come before and after their kernels.
    return scene.write(file, Scene::Order::Reversed);
}

Result<void> graphNodes(const std::filesystem::path& file)
{
    Scene scene;
    // Nodes 31 and 32 belong to steps; 33 was captured outside of any step.
    scene.recording().nodes = { { 31, engine::StepId(1u) }, { 32, engine::StepId(2u) } };
    for (const std::uint32_t run : { 2u, 3u }) {
        scene.run(run);
        scene.graphOf({ 31, 32, 33 }, addition);
        scene.wait(3, 13);
        scene.endRun();
    }
    return scene.write(file);
}

Result<void> twoStreams(const std::filesystem::path& file)
{
    Scene scene;
    scene.run(0);
    scene.step(0, { product, 60'000, 13 });
    scene.step(1, { addition, 9'000, 14 });
    scene.wait(2, 14);
    scene.step(2, { addition, 9'000, 13 });
    scene.overhead(6, 70'000); // the command buffer is full
    scene.endRun();
    scene.recording().launches = 2;
    return scene.write(file);
}

Result<void> lost(const std::filesystem::path& file)
{
    Scene scene;
    scene.run(0);
    scene.step(0, { addition, 5'000 });
    scene.step(1, { addition, 5'000, 13, 0, true });
    // A call without its kernel, a kernel without a step, then a complete one.
    scene.call(launchFunction, scene.idOf(2));
    scene.kernel(scene.call(launchFunction, std::nullopt), { "_Z6nobodyv", 2'000 });
    scene.kernel(scene.call(launchFunction, scene.idOf(3)), { product, 7'000 });
    scene.overhead(1, 40'000);
    scene.endRun();
    scene.recording().launches = 3;
    scene.recording().dropped = 12;
    scene.recording().refused = 1;
    return scene.write(file);
}

struct NamedRecording {
    std::string_view name;
    Result<void> (*write)(const std::filesystem::path& file);
};
constexpr std::array recordings {
    NamedRecording { "stream", stream },
    NamedRecording { "graph_nodes", graphNodes },
    NamedRecording { "two_streams", twoStreams },
    NamedRecording { "lost", lost },
};

} // namespace

std::span<const std::string_view> recordingNames()
{
    static const auto names = [] {
        std::vector<std::string_view> all;
        for (const auto& each : recordings)
            all.push_back(each.name);
        return all;
    }();
    return names;
}

Result<void> writeRecording(std::string_view name, const std::filesystem::path& file)
{
    for (const auto& each : recordings) {
        if (each.name == name)
            return each.write(file);
    }
    return support::fail("there is no recording ", name);
}

} // namespace testing
