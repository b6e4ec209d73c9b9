#include "engine/cuda/kernels/run_memory.h"
#include "engine/cuda/kernels/sort.h"
#include "engine/cuda/kernels/strided.h"
#include "engine/functors/boxes.h"

// NonMaxSuppression: the boxes of each batch entry and class are sorted by score. Then one block
// per class repeatedly selects the best remaining box and removes all that overlap it, until none
// remain or there are enough. The host adds the numbers of selected boxes, which decide the shape
// of the result. Source: ONNX NonMaxSuppression-11.

namespace engine::cuda {

namespace {

constexpr int threads = 256;
constexpr std::uint64_t noCandidate = ~std::uint64_t(0);

/// A set is one class of one batch entry. Its entries are a row of `length`.
struct Suppression {
    const float* boxes; ///< [batch, count, 4]
    const float* scores; ///< [batch, classes, count]
    SortEntry* entries; ///< [sets, length]
    std::uint8_t* isLeft; ///< [sets, length]
    std::int64_t* taken; ///< [sets, most]: indices of selected boxes
    std::int64_t* counts; ///< [sets]
    std::int64_t count;
    std::int64_t classes;
    std::int64_t length;
    std::int64_t most;
    float overlapLimit;
    float scoreLimit;
    bool hasScoreLimit;
    bool isCentred;

    OPSCOPE_KERNEL functors::Box box(std::int64_t set, std::int64_t number) const
    {
        return functors::boxOf(boxes + (set / classes * count + number) * 4, isCentred);
    }
};

struct FillEntries {
    Suppression data;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto set = i / data.length;
        const auto number = i % data.length;
        SortEntry entry { noCandidate, number };
        if (number < data.count) {
            const float score = data.scores[set * data.count + number];
            if (!data.hasScoreLimit || score > data.scoreLimit)
                entry.key = SortKey<float>::falling(score);
        }
        data.entries[i] = entry;
    }
};

struct Suppress {
    Suppression data;

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t set) const
    {
        const auto* const entries = data.entries + set * data.length;
        auto* const isLeft = data.isLeft + set * data.length;
        block.phase([&](int thread) {
            for (std::int64_t i = thread; i < data.count; i += threads)
                isLeft[i] = entries[i].key != noCandidate ? 1 : 0;
        });
        std::int64_t taken = 0;
        std::int64_t from = 0;
        while (taken < data.most) {
            PerThread<std::int64_t, threads> next;
            block.phase([&](int thread) {
                next[thread] = data.count;
                for (auto i = from + thread; i < data.count && next[thread] == data.count;
                     i += threads) {
                    if (isLeft[i] != 0)
                        next[thread] = i;
                }
            });
            const auto best
                = block.reduce(next, [](std::int64_t a, std::int64_t b) { return a < b ? a : b; });
            if (best >= data.count)
                break;
            const auto own = data.box(set, entries[best].number);
            block.phase([&](int thread) {
                if (thread == 0)
                    data.taken[set * data.most + taken] = entries[best].number;
                for (auto i = best + 1 + thread; i < data.count; i += threads) {
                    if (isLeft[i] != 0
                        && functors::overlaps(
                            own, data.box(set, entries[i].number), data.overlapLimit))
                        isLeft[i] = 0;
                }
            });
            ++taken;
            from = best + 1;
        }
        block.phase([&](int thread) {
            if (thread == 0)
                data.counts[set] = taken;
        });
    }
};

struct WriteSelected {
    const std::int64_t* taken;
    const std::int64_t* firsts; ///< rows of the result before each set, and in all
    std::int64_t* y; ///< [rows, 3]
    std::int64_t classes;
    std::int64_t most;

    OPSCOPE_KERNEL void operator()(Block<threads>& block, std::int64_t set) const
    {
        block.phase([&](int thread) {
            const auto first = firsts[set];
            for (std::int64_t i = thread; i < firsts[set + 1] - first; i += threads) {
                auto* const row = y + (first + i) * 3;
                row[0] = set / classes;
                row[1] = set % classes;
                row[2] = taken[set * most + i];
            }
        });
    }
};

struct SuppressionPlan {
    std::int64_t sets = 0;
    Suppression data {}; ///< without pointers
};

/// Returns a number from an input that is known before the run; `fallback` if the input is left out
/// or empty.
Result<double> numberOr(const KernelRequest& request, std::size_t i, double fallback)
{
    if (!request.hasInput(i) || inputType(request, i).count() == 0)
        return fallback;
    const auto* const tensor = TRY(constantInput(request, i));
    return readNumber(*tensor);
}

Result<SuppressionPlan> planSuppression(const KernelRequest& request)
{
    TRY(requireElement(request, 0, TypeList<float> {}));
    TRY(requireElement(request, 1, TypeList<float> {}));
    const auto& b = inputType(request, 0).dims;
    const auto& s = inputType(request, 1).dims;
    if (b.size() != 3 || s.size() != 3 || b[2] != 4 || b[0] != s[0] || b[1] != s[2])
        return fail("boxes of ", dimsText(b), " and scores of ", dimsText(s), " do not fit");
    SuppressionPlan plan;
    auto& data = plan.data;
    plan.sets = s[0] * s[1];
    data.count = s[2];
    data.classes = s[1];
    data.length = sortLength(std::max<std::int64_t>(data.count, 1));
    const auto most = TRY(numberOr(request, 2, 0));
    data.most
        = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(most, 9e18)), 0, data.count);
    data.overlapLimit = static_cast<float>(TRY(numberOr(request, 3, 0)));
    data.scoreLimit = static_cast<float>(TRY(numberOr(request, 4, 0)));
    data.hasScoreLimit = request.hasInput(4) && inputType(request, 4).count() > 0;
    data.isCentred = request.node.flag("center_point_box");
    return plan;
}

Result<void> runSuppression(ModuleBackend& device, RunContext& context, const SuppressionPlan& plan)
{
    auto data = plan.data;
    const auto places = plan.sets * data.length;
    data.boxes = in<float>(context, 0);
    data.scores = in<float>(context, 1);
    data.entries = TRY(memoryFor<SortEntry>(context, places));
    data.isLeft = TRY(memoryFor<std::uint8_t>(context, places));
    data.taken = TRY(memoryFor<std::int64_t>(context, plan.sets * data.most));
    data.counts = TRY(memoryFor<std::int64_t>(context, plan.sets + 1));
    TRY(forEach(device, places, FillEntries { data }));
    TRY(sortRows(device, data.entries, plan.sets, data.length));
    TRY(forEachBlock<threads>(device, plan.sets, Suppress { data }));
    std::vector<std::int64_t> firsts(static_cast<std::size_t>(plan.sets) + 1, 0);
    const auto bytes = static_cast<std::uint64_t>(plan.sets) * sizeof(std::int64_t);
    auto* const counts = reinterpret_cast<std::byte*>(data.counts);
    if (bytes > 0)
        TRY(device.toHost(reinterpret_cast<std::byte*>(firsts.data()), counts, bytes));
    std::int64_t total = 0;
    for (auto& first : firsts)
        total += std::exchange(first, total);
    auto* const output = TRY(context.output(0, ElementType::Int64, Dims { total, 3 }));
    if (total == 0)
        return {};
    TRY(device.toDevice(
        counts, reinterpret_cast<const std::byte*>(firsts.data()), bytes + sizeof(std::int64_t)));
    return forEachBlock<threads>(device, plan.sets,
        WriteSelected { data.taken, data.counts, reinterpret_cast<std::int64_t*>(output->data),
            data.classes, data.most });
}

Result<std::unique_ptr<Kernel>> prepareSuppression(const KernelRequest& request)
{
    const auto plan = TRY(planSuppression(request));
    auto* const device = &deviceOf(request);
    return makeKernel(implementationName(request, "sort and suppression"),
        [=](RunContext& context) { return runSuppression(*device, context, plan); });
}

const RegisterKernels suppression({ "NonMaxSuppression" }, prepareSuppression, 0b11100);

} // namespace

} // namespace engine::cuda
