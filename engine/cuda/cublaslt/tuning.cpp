#include "engine/cuda/cublaslt/tuning.h"

#include "engine/cuda/device_libraries.h"
#include "engine/cuda/kernels/epilogue.h"
#include "model/support/text.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace engine::cuda::cublaslt {

namespace {

constexpr int timedRuns = 7;

std::string today()
{
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm date {};
    ::gmtime_r(&now, &date);
    char text[16] = {};
    std::strftime(text, sizeof text, "%Y-%m-%d", &date);
    return text;
}

/// Elements of all matrices of an operand.
std::uint64_t elementsOf(std::int64_t one, std::int64_t stride, std::int64_t batches)
{
    return static_cast<std::uint64_t>(one + stride * (batches - 1));
}

} // namespace

Result<void> ProductBuffers::add(ModuleBackend& device, std::uint64_t bytes)
{
    auto* const memory = TRY(device.allocate(bytes));
    m_blocks.push_back(Block(memory, Release { &device }));
    return {};
}

Result<ProductBuffers> ProductBuffers::take(ModuleBackend& device, const Product& product)
{
    const auto& p = product;
    const auto width = static_cast<std::uint64_t>(elementBytes(p.element));
    const std::uint64_t counts[] = { elementsOf(p.m * p.k, p.strideA, p.batches),
        elementsOf(p.k * p.n, p.strideB, p.batches),
        p.beta != 0 ? elementsOf(p.m * p.n, p.strideY, p.batches) : 0,
        hasBias(p.epilogue) ? static_cast<std::uint64_t>(p.n) : 0,
        elementsOf(p.m * p.n, p.strideY, p.batches) };
    ProductBuffers buffers;
    for (const auto count : counts) {
        TRY(buffers.add(device, count * width));
        // Zeros would be faster than what a model has: they cost a device less power.
        TRY(fillWithNoise(
            device, buffers.m_blocks.back().get(), static_cast<std::int64_t>(count), p.element));
    }
    TRY(buffers.add(device, mostWorkspaceBytes));
    return Result<ProductBuffers>(std::move(buffers));
}

PreparedProduct::Operands ProductBuffers::operands() const
{
    return { m_blocks[0].get(), m_blocks[1].get(), m_blocks[2].get(), m_blocks[3].get(),
        m_blocks[4].get() };
}

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

TunedChoice choiceOf(const std::vector<Timed>& timed)
{
    const auto& best = timed.front();
    TunedChoice choice { best.name, hexOf(&best.result.algorithm, sizeof best.result.algorithm),
        best.medianNs, today(), {} };
    for (auto other = timed.begin() + 1; other != timed.end(); ++other)
        choice.runnersUp.push_back({ other->name, other->medianNs });
    return choice;
}

std::vector<std::string> runnersUpOf(const TunedChoice& choice)
{
    std::vector<std::string> lines;
    for (const auto& other : choice.runnersUp)
        lines.push_back("cuBLASLt " + other.name + ": " + support::durationText(other.medianNs)
            + ", taken was " + choice.name + ": " + support::durationText(choice.medianNs));
    return lines;
}

} // namespace engine::cuda::cublaslt
