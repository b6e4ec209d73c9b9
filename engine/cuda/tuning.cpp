#include "engine/cuda/tuning.h"

#include "engine/cuda/device_libraries.h"
#include "engine/cuda/kernels/epilogue.h"

#include <algorithm>
#include <chrono>

namespace engine::cuda {

namespace {

constexpr int timedRuns = 7;
constexpr std::string_view digits = "0123456789abcdef";

/// Returns the median of timedRuns runs in nanoseconds, after one run that is not counted. Takes
/// the time of all runs from the plan's budget.
Result<double> timedOf(ModuleBackend& device, const std::function<Result<void>()>& once)
{
    std::vector<double> seconds;
    double spent = 0;
    for (int run = 0; run <= timedRuns; ++run) {
        const auto taken = TRY(device.secondsOf(once));
        spent += taken;
        if (run > 0)
            seconds.push_back(taken);
    }
    device.libraries().spendTuneBudget(
        std::chrono::nanoseconds(static_cast<std::int64_t>(spent * 1e9)));
    std::ranges::nth_element(seconds, seconds.begin() + timedRuns / 2);
    return seconds[timedRuns / 2] * 1e9;
}

} // namespace

Result<std::byte*> TuneMemory::operand(ElementType element, std::uint64_t count)
{
    const auto memory = TRY(bytes(std::max<std::uint64_t>(count, 1)
                                * static_cast<std::uint64_t>(elementBytes(element))))
                            .data();
    TRY(fillWithNoise(m_device, memory, static_cast<std::int64_t>(count), element));
    return memory;
}

Result<std::span<std::byte>> TuneMemory::bytes(std::uint64_t count)
{
    auto* const memory = TRY(m_device.allocate(count));
    m_blocks.emplace_back(memory, Release { &m_device });
    return std::span(memory, static_cast<std::size_t>(count));
}

Result<Tensor> TuneMemory::noise(const TensorType& type)
{
    Tensor tensor;
    tensor.type = type;
    tensor.data = TRY(operand(type.element, static_cast<std::uint64_t>(type.count())));
    return tensor;
}

TimingContext TuneMemory::context()
{
    return TimingContext([this](std::size_t count) { return bytes(count); }, 1);
}

std::string Tuned::how() const
{
    return "fastest of " + std::to_string(choice.runnersUp.size() + 1);
}

Result<Tuned> timeCandidates(
    ModuleBackend& device, const std::string& key, const std::vector<TuneCandidate>& candidates)
{
    auto& libraries = device.libraries();
    std::vector<TimedCandidate> timed;
    std::string failure = "the time for tuning was used up";
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (libraries.tuneBudget().count() <= 0)
            break;
        // A candidate that the library proposes but cannot run is left out.
        if (const auto time = timedOf(device, candidates[i].once))
            timed.push_back({ i, candidates[i].name, candidates[i].configuration, *time });
        else
            failure = candidates[i].name + ": " + time.error().message();
    }
    if (timed.empty())
        return fail("nothing of ", candidates.size(), " runs: ", failure);
    auto choice = chooseFastest(timed);
    Tuned tuned { timed.front().index, std::move(choice), {} };
    tuned.notes = runnersUpOf(tuned.choice);
    if (const auto saved = libraries.tuneCache().add(key, tuned.choice); !saved)
        tuned.notes.push_back("the choice is not remembered: " + saved.error().message());
    return Result<Tuned>(std::move(tuned));
}

Result<KernelComparison> compareWithOwnKernel(ModuleBackend& device, const std::string& key,
    const std::function<Result<std::vector<TuneCandidate>>()>& ways)
{
    using Faster = KernelComparison::Faster;
    constexpr std::string_view library = "library";
    auto& libraries = device.libraries();
    const auto answer = [&](const TunedChoice& choice, std::vector<std::string> notes) {
        return KernelComparison { choice.configuration == library ? Faster::Library : Faster::Ours,
            std::move(notes) };
    };
    if (const auto* const known = libraries.tuneCache().find(key))
        return answer(*known, runnersUpOf(*known));
    if (libraries.tuneBudget().count() <= 0)
        return KernelComparison {};
    auto candidates = TRY(ways());
    candidates.front().configuration = library;
    candidates.back().configuration = "own";
    candidates.back().name = "our own kernel";
    const auto tuned = TRY(timeCandidates(device, key, candidates));
    return answer(tuned.choice, tuned.notes);
}

std::string hexOf(const void* bytes, std::size_t count)
{
    const auto* from = static_cast<const unsigned char*>(bytes);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += digits[from[i] >> 4];
        text += digits[from[i] & 15u];
    }
    return text;
}

bool bytesOfHex(std::string_view text, void* bytes, std::size_t count)
{
    if (text.size() != 2 * count)
        return false;
    auto* to = static_cast<unsigned char*>(bytes);
    for (std::size_t i = 0; i < count; ++i) {
        const auto high = digits.find(text[2 * i]);
        const auto low = digits.find(text[2 * i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos)
            return false;
        to[i] = static_cast<unsigned char>(high << 4 | low);
    }
    return true;
}

} // namespace engine::cuda
