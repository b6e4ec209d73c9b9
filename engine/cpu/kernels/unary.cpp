#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"

#include <limits>

// Activations and unary functions of one float tensor, vectorised. Refuses other element types.

namespace engine {

namespace {

Result<void> runUnary(RunContext& context, const UnaryChoice& choice)
{
    const auto& input = context.tensor(0);
    auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
    const auto function = vectorTable().unary[static_cast<int>(choice.op)];
    const float* x = floats(input);
    float* y = floats(*output);
    parallelFor(input.count(), elementsPerThread, context.threads(),
        [=](std::int64_t first, std::int64_t last) {
            function(x + first, y + first, last - first, choice.alpha, choice.beta);
        });
    return {};
}

Result<std::unique_ptr<Kernel>> prepareUnary(
    const KernelRequest& request, const UnaryChoice& choice)
{
    TRY(requireFloat(request, 0));
    return nativeKernel([choice](RunContext& context) { return runUnary(context, choice); });
}

/// Clip. The limits are attributes before version 11, inputs of one element from then on.
Result<std::unique_ptr<Kernel>> prepareClip(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    constexpr float largest = std::numeric_limits<float>::infinity();
    const auto& node = request.node;
    const bool hasInputs = node.version >= 11;
    for (const std::size_t i : { std::size_t(1), std::size_t(2) }) {
        if (hasInputs && request.hasInput(i)
            && (request.input(i).tensor.count() != 1
                || request.input(i).tensor.element != ElementType::Float))
            return fail("native Clip takes limits of one float");
    }
    const UnaryChoice written { UnaryOp::Clip, node.real("min", -largest),
        node.real("max", largest) };
    return nativeKernel([hasInputs, written](RunContext& context) {
        auto choice = written;
        if (hasInputs) {
            choice.alpha = context.hasInput(1) ? floats(context.tensor(1))[0] : -largest;
            choice.beta = context.hasInput(2) ? floats(context.tensor(2))[0] : largest;
        }
        return runUnary(context, choice);
    });
}

/// Pow with a constant exponent of 2, 1/2 or -1. Refuses the rest.
Result<std::unique_ptr<Kernel>> preparePow(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const auto* exponent = request.input(1).constant;
    if (exponent == nullptr || exponent->count() != 1
        || exponent->rank() > request.input(0).tensor.dims.size())
        return fail("native Pow takes one constant exponent");
    const auto value = TRY(readNumber(*exponent));
    UnaryChoice choice;
    if (value == 2)
        choice.op = UnaryOp::Square;
    else if (value == 0.5)
        choice.op = UnaryOp::PowerOfHalf;
    else if (value == -1)
        choice.op = UnaryOp::Reciprocal;
    else
        return fail("native Pow takes exponent 2, 0.5 or -1, not ", value);
    return prepareUnary(request, choice);
}

/// BiasGelu and FastGelu: adds a row of bias first.
template <UnaryOp gelu>
Result<std::unique_ptr<Kernel>> prepareBiasGelu(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    if (dims.empty())
        return fail("native ", request.node.type, " takes rank 1 or more");
    TRY(requireFloats(request, 1, dims.back()));
    return nativeKernel([width = dims.back()](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
        const auto& table = vectorTable();
        const float* bias = optionalFloats(context, 1);
        const float* x = floats(input);
        float* y = floats(*output);
        parallelFor(width > 0 ? input.count() / width : 0, rowsPerThread(width), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    const float* from = x + row * width;
                    if (bias != nullptr) {
                        combineRows(BinaryOp::Add, from, bias, y + row * width, width);
                        from = y + row * width;
                    }
                    table.unary[static_cast<int>(gelu)](from, y + row * width, width, 0, 0);
                }
            });
        return {};
    });
}

const bool areUnaryRegistered = [] {
    for (const auto& row : elementwiseOperators()) {
        if (!hasVectorCode(row))
            continue;
        auto entry = anyLayoutEntry(std::string(row.type), [&row](const KernelRequest& request) {
            return prepareUnary(request, unaryChoice(row, request.node));
        });
        entry.domain = row.domain;
        KernelRegistry::instance().add(std::move(entry));
    }
    return true;
}();
const RegisterNative clip("Clip", prepareClip);
const RegisterNative pow("Pow", preparePow);
const RegisterNative biasGelu("BiasGelu", prepareBiasGelu<UnaryOp::GeluByErf>, "com.microsoft");
const RegisterNative fastGelu("FastGelu", prepareBiasGelu<UnaryOp::GeluByTanh>, "com.microsoft");

} // namespace

} // namespace engine
