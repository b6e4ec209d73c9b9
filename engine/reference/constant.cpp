#include "engine/functors/arithmetic.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/target_dims.h"
#include "engine/program/weights.h"
#include "engine/reference/movement.h"

#include <cmath>

// Constant, ConstantOfShape, Shape, Size, Range, EyeLike.

namespace engine {

namespace {

template <typename T>
Tensor constantOf(std::span<const T> values, Dims dims)
{
    Tensor tensor = makeTensor(model::ElementTypeOf<T>::value, std::move(dims));
    std::copy(values.begin(), values.end(), tensor.as<T>().begin());
    return tensor;
}

Tensor constantOf(std::vector<std::string> values, Dims dims)
{
    auto tensor = makeTensor(ElementType::String, std::move(dims));
    *tensor.strings = std::move(values);
    return tensor;
}

const model::SparseTensor* sparseValue(const OpNode& node)
{
    for (const auto& attribute : node.attributes) {
        if (attribute.name == "sparse_value")
            return std::get_if<model::SparseTensor>(&attribute.value);
    }
    return nullptr;
}

Result<Tensor> constantValue(const KernelRequest& request)
{
    const auto& node = request.node;
    if (const auto* value = node.tensor("value"))
        return attributeTensor(request, *value);
    if (const auto* sparse = sparseValue(node)) {
        if (request.store == nullptr)
            return fail("Constant has no store to read from");
        return loadSparse(*sparse, *request.store, *currentPoolOrNew());
    }
    if (const auto value = node.real("value_float"))
        return constantOf<float>(std::span(&*value, 1), {});
    if (const auto value = node.integer("value_int"))
        return constantOf<std::int64_t>(std::span(&*value, 1), {});
    if (const auto value = node.text("value_string"))
        return constantOf({ *value }, {});
    if (const auto values = node.reals("value_floats"))
        return constantOf<float>(*values, { std::ssize(*values) });
    if (const auto values = node.integers("value_ints"))
        return constantOf<std::int64_t>(*values, { std::ssize(*values) });
    if (const auto values = node.texts("value_strings"))
        return constantOf(*values, { std::ssize(*values) });
    return fail("Constant has no value attribute");
}

Result<std::unique_ptr<Kernel>> prepareConstant(const KernelRequest& request)
{
    auto value = TRY(constantValue(request));
    return referenceKernel([value = std::move(value)](RunContext& context) {
        return context.setOutput(0, RuntimeValue { value });
    });
}

Result<std::unique_ptr<Kernel>> prepareConstantOfShape(const KernelRequest& request)
{
    Tensor value;
    if (const auto* written = request.node.tensor("value")) {
        value = TRY(attributeTensor(request, *written));
    } else {
        const float zero = 0.0f;
        value = constantOf<float>(std::span(&zero, 1), { 1 });
    }
    if (value.count() != 1)
        return fail("the value of ConstantOfShape has ", value.count(), " elements, expected 1");
    return referenceKernel([value = std::move(value)](RunContext& context) -> Result<void> {
        const auto dims = TRY(readTargetDims(context.tensor(0)));
        TRY(checkedCount(dims));
        auto* output = TRY(context.output(0, value.element(), dims));
        return copyToDense(dims, value, { 0, Dims(dims.size(), 0) }, *output);
    });
}

Result<void> runShape(const OpNode& node, RunContext& context)
{
    const auto& dims = context.tensor(0).dims();
    const auto rank = std::ssize(dims);
    const auto clamp = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const auto first = clamp(node.integer("start", 0));
    const auto last = std::max(first, clamp(node.integer("end", rank)));
    auto* output = TRY(context.output(0, ElementType::Int64, Dims { last - first }));
    std::copy(dims.begin() + first, dims.begin() + last, output->as<std::int64_t>().begin());
    return {};
}

Result<void> runSize(const OpNode&, RunContext& context)
{
    auto* output = TRY(context.output(0, ElementType::Int64, Dims {}));
    output->as<std::int64_t>()[0] = context.tensor(0).count();
    return {};
}

template <typename T>
Result<std::int64_t> rangeCount(T start, T limit, T step)
{
    if (step == T(0))
        return fail("the delta of Range is 0");
    double steps = 0;
    if constexpr (std::is_integral_v<T>) {
        if (step > 0 ? start >= limit : start <= limit)
            return 0;
        // The distance of two integers may need all 64 bits, which a double does not have.
        const auto distance = [](T from, T to) {
            return static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from);
        };
        const auto span = step > 0 ? distance(start, limit) : distance(limit, start);
        const auto stride = step > 0 ? static_cast<std::uint64_t>(step) : distance(step, T(0));
        const auto count = span / stride + (span % stride != 0 ? 1 : 0);
        if (count < std::uint64_t(1) << 62)
            return static_cast<std::int64_t>(count);
        steps = static_cast<double>(count);
    } else {
        const auto difference = static_cast<double>(limit) - static_cast<double>(start);
        steps = std::ceil(difference / static_cast<double>(step));
        if (steps < 4e18)
            return steps > 0 ? static_cast<std::int64_t>(steps) : 0;
    }
    return fail("Range from ", start, " to ", limit, " by ", step, " has ", steps, " elements");
}

Result<void> runRange(const OpNode&, RunContext& context)
{
    const auto element = context.tensor(0).element();
    for (const std::size_t i : { 0, 1, 2 }) {
        if (context.tensor(i).count() != 1 || context.tensor(i).element() != element)
            return fail("input ", i, " of Range is not one ", element);
    }
    auto fillRange = [&]<typename T>() -> Result<void> {
        const auto start = widen(context.tensor(0).as<T>()[0]);
        const auto step = widen(context.tensor(2).as<T>()[0]);
        const auto count = TRY(rangeCount(start, widen(context.tensor(1).as<T>()[0]), step));
        auto* output = TRY(context.output(0, element, Dims { count }));
        using A = Arithmetic<T>;
        for (std::int64_t i = 0; i < count; ++i)
            output->as<T>()[i] = static_cast<T>(
                functors::wrappingAdd(start, functors::wrappingMultiply(static_cast<A>(i), step)));
        return {};
    };
    return visitElement(NumberTypes {}, element, fillRange);
}

Result<void> runEyeLike(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    if (input.rank() != 2)
        return fail("EyeLike takes a matrix, found ", input.dims());
    const auto element = node.element("dtype", input.element());
    const auto shift = node.integer("k", 0);
    auto* output = TRY(context.output(0, element, input.dims()));
    std::fill_n(output->data, output->type.bytes(), std::byte {});
    return visitElement(ComparableTypes {}, element, [&]<typename T>() {
        for (std::int64_t row = 0; row < input.dims()[0]; ++row) {
            std::int64_t column = 0;
            if (!__builtin_add_overflow(row, shift, &column) && column >= 0
                && column < input.dims()[1])
                output->as<T>()[row * input.dims()[1] + column] = static_cast<T>(1.0f);
        }
    });
}

const RegisterReference constant("Constant", prepareConstant);
const RegisterReference constantOfShape("ConstantOfShape", prepareConstantOfShape);
const RegisterReference others[] = {
    { "Shape", runShape },
    { "Size", runSize },
    { "Range", runRange, onNumbers },
    { "EyeLike", runEyeLike },
};

} // namespace

} // namespace engine
