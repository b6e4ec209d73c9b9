#include "engine/cuda/kernels/composition.h"

// BiasAdd, BiasSoftmax and GemmFastGelu of com.microsoft, computed by standard operators.

namespace engine::cuda {

namespace {

using Value = Composition::Value;

/// X + bias + skip
Result<std::unique_ptr<Kernel>> prepareBiasAdd(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& dims = inputType(request, 0).dims;
    if (dims.empty() || inputType(request, 1).dims != Dims { dims.back() }
        || inputType(request, 2).dims != dims)
        return fail("bias ", dimsText(inputType(request, 1).dims), " or skip ",
            dimsText(inputType(request, 2).dims), " does not fit ", dimsText(dims));
    const auto biased = TRY(steps.apply("Add", { steps.input(0), steps.input(1) }));
    return steps.kernel({ TRY(steps.apply("Add", { biased, steps.input(2) })) });
}

/// Softmax of data + bias over all axes from `axis` on.
Result<std::unique_ptr<Kernel>> prepareBiasSoftmax(Composition& steps)
{
    const auto& request = steps.request();
    TRY(requireElement(request, 0, FloatTypes {}));
    const auto& dims = inputType(request, 0).dims;
    const auto axis = TRY(normalizeAxis(request.node.integer("axis", 1), dims.size()));
    const auto sum = TRY(steps.apply("Add", { steps.input(0), steps.input(1) }));
    if (steps.type(sum).dims != dims)
        return fail("a bias of ", dimsText(inputType(request, 1).dims),
            " cannot be broadcast to scores of ", dimsText(dims));
    const auto flat = steps.reshaped(sum,
        { elementCount(std::span(dims).first(axis)), elementCount(std::span(dims).subspan(axis)) });
    const auto rows = TRY(steps.apply("Softmax", { flat }, { intAttribute("axis", 1) }));
    return steps.kernel({ steps.reshaped(rows, dims) });
}

Result<std::unique_ptr<Kernel>> prepareGemmFastGelu(Composition& steps)
{
    const auto& request = steps.request();
    const auto product = TRY(steps.apply("MatMul", { steps.input(0), steps.input(1) }));
    std::vector<Value> inputs { product };
    if (request.hasInput(2))
        inputs.push_back(steps.input(2));
    return steps.kernel(TRY(steps.applyOther("com.microsoft", "FastGelu", std::move(inputs), 1)));
}

const RegisterComposed biasAdd("BiasAdd", prepareBiasAdd);
const RegisterComposed biasSoftmax("BiasSoftmax", prepareBiasSoftmax);
const RegisterComposed gemmFastGelu("GemmFastGelu", prepareGemmFastGelu, withLibrary);

} // namespace

} // namespace engine::cuda
