#include "engine/cpu/native.h"
#include "engine/plan/kernel_choice.h"

#include <algorithm>
#include <cstring>

// Transpose of any element type of 1 to 8 bytes. Axes that stay neighbours are folded first. Then
// either complete rows are copied, or two axes are swapped in square tiles that fit in the L1
// cache. Between a plain and a channels-last image of the same bytes it is a view.

namespace engine {

namespace {

struct TransposePlan {
    Dims output;
    Dims dims; ///< folded, in output order
    Dims from; ///< strides of the input, in the same order
    Dims to; ///< strides of the output
    std::size_t contiguous = 0; ///< folded axis along which the input is contiguous
};

Result<TransposePlan> planTranspose(const KernelRequest& request)
{
    const auto& type = request.input(0).tensor;
    const auto bytes = elementBytes(type.element);
    if (request.input(0).kind != InputType::Kind::Tensor || bytes == 0 || bytes > 8)
        return fail("native Transpose takes elements of 1 to 8 bytes");
    const auto rank = type.dims.size();
    std::vector<std::int64_t> order;
    if (request.node.has("perm"))
        order = request.node.integers("perm").value_or(order);
    else
        for (std::size_t d = rank; d-- > 0;)
            order.push_back(static_cast<std::int64_t>(d));
    if (order.size() != rank)
        return fail("perm has ", order.size(), " entries, the input rank ", rank);
    TRY(normalizeAxes(order, rank));
    TransposePlan plan;
    const auto strides = denseStrides(type.dims);
    for (const auto written : order) {
        const auto axis = TRY(normalizeAxis(written, rank));
        plan.output.push_back(type.dims[axis]);
        plan.from.push_back(strides[axis]);
    }
    plan.dims = plan.output;
    plan.to = denseStrides(plan.output);
    std::array<Dims, 2> both { plan.from, plan.to };
    foldStrides(plan.dims, both);
    plan.from = both[0];
    plan.to = both[1];
    if (plan.dims.empty()) {
        plan.dims = { 1 };
        plan.from = plan.to = { 1 };
    }
    const auto found = std::ranges::find(plan.from, 1);
    plan.contiguous = found == plan.from.end()
        ? plan.dims.size() - 1
        : static_cast<std::size_t>(found - plan.from.begin());
    return plan;
}

template <typename T>
void transposeTile(const T* x, T* y, std::int64_t rows, std::int64_t columns,
    std::int64_t fromColumn, std::int64_t toRow)
{
    // x is contiguous along rows, y along columns
    constexpr std::int64_t tile = 16;
    for (std::int64_t r0 = 0; r0 < rows; r0 += tile) {
        const auto r1 = std::min(rows, r0 + tile);
        for (std::int64_t c0 = 0; c0 < columns; c0 += tile) {
            const auto c1 = std::min(columns, c0 + tile);
            for (auto r = r0; r < r1; ++r) {
                for (auto c = c0; c < c1; ++c)
                    y[r * toRow + c] = x[c * fromColumn + r];
            }
        }
    }
}

/// Loop over the axes that are not in `inner`.
StridedLoop<2> outerLoop(const TransposePlan& plan, const std::vector<std::size_t>& inner)
{
    Dims dims;
    std::array<Dims, 2> strides;
    for (std::size_t d = 0; d < plan.dims.size(); ++d) {
        if (std::ranges::find(inner, d) != inner.end())
            continue;
        dims.push_back(plan.dims[d]);
        strides[0].push_back(plan.from[d]);
        strides[1].push_back(plan.to[d]);
    }
    return { dims, strides };
}

/// Calls piece(input offset, output offset) for every index of the outer axes, in several threads.
template <typename Piece>
void forEachPiece(const StridedLoop<2>& loop, std::int64_t grain, int threads, const Piece& piece)
{
    const auto length = loop.rowLength();
    const auto [fromStep, toStep] = loop.rowStrides();
    const auto run
        = [&, fromStep = fromStep, toStep = toStep](std::int64_t first, std::int64_t last) {
              auto row = first / length;
              loop.forRows(row, (last - 1) / length + 1, [&](const auto& at) {
                  const auto begin = std::max<std::int64_t>(first - row * length, 0);
                  const auto end = std::min(last - row * length, length);
                  for (auto i = begin; i < end; ++i)
                      piece(at[0] + i * fromStep, at[1] + i * toStep);
                  ++row;
              });
          };
    parallelFor(loop.rows() * length, grain, threads, run);
}

template <typename T>
void transpose(const TransposePlan& plan, int threads, const T* x, T* y)
{
    const auto last = plan.dims.size() - 1;
    if (plan.contiguous == last) {
        const auto length = static_cast<std::size_t>(plan.dims[last]) * sizeof(T);
        forEachPiece(outerLoop(plan, { last }), rowsPerThread(plan.dims[last]), threads,
            [&](std::int64_t from, std::int64_t to) { std::memcpy(y + to, x + from, length); });
        return;
    }
    const auto rows = plan.dims[plan.contiguous];
    const auto columns = plan.dims[last];
    const auto fromColumn = plan.from[last];
    const auto toRow = plan.to[plan.contiguous];
    const auto loop = outerLoop(plan, { plan.contiguous, last });
    // A few large pieces are split by their rows.
    const bool splitsPieces = loop.rows() * loop.rowLength() < 2 * threads;
    const auto piece = [&](std::int64_t from, std::int64_t to) {
        parallelFor(rows, rowsPerThread(columns), splitsPieces ? threads : 1,
            [&](std::int64_t first, std::int64_t end) {
                transposeTile(x + from + first, y + to + first * toRow, end - first, columns,
                    fromColumn, toRow);
            });
    };
    forEachPiece(loop,
        std::max<std::int64_t>(rowsPerThread(columns) / std::max<std::int64_t>(rows, 1), 1),
        splitsPieces ? 1 : threads, piece);
}

Result<std::unique_ptr<Kernel>> prepareTranspose(const KernelRequest& request)
{
    auto plan = TRY(planTranspose(request));
    if (hasChannelsLast(request)) {
        if (request.input(0).layout == request.outputs[0].layout)
            return fail("native Transpose does not take channels-last images");
        return nativeKernel([dims = std::move(plan.output)](
                                RunContext& context) { return context.forward(0, 0, dims); });
    }
    return nativeKernel([plan = std::move(plan)](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        auto* output = TRY(context.output(0, input.element(), plan.output));
        if (input.count() == 0)
            return {};
        return visitStorage(input.element(), [&]<typename T>() {
            if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= 8)
                transpose<T>(plan, context.threads(), storage<T>(input), storage<T>(*output));
        });
    });
}

const RegisterKernel transposition(anyLayoutEntry("Transpose", prepareTranspose));

} // namespace

} // namespace engine
