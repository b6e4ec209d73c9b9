#include "engine/kernel/element_dispatch.h"
#include "engine/reference/conv.h"
#include "engine/reference/matmul.h"
#include "engine/reference/recurrent.h"

// FusedConv, FusedGemm and FusedMatMul of com.microsoft, and FusedMatMul of Opscope's passes: the
// plain operator, then the operations that are fused to it.

namespace engine {

namespace {

Result<void> applyActivation(Tensor& output, const Activation& activation)
{
    return visitElement(FloatTypes {}, output.element(), [&]<typename T>() {
        for (auto& x : output.as<T>())
            x = static_cast<T>(
                static_cast<Arithmetic<T>>(activation(static_cast<double>(widen(x)))));
    });
}

std::optional<double> optionalReal(const OpNode& node, std::string_view name)
{
    const auto value = node.real(name);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
}

/// Adds a tensor to each part of the output of its size.
Result<void> addParts(Tensor& output, const Tensor& other)
{
    return visitElement(FloatTypes {}, output.element(), [&]<typename T>() {
        const auto size = other.as<T>().size();
        for (std::size_t i = 0; i < output.as<T>().size(); ++i)
            output.as<T>()[i]
                = static_cast<T>(widen(output.as<T>()[i]) + widen(other.as<T>()[i % size]));
    });
}

Result<void> addTensor(Tensor& output, const Tensor& other)
{
    if (output.dims() != other.dims() || output.element() != other.element())
        return fail("the added tensor is ", other.dims(), ", the result ", output.dims());
    return addParts(output, other);
}

Result<void> addRow(Tensor& output, const Tensor& row)
{
    if (output.rank() == 0 || row.count() != output.dims().back()
        || row.element() != output.element())
        return fail("the added row is ", row.dims(), ", the result ", output.dims());
    return addParts(output, row);
}

/// Applies the activation of a node that has its constants in `activation_params`.
Result<void> activate(const OpNode& node, Tensor& output)
{
    const auto name = node.text("activation", "");
    if (name.empty())
        return {};
    const auto constants = node.reals("activation_params", {});
    auto constant = [&](std::size_t i) {
        return i < constants.size() ? std::optional(static_cast<double>(constants[i]))
                                    : std::nullopt;
    };
    const auto activation = TRY(activationNamed(name, constant(0), constant(1)));
    return applyActivation(output, activation);
}

Result<void> runFusedConv(const OpNode& node, RunContext& context)
{
    auto* output = TRY(computeConv(node, context));
    if (context.hasInput(3))
        TRY(addTensor(*output, context.tensor(3)));
    return activate(node, *output);
}

Result<void> runFusedGemm(const OpNode& node, RunContext& context)
{
    auto* output = TRY(computeGemm(node, context));
    const auto name = node.text("activation", "");
    if (name.empty())
        return {};
    const auto activation = TRY(activationNamed(
        name, optionalReal(node, "activation_alpha"), optionalReal(node, "activation_beta")));
    return applyActivation(*output, activation);
}

/// Dims and strides of a stack of matrices as the product reads it. transBatch moves the first axis
/// before the last.
struct TurnedMatrix {
    Dims dims;
    Dims strides;
};
TurnedMatrix turned(const Tensor& tensor, bool isTransposed, bool isBatchTurned)
{
    TurnedMatrix result { tensor.dims(), denseStrides(tensor.dims()) };
    const auto rank = tensor.rank();
    if (isBatchTurned && rank > 2) {
        std::rotate(result.dims.begin(), result.dims.begin() + 1, result.dims.end() - 1);
        std::rotate(result.strides.begin(), result.strides.begin() + 1, result.strides.end() - 1);
    }
    if (isTransposed && rank > 1) {
        std::swap(result.dims[rank - 1], result.dims[rank - 2]);
        std::swap(result.strides[rank - 1], result.strides[rank - 2]);
    }
    return result;
}

template <typename T>
std::vector<Arithmetic<T>> gathered(const Tensor& tensor, const TurnedMatrix& matrix)
{
    std::vector<Arithmetic<T>> values(tensor.count());
    const StridedLoop<2> loop(matrix.dims, { matrix.strides, denseStrides(matrix.dims) });
    loop.forEach([&](const auto& at) { values[at[1]] = widen(storage<T>(tensor)[at[0]]); });
    return values;
}

Result<Tensor*> computeTurnedMatMul(const OpNode& node, RunContext& context)
{
    const auto& a = context.tensor(0);
    const auto& b = context.tensor(1);
    TRY(requireSameElement(context, 1, 0));
    const auto left = turned(a, node.flag("transA"), node.flag("transBatchA"));
    const auto right = turned(b, node.flag("transB"), node.flag("transBatchB"));
    const auto shape = TRY(matMulShape(left.dims, right.dims));
    auto* output = TRY(context.output(0, a.element(), shape.output));
    TRY(visitElement(FloatTypes {}, a.element(), [&]<typename T>() {
        using A = Arithmetic<T>;
        const auto dataA = gathered<T>(a, left);
        const auto dataB = gathered<T>(b, right);
        const auto alpha = static_cast<A>(node.real("alpha", 1.0f));
        multiplyStacks(shape, dataA.data(), dataB.data(), storage<T>(*output),
            [&](A sum) { return static_cast<T>(alpha * sum); });
    }));
    return output;
}

Result<void> runFusedMatMul(const OpNode& node, RunContext& context)
{
    TRY(computeTurnedMatMul(node, context));
    return {};
}

/// FusedMatMul of Opscope's passes: MatMul with transB, Add of a row, and an activation.
Result<void> runOwnMatMul(const OpNode& node, RunContext& context)
{
    auto* output
        = TRY(node.flag("transB") ? computeTurnedMatMul(node, context) : computeMatMul(context));
    if (context.hasInput(2))
        TRY(addRow(*output, context.tensor(2)));
    return activate(node, *output);
}

const RegisterReference fused[] = {
    { "FusedConv", runFusedConv, onFloats, "com.microsoft" },
    { "FusedGemm", runFusedGemm, onFloats, "com.microsoft" },
    { "FusedMatMul", runFusedMatMul, onFloats, "com.microsoft" },
    { "FusedMatMul", runOwnMatMul, onFloats, "opscope" },
    { "TransposeMatMul", runFusedMatMul, onFloats, "com.microsoft" },
};

} // namespace

} // namespace engine
