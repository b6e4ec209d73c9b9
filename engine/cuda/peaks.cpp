#include "engine/cuda/peaks.h"

#include "engine/cuda/cublaslt/product.h"
#include "engine/cuda/device_libraries.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine::cuda {

namespace {

constexpr std::size_t windows = 5;
constexpr double windowSeconds = 0.02;
constexpr double maxTimes = 10'000; // calls of the work in one window
constexpr std::uint64_t maxCopyBytes = std::uint64_t(256) << 20;
/// Leaves room for the second block and for other programs on the device.
constexpr std::uint64_t shareOfFree = 8;
constexpr std::array sides { std::int64_t(8192), std::int64_t(4096), std::int64_t(1024),
    std::int64_t(256), std::int64_t(64) };
constexpr std::int64_t maxOwnSide = 4096; // our kernel is slower; this size fills the device

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

/// How much work a measurement does.
struct Effort {
    std::uint64_t copyBytes = 0;
    std::int64_t side = 0; ///< of matrices
    double windowSeconds = 0; ///< 0: the work is done once per window
};

Effort effortOn(const ModuleBackend& device)
{
    if (device.device().isEmulated)
        return { std::uint64_t(1) << 20, sides.back(), 0 };
    // Three matrices of float, the widest type, and the workspace.
    const auto side = std::ranges::find_if(sides, [&](std::int64_t each) {
        return 3 * static_cast<std::uint64_t>(each * each) * sizeof(float)
            + cublaslt::maxWorkspaceBytes
            < device.freeBytes() / 2;
    });
    return { std::min(maxCopyBytes, device.freeBytes() / shareOfFree),
        side != sides.end() ? *side : sides.back(), windowSeconds };
}

struct Rate {
    double best = 0; ///< per second
    double agreement = 0;
};

/// Measures how fast `work` is if each call does `amount`. It is called as often as fills a window.
Result<Rate> rateOf(ModuleBackend& device, const Effort& effort, double amount,
    const std::function<Result<void>()>& work)
{
    TRY(device.secondsOf(work)); // loads code and wakes the device
    const auto once = TRY(device.secondsOf(work));
    if (once <= 0)
        return fail("the device's clock did not advance");
    const auto times
        = static_cast<int>(std::clamp(std::ceil(effort.windowSeconds / once), 1.0, maxTimes));
    const auto fillWindow = [&]() -> Result<void> {
        for (int i = 0; i < times; ++i)
            TRY(work());
        return {};
    };
    std::array<double, windows> rates {};
    for (auto& rate : rates) {
        const auto seconds = TRY(device.secondsOf(fillWindow));
        if (seconds <= 0)
            return fail("the device's clock did not advance");
        rate = amount * times / seconds;
    }
    std::ranges::sort(rates);
    return Rate { rates.back(), rates[windows / 2] / rates.back() };
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

Result<void> measureCopy(ModuleBackend& device, const Effort& effort, DevicePeaks& peaks)
{
    peaks.copyBytes = effort.copyBytes;
    const auto from = TRY(Block::take(device, peaks.copyBytes));
    const auto to = TRY(Block::take(device, peaks.copyBytes));
    const auto rate = TRY(rateOf(device, effort, 2 * static_cast<double>(peaks.copyBytes),
        [&]() { return device.copy(to.data(), from.data(), peaks.copyBytes); }));
    peaks.copyBytesPerSecond = rate.best;
    peaks.copyAgreement = rate.agreement;
    return {};
}

/// Floating-point operations of a product of two matrices of that side.
double flopsOf(std::int64_t side)
{
    const auto n = static_cast<double>(side);
    return 2 * n * n * n;
}

void setRate(DevicePeaks::Product& peak, const Rate& rate, std::int64_t side)
{
    peak.flopsPerSecond = rate.best;
    peak.agreement = rate.agreement;
    peak.shape = dimsText(std::array { side, side, side });
}

/// Measures our own kernel, for when the library is missing. It has no TF32.
Result<void> measureOwnProduct(
    ModuleBackend& device, const Row& row, Effort effort, DevicePeaks::Product& peak)
{
    if (row.precision == Precision::Tf32)
        return fail(peak.reason, "; our kernels have no TF32");
    effort.side = std::min(effort.side, maxOwnSide);
    const cublaslt::Product product {
        .element = row.element, .m = effort.side, .n = effort.side, .k = effort.side
    };
    TuneMemory memory(device);
    const auto operands = TRY(cublaslt::noiseFor(memory, product));
    setRate(peak,
        TRY(rateOf(device, effort, flopsOf(effort.side),
            [&] {
                return runSquareProduct(
                    device, row.element, operands.a, operands.b, operands.y, effort.side);
            })),
        effort.side);
    peak.implementation = "own kernel";
    peak.isLowerBound = true;
    return {};
}

Result<void> measureProduct(
    ModuleBackend& device, const Row& row, const Effort& effort, DevicePeaks::Product& peak)
{
    const cublaslt::Product product {
        .element = row.element, .m = effort.side, .n = effort.side, .k = effort.side
    };
    const auto prepared = cublaslt::PreparedProduct::prepare(device, product, row.precision);
    if (!prepared) {
        peak.reason = prepared.error().message();
        return measureOwnProduct(device, row, effort, peak);
    }
    TuneMemory memory(device);
    const auto operands = TRY(cublaslt::noiseFor(memory, product));
    const auto workspace = TRY(memory.bytes(cublaslt::maxWorkspaceBytes));
    setRate(peak,
        TRY(rateOf(device, effort, flopsOf(effort.side),
            [&] {
                return (*prepared)->run(operands, workspace.first((*prepared)->workspaceBytes()));
            })),
        effort.side);
    peak.implementation = (*prepared)->implementation();
    return {};
}

} // namespace

Result<DevicePeaks> measurePeaks(Backend& backend)
{
    auto& device = static_cast<ModuleBackend&>(backend);
    const auto effort = effortOn(device);
    DevicePeaks peaks;
    peaks.windows = static_cast<int>(windows);
    TRY(measureCopy(device, effort, peaks));
    for (const auto& row : rows) {
        DevicePeaks::Product peak;
        peak.precision = row.precision;
        if (const auto measured = measureProduct(device, row, effort, peak); !measured)
            peak.reason = measured.error().message();
        peaks.products.push_back(std::move(peak));
    }
    return peaks;
}

} // namespace engine::cuda
