#include "engine/cpu/native.h"
#include "engine/cpu/unary_choice.h"

#include <limits>

// Activations and unary functions of one float tensor, vectorised. Refuses other element types.

namespace engine {

namespace {

struct UnaryRow {
    std::string_view type;
    std::string_view domain;
    UnaryChoice (*choose)(const OpNode& node);
};

constexpr UnaryRow unaryRows[] = {
    { "Relu", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Relu }; } },
    { "LeakyRelu", "",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::LeakyRelu, n.real("alpha", 0.01f) };
        } },
    { "Elu", "",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::Elu, n.real("alpha", 1.0f) };
        } },
    { "Sigmoid", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Sigmoid }; } },
    { "HardSigmoid", "",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::HardSigmoid, n.real("alpha", 0.2f),
                n.real("beta", 0.5f) };
        } },
    { "HardSwish", "", [](const OpNode&) { return UnaryChoice { UnaryOp::HardSwish }; } },
    { "Tanh", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Tanh }; } },
    { "Swish", "",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::Swish, n.real("alpha", 1.0f) };
        } },
    { "QuickGelu", "com.microsoft",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::Swish, n.real("alpha", 1.702f) };
        } },
    { "Gelu", "",
        [](const OpNode& n) {
            return UnaryChoice { n.text("approximate", "none") == "tanh" ? UnaryOp::GeluTanh
                                                                         : UnaryOp::GeluErf };
        } },
    { "Gelu", "com.microsoft", [](const OpNode&) { return UnaryChoice { UnaryOp::GeluErf }; } },
    { "Erf", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Erf }; } },
    { "Exp", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Exp }; } },
    { "Log", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Log }; } },
    { "Sqrt", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Sqrt }; } },
    { "Reciprocal", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Reciprocal }; } },
    { "Abs", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Abs }; } },
    { "Neg", "", [](const OpNode&) { return UnaryChoice { UnaryOp::Neg }; } },
    { "Affine", "",
        [](const OpNode& n) {
            return UnaryChoice { UnaryOp::Affine, n.real("alpha", 1.0f), n.real("beta", 0.0f) };
        } },
};

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

PrepareKernel prepareUnary(const UnaryRow& row)
{
    return [&row](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
        TRY(requireFloat(request, 0));
        return nativeKernel([choice = row.choose(request.node)](
                                RunContext& context) { return runUnary(context, choice); });
    };
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
    return nativeKernel([choice](RunContext& context) { return runUnary(context, choice); });
}

/// BiasGelu and FastGelu: adds a row of bias first.
template <UnaryOp gelu>
Result<std::unique_ptr<Kernel>> prepareBiasGelu(const KernelRequest& request)
{
    TRY(requireFloat(request, 0));
    const auto& dims = request.input(0).tensor.dims;
    if (dims.empty())
        return fail("native ", request.node.type, " takes rank 1 or more");
    if (request.hasInput(1))
        TRY(requireFloat(request, 1));
    if (request.hasInput(1) && request.input(1).tensor.count() != dims.back())
        return fail(
            "bias has ", request.input(1).tensor.count(), " elements, expected ", dims.back());
    return nativeKernel([width = dims.back()](RunContext& context) -> Result<void> {
        const auto& input = context.tensor(0);
        auto* output = TRY(context.output(0, ElementType::Float, input.dims()));
        const auto& table = vectorTable();
        const float* bias = context.hasInput(1) ? floats(context.tensor(1)) : nullptr;
        const float* x = floats(input);
        float* y = floats(*output);
        const auto grain
            = std::max<std::int64_t>(elementsPerThread / std::max<std::int64_t>(width, 1), 1);
        parallelFor(width > 0 ? input.count() / width : 0, grain, context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    const float* from = x + row * width;
                    if (bias != nullptr) {
                        table.binary[static_cast<int>(BinaryOp::Add)][static_cast<int>(
                            Operands::Rows)](from, bias, y + row * width, width);
                        from = y + row * width;
                    }
                    table.unary[static_cast<int>(gelu)](from, y + row * width, width, 0, 0);
                }
            });
        return {};
    });
}

struct RegisterUnary {
    RegisterUnary()
    {
        for (const auto& row : unaryRows) {
            auto entry = anyLayoutEntry(std::string(row.type), prepareUnary(row));
            entry.domain = row.domain;
            KernelRegistry::instance().add(std::move(entry));
        }
    }
};
const RegisterUnary unary;
const RegisterKernel clip(nativeEntry("Clip", prepareClip));
const RegisterKernel pow(nativeEntry("Pow", preparePow));
const RegisterKernel biasGelu(
    nativeEntry("BiasGelu", prepareBiasGelu<UnaryOp::GeluErf>, "com.microsoft"));
const RegisterKernel fastGelu(
    nativeEntry("FastGelu", prepareBiasGelu<UnaryOp::GeluTanh>, "com.microsoft"));

} // namespace

} // namespace engine
