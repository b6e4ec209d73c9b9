#include "engine/cuda/peaks.h"

#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/cublaslt/tuning.h"
#include "engine/cuda/device_libraries.h"

#include <algorithm>
#include <array>

namespace engine::cuda {

namespace {

constexpr int samples = 9;
constexpr std::uint64_t mostCopyBytes = std::uint64_t(256) << 20;
/// Leaves room for the other block, and for what else runs on the device.
constexpr std::uint64_t shareOfFree = 8;
constexpr std::array sides { std::int64_t(8192), std::int64_t(4096), std::int64_t(1024),
    std::int64_t(256), std::int64_t(64) };

struct Row {
    Precision precision;
    ElementType element;
};
constexpr std::array rows {
    Row { Precision::Float32Strict, ElementType::Float },
    Row { Precision::Tf32, ElementType::Float },
    Row { Precision::Float16, ElementType::Float16 },
    Row { Precision::Bfloat16, ElementType::Bfloat16 },
};

/// Seconds; the first, which loads code and wakes the device, is not counted.
Result<double> medianOf(ModuleBackend& device, const std::function<Result<void>()>& work)
{
    std::vector<double> seconds;
    for (int i = 0; i <= samples; ++i) {
        const auto taken = TRY(device.secondsOf(work));
        if (i > 0)
            seconds.push_back(taken);
    }
    std::ranges::nth_element(seconds, seconds.begin() + samples / 2);
    const double median = seconds[samples / 2];
    if (median <= 0)
        return fail("the device's clock stood still");
    return median;
}

class Block {
public:
    static Result<Block> take(ModuleBackend& device, std::uint64_t bytes)
    {
        Block block;
        block.m_memory = { TRY(device.allocate(bytes)), Release { &device } };
        return Result<Block>(std::move(block));
    }
    std::byte* data() const { return m_memory.get(); }

private:
    struct Release {
        ModuleBackend* device = nullptr;
        void operator()(std::byte* memory) const { device->release(memory); }
    };
    std::unique_ptr<std::byte, Release> m_memory { nullptr, Release {} };
};

Result<void> measureCopy(ModuleBackend& device, DevicePeaks& peaks)
{
    peaks.copyBytes = std::min(mostCopyBytes, device.freeBytes() / shareOfFree);
    const auto from = TRY(Block::take(device, peaks.copyBytes));
    const auto to = TRY(Block::take(device, peaks.copyBytes));
    const auto seconds = TRY(
        medianOf(device, [&] { return device.copy(to.data(), from.data(), peaks.copyBytes); }));
    peaks.copyBytesPerSecond = 2 * static_cast<double>(peaks.copyBytes) / seconds;
    return {};
}

std::int64_t sideFor(ModuleBackend& device)
{
    // Three matrices of the widest type, and the workspace.
    const auto side = std::ranges::find_if(sides, [&](std::int64_t each) {
        return 3 * static_cast<std::uint64_t>(each * each) * sizeof(float)
            + cublaslt::mostWorkspaceBytes
            < device.freeBytes() / 2;
    });
    return side != sides.end() ? *side : sides.back();
}

Result<void> measureProduct(
    ModuleBackend& device, const Row& row, std::int64_t side, DevicePeaks::Product& peak)
{
    const cublaslt::Product product { .element = row.element, .m = side, .n = side, .k = side };
    const auto prepared = TRY(cublaslt::PreparedProduct::prepare(device, product, row.precision));
    const auto buffers = TRY(cublaslt::ProductBuffers::take(device, product));
    const auto seconds = TRY(medianOf(device, [&] {
        return prepared->run(buffers.operands(), buffers.workspace(prepared->workspaceBytes()));
    }));
    const auto n = static_cast<double>(side);
    peak.flopsPerSecond = 2 * n * n * n / seconds;
    peak.implementation = prepared->implementation();
    return {};
}

} // namespace

Result<DevicePeaks> measurePeaks(Backend& backend)
{
    auto& device = static_cast<ModuleBackend&>(backend);
    DevicePeaks peaks;
    peaks.samples = samples;
    TRY(measureCopy(device, peaks));
    const auto side = sideFor(device);
    for (const auto& row : rows) {
        DevicePeaks::Product peak;
        peak.precision = row.precision;
        peak.shape = dimsText(std::array { side, side, side });
        if (const auto measured = measureProduct(device, row, side, peak); !measured)
            peak.reason = measured.error().message();
        peaks.products.push_back(std::move(peak));
    }
    return peaks;
}

} // namespace engine::cuda
