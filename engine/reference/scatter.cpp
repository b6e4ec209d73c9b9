#include "engine/functors/arithmetic.h"
#include "engine/reference/complex_types.h"
#include "engine/reference/enum_name.h"
#include "engine/reference/movement.h"

#include <cmath>

// Scatter (9), ScatterElements, ScatterND, TensorScatter, OneHot. Every index is checked before it
// is used.

namespace engine {

namespace {

enum class ScatterReduction { None, Add, Mul, Max, Min };

Result<ScatterReduction> reductionOf(const OpNode& node)
{
    return enumNamed<ScatterReduction>(
        "reduction", node.text("reduction", "none"), { "none", "add", "mul", "max", "min" });
}

template <typename A>
bool isLess(const A& a, const A& b)
{
    if constexpr (isComplex<A>)
        return false; // refused before
    else
        return a < b;
}

template <typename T>
T reduced(ScatterReduction reduction, T old, T update)
{
    const auto a = widen(old);
    const auto b = widen(update);
    switch (reduction) {
    case ScatterReduction::Add:
        return static_cast<T>(functors::wrappingAdd(a, b));
    case ScatterReduction::Mul:
        return static_cast<T>(functors::wrappingMultiply(a, b));
    case ScatterReduction::Max:
        return isLess(a, b) ? update : old;
    case ScatterReduction::Min:
        return isLess(b, a) ? update : old;
    case ScatterReduction::None:
        break;
    }
    return update;
}

/// For bool, Add and Max are or, Mul and Min are and.
template <>
bool reduced(ScatterReduction reduction, bool old, bool update)
{
    return reduction == ScatterReduction::Add || reduction == ScatterReduction::Max ? old || update
                                                                                    : old && update;
}

/// Writes blocks of updates at element offsets of output 0, which already holds the data.
Result<void> scatterBlocks(Tensor& output, const Tensor& updates,
    const std::vector<std::int64_t>& offsets, std::int64_t length, ScatterReduction reduction)
{
    auto write = [&]<typename T>(const auto& combine) {
        T* target = storage<T>(output);
        const T* source = storage<T>(updates);
        for (const auto offset : offsets) {
            for (std::int64_t i = 0; i < length; ++i)
                target[offset + i] = combine(target[offset + i], *source++);
        }
    };
    if (reduction == ScatterReduction::None) {
        return visitStorage(output.element(), [&]<typename T>() {
            write.template operator()<T>([](const T&, const T& update) { return update; });
        });
    }
    auto combine = [&]<typename T>() -> Result<void> {
        if constexpr (isComplex<T>) {
            if (reduction == ScatterReduction::Max || reduction == ScatterReduction::Min)
                return fail("complex numbers have no order for reduction max or min");
        }
        write.template operator()<T>(
            [&](T old, T update) { return reduced(reduction, old, update); });
        return {};
    };
    return visitElement(ArithmeticTypes {}, output.element(), combine);
}

Result<Tensor*> copyOfInput(RunContext& context)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, input.element(), input.dims()));
    TRY(copyToDense(input.dims(), input, { 0, denseStrides(input.dims()) }, *output));
    return output;
}

Result<void> runScatterElements(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& indexTensor = context.tensor(1);
    const auto& updates = context.tensor(2);
    if (indexTensor.dims() != updates.dims() || updates.element() != input.element())
        return fail("data ", input.dims(), ", indices ", indexTensor.dims(), " and updates ",
            updates.dims(), " do not fit");
    const auto reduction = TRY(reductionOf(node));
    const auto offsets = TRY(elementOffsets(input, indexTensor, node.integer("axis", 0)));
    auto* output = TRY(copyOfInput(context));
    return scatterBlocks(*output, updates, offsets, 1, reduction);
}

Result<void> runScatterNd(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto& indexTensor = context.tensor(1);
    const auto& updates = context.tensor(2);
    if (indexTensor.rank() == 0
        || indexTensor.dims().back() > static_cast<std::int64_t>(input.rank())
        || updates.element() != input.element())
        return fail("indices of ", indexTensor.dims(), " do not fit data of ", input.dims());
    const auto width = static_cast<std::size_t>(indexTensor.dims().back());
    const std::span dims(input.dims());
    const auto length = elementCount(dims.subspan(width));
    const auto blocks = elementCount(std::span(indexTensor.dims()).first(indexTensor.rank() - 1));
    const auto expected = TRY(checkedProduct(blocks, length));
    if (updates.count() != expected)
        return fail("updates of ", updates.dims(), " have ", updates.count(),
            " elements, expected ", expected);
    const auto reduction = TRY(reductionOf(node));
    const auto indices = TRY(readIntegers(indexTensor));
    const auto strides = denseStrides(dims);
    std::vector<std::int64_t> offsets(blocks, 0);
    for (std::size_t block = 0; block < offsets.size(); ++block) {
        for (std::size_t d = 0; d < width; ++d) {
            const auto index = TRY(checkedIndex(indices[block * width + d], dims[d]));
            offsets[block] += index * strides[d];
        }
    }
    auto* output = TRY(copyOfInput(context));
    return scatterBlocks(*output, updates, offsets, length, reduction);
}

/// TensorScatter: writes new keys or values into a cache along its sequence axis, at one position
/// per batch entry.
Result<void> runTensorScatter(const OpNode& node, RunContext& context)
{
    const auto& cache = context.tensor(0);
    const auto& update = context.tensor(1);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -2), cache.rank()));
    const bool isCircular = node.text("mode", "linear") == "circular";
    if (axis == 0 || update.rank() != cache.rank() || update.element() != cache.element())
        return fail("update of ", update.dims(), " does not fit a cache of ", cache.dims(),
            " at axis ", axis);
    for (std::size_t d = 0; d < cache.rank(); ++d) {
        if (d != axis ? update.dims()[d] != cache.dims()[d] : update.dims()[d] > cache.dims()[d])
            return fail("update of ", update.dims(), " does not fit a cache of ", cache.dims(),
                " at axis ", axis);
    }
    const auto batch = cache.dims()[0];
    std::vector<std::int64_t> starts(batch, 0);
    if (context.hasInput(2))
        starts = TRY(readIntegers(context.tensor(2)));
    if (std::ssize(starts) != batch)
        return fail("write_indices has ", starts.size(), " entries, expected ", batch);
    const auto fold = foldAt(cache.dims(), axis);
    const auto length = update.dims()[axis];
    std::vector<std::int64_t> offsets;
    for (std::int64_t outer = 0; outer < fold.outer; ++outer) {
        const auto start = starts[outer / (fold.outer / batch)];
        if (length > 0 && (start < 0 || (!isCircular && start > fold.axis - length)))
            return fail("write index ", start, " of ", length, " entries is outside a cache of ",
                fold.axis, " entries");
        for (std::int64_t i = 0; i < length; ++i) {
            const auto at = (start % fold.axis + i) % fold.axis; // goes round if circular
            offsets.push_back((outer * fold.axis + at) * fold.inner);
        }
    }
    auto* output = TRY(copyOfInput(context));
    return scatterBlocks(*output, update, offsets, fold.inner, ScatterReduction::None);
}

/// OneHot. Indices and depth have any number type and are truncated. Indices out of range give a
/// row of off values.
Result<void> runOneHot(const OpNode& node, RunContext& context)
{
    const auto& indexTensor = context.tensor(0);
    const auto& values = context.tensor(2);
    const auto indices = TRY(readNumbers(indexTensor));
    const auto depthNumber = TRY(readNumber(context.tensor(1)));
    if (!(depthNumber >= 0 && depthNumber < 1e15) || values.count() != 2)
        return fail(
            "depth is ", depthNumber, " and values has ", values.count(), " elements, expected 2");
    const auto depth = static_cast<std::int64_t>(depthNumber);
    const auto length = static_cast<double>(depth);
    const auto axis = TRY(normalizeAxis(node.integer("axis", -1), indexTensor.rank() + 1));
    auto dims = indexTensor.dims();
    dims.insert(dims.begin() + axis, depth);
    TRY(checkedCount(dims));
    auto* output = TRY(context.output(0, values.element(), dims));
    const auto fold = foldAt(dims, axis);
    return visitStorage(values.element(), [&]<typename T>() {
        T* target = storage<T>(*output);
        const T* pair = storage<T>(values);
        std::fill_n(target, output->count(), pair[0]);
        for (std::int64_t outer = 0; outer < fold.outer; ++outer) {
            for (std::int64_t inner = 0; inner < fold.inner; ++inner) {
                const auto index = std::trunc(indices[outer * fold.inner + inner]);
                const double at = index < 0 ? index + length : index;
                if (at >= 0 && at < length)
                    target[(outer * depth + static_cast<std::int64_t>(at)) * fold.inner + inner]
                        = pair[1];
            }
        }
    });
}

const RegisterReference scatters[] = {
    { "Scatter", runScatterElements },
    { "ScatterElements", runScatterElements },
    { "ScatterND", runScatterNd },
    { "TensorScatter", runTensorScatter },
    { "OneHot", runOneHot },
};

} // namespace

} // namespace engine
