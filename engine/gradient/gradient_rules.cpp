#include "engine/gradient/gradient_step.h"
#include "engine/program/node_check.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace engine {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

Ids unary(const Step& s, ProgramValueId factor) { return { s.b.add("Mul", { s.g, factor }) }; }

Ids addRule(const Step& s) { return { s.summedTo(s.g, s.x(0)), s.summedTo(s.g, s.x(1)) }; }
Ids subRule(const Step& s)
{
    return { s.summedTo(s.g, s.x(0)), s.summedTo(s.b.add("Neg", { s.g }), s.x(1)) };
}
Ids mulRule(const Step& s)
{
    return { s.summedTo(s.b.add("Mul", { s.g, s.x(1) }), s.x(0)),
        s.summedTo(s.b.add("Mul", { s.g, s.x(0) }), s.x(1)) };
}
Ids divRule(const Step& s)
{
    const auto byNumerator = s.b.add("Div", { s.g, s.x(1) });
    const auto byDenominator = s.b.add("Neg", { s.b.add("Mul", { byNumerator, s.y() }) });
    return { s.summedTo(byNumerator, s.x(0)), s.summedTo(byDenominator, s.x(1)) };
}
Ids powRule(const Step& s)
{
    const auto lower
        = s.b.add("Pow", { s.x(0), s.b.add("Sub", { s.x(1), s.b.scalar(1, s.x(1)) }) });
    const auto exponent = s.b.add("CastLike", { s.x(1), s.g });
    const auto byBase = s.b.add("Mul", { s.g, s.b.add("Mul", { exponent, lower }) });
    const auto byExponent
        = s.b.add("Mul", { s.g, s.b.add("Mul", { s.y(), s.b.add("Log", { s.x(0) }) }) });
    return { s.summedTo(byBase, s.x(0)), s.summedTo(byExponent, s.x(1)) };
}
Ids sumRule(const Step& s)
{
    Ids derivatives;
    for (const auto input : s.op.inputs)
        derivatives.push_back(s.summedTo(s.g, input));
    return derivatives;
}
Ids whereRule(const Step& s)
{
    const auto zero = s.b.scalar(0, s.g);
    return { {}, s.summedTo(s.b.add("Where", { s.x(0), s.g, zero }), s.x(1)),
        s.summedTo(s.b.add("Where", { s.x(0), zero, s.g }), s.x(2)) };
}

Ids passRule(const Step& s) { return { s.g }; }
Ids castRule(const Step& s) { return { s.b.add("CastLike", { s.g, s.x() }) }; }
Ids reshapeRule(const Step& s) { return { s.shapedLike(s.g, s.x()) }; }
Ids expandRule(const Step& s) { return { s.summedTo(s.g, s.x()) }; }
Ids spreadRule(const Step& s) { return { s.spreadLike(s.g, s.x()) }; }
Ids negRule(const Step& s) { return { s.b.add("Neg", { s.g }) }; }
Ids absRule(const Step& s) { return unary(s, s.b.add("Sign", { s.x() })); }
Ids expRule(const Step& s) { return unary(s, s.y()); }
Ids logRule(const Step& s) { return { s.b.add("Div", { s.g, s.x() }) }; }
Ids sqrtRule(const Step& s) { return { s.b.add("Div", { s.g, s.scaled(2, s.y()) }) }; }
Ids reciprocalRule(const Step& s)
{
    return unary(s, s.b.add("Neg", { s.b.add("Mul", { s.y(), s.y() }) }));
}
Ids sinRule(const Step& s) { return unary(s, s.b.add("Cos", { s.x() })); }
Ids cosRule(const Step& s) { return unary(s, s.b.add("Neg", { s.b.add("Sin", { s.x() }) })); }
Ids softplusRule(const Step& s) { return unary(s, s.b.add("Sigmoid", { s.x() })); }
Ids sigmoidRule(const Step& s)
{
    return unary(s, s.b.add("Mul", { s.y(), s.b.add("Sub", { s.b.scalar(1, s.y()), s.y() }) }));
}
Ids tanhRule(const Step& s)
{
    return unary(s, s.b.add("Sub", { s.b.scalar(1, s.y()), s.b.add("Mul", { s.y(), s.y() }) }));
}
Ids erfRule(const Step& s)
{
    const auto bell = s.b.add("Exp", { s.b.add("Neg", { s.b.add("Mul", { s.x(), s.x() }) }) });
    return unary(s, s.scaled(2 * std::numbers::inv_sqrtpi_v<float>, bell));
}
/// The slope is 1 above zero and `slope` below.
Ids reluRule(const Step& s)
{
    const float slope = s.op.node.type == "LeakyRelu" ? s.op.node.real("alpha", 0.01f) : 0.0f;
    const auto isPositive = s.b.add("Greater", { s.x(), s.b.scalar(0, s.x()) });
    return { s.b.add("Where", { isPositive, s.g, s.scaled(slope, s.g) }) };
}

Ids transposeRule(const Step& s)
{
    const auto perm = s.op.node.integers("perm", {});
    if (perm.empty())
        return { s.b.add("Transpose", { s.g }) };
    std::vector<std::int64_t> inverse(perm.size());
    for (std::size_t i = 0; i < perm.size(); ++i)
        inverse[std::clamp<std::int64_t>(perm[i], 0, std::ssize(perm) - 1)]
            = static_cast<std::int64_t>(i);
    return { s.b.add("Transpose", { s.g }, { attributeOf("perm", inverse) }) };
}

Ids matMulRule(const Step& s)
{
    const auto product = [&](ProgramValueId a, ProgramValueId b, std::string transposed) {
        return s.b.add("FusedMatMul", { a, b },
            { attributeOf(std::move(transposed), std::int64_t(1)) }, "com.microsoft");
    };
    return { s.summedTo(product(s.g, s.x(1), "transB"), s.x(0)),
        s.summedTo(product(s.x(0), s.g, "transA"), s.x(1)) };
}

Ids gemmRule(const Step& s)
{
    const bool transA = s.op.node.flag("transA");
    const bool transB = s.op.node.flag("transB");
    const auto product = [&](ProgramValueId a, bool turnA, ProgramValueId b, bool turnB) {
        return s.b.add("Gemm", { a, b },
            { attributeOf("alpha", s.op.node.real("alpha", 1.0f)),
                attributeOf("transA", turnA ? 1 : 0), attributeOf("transB", turnB ? 1 : 0) });
    };
    Ids derivatives { transA ? product(s.x(1), transB, s.g, true)
                             : product(s.g, false, s.x(1), !transB),
        transB ? product(s.g, true, s.x(0), transA) : product(s.x(0), !transA, s.g, false) };
    if (s.has(2))
        derivatives.push_back(s.summedTo(s.scaled(s.op.node.real("beta", 1.0f), s.g), s.x(2)));
    return derivatives;
}

/// Returns g with the reduced axes as size 1: the shape of the same reduction with keepdims.
ProgramValueId keptDims(const Step& s)
{
    auto kept = s.op.node;
    std::erase_if(
        kept.attributes, [](const auto& attribute) { return attribute.name == "keepdims"; });
    kept.attributes.push_back(attributeOf("keepdims", 1));
    return s.shapedLike(s.g, s.b.addLike(kept, s.op.inputs));
}
Ids reduceSumRule(const Step& s) { return { s.spreadLike(keptDims(s), s.x()) }; }
Ids meanRule(const Step& s) { return { s.meanSpread(keptDims(s)) }; }
Ids globalMeanRule(const Step& s) { return { s.meanSpread(s.g) }; }

/// Returns the sum along the axis of a softmax, which stays as size 1.
ProgramValueId alongAxis(const Step& s, ProgramValueId value)
{
    auto sum = OpNode { "ReduceSum", {}, 11,
        { attributeOf("axes", std::vector { s.op.node.integer("axis", -1) }) },
        model::OperatorRegistry::instance().find("", "ReduceSum", 11), s.op.node.label };
    return s.b.addLike(sum, { value });
}
Ids softmaxRule(const Step& s)
{
    const auto mean = alongAxis(s, s.b.add("Mul", { s.g, s.y() }));
    return { s.b.add("Mul", { s.y(), s.b.add("Sub", { s.g, mean }) }) };
}
Ids logSoftmaxRule(const Step& s)
{
    return { s.b.add(
        "Sub", { s.g, s.b.add("Mul", { s.b.add("Exp", { s.y() }), alongAxis(s, s.g) }) }) };
}

struct Rule {
    std::string_view type;
    Ids (*derive)(const Step&);
    int since = 1; ///< oldest version it holds for
};

constexpr std::array rules {
    Rule { "Add", addRule, 7 },
    Rule { "Sub", subRule, 7 },
    Rule { "Mul", mulRule, 7 },
    Rule { "Div", divRule, 7 },
    Rule { "Pow", powRule, 7 },
    Rule { "Sum", sumRule },
    Rule { "Where", whereRule },
    Rule { "MatMul", matMulRule },
    Rule { "Gemm", gemmRule, 7 },
    Rule { "Identity", passRule },
    Rule { "Dropout", passRule },
    Rule { "Cast", castRule },
    Rule { "CastLike", castRule },
    Rule { "Reshape", reshapeRule },
    Rule { "Flatten", reshapeRule },
    Rule { "Squeeze", reshapeRule },
    Rule { "Unsqueeze", reshapeRule },
    Rule { "Transpose", transposeRule },
    Rule { "Expand", expandRule },
    Rule { "SumTo", spreadRule },
    Rule { "Neg", negRule },
    Rule { "Abs", absRule },
    Rule { "Exp", expRule },
    Rule { "Log", logRule },
    Rule { "Sqrt", sqrtRule },
    Rule { "Reciprocal", reciprocalRule },
    Rule { "Sin", sinRule },
    Rule { "Cos", cosRule },
    Rule { "Erf", erfRule },
    Rule { "Relu", reluRule },
    Rule { "LeakyRelu", reluRule },
    Rule { "Sigmoid", sigmoidRule },
    Rule { "Tanh", tanhRule },
    Rule { "Softplus", softplusRule },
    Rule { "ReduceSum", reduceSumRule },
    Rule { "ReduceMean", meanRule },
    Rule { "Softmax", softmaxRule, 13 },
    Rule { "LogSoftmax", logSoftmaxRule, 13 },
    Rule { "Concat", concatRule, 4 },
    Rule { "Gather", gatherRule },
    Rule { "GlobalAveragePool", globalMeanRule },
    Rule { "MaxPool", maxPoolRule, 8 },
    Rule { "AveragePool", averagePoolRule },
    Rule { "Conv", convRule },
};

} // namespace

DerivativeBuilder::DerivativeBuilder(Program& program, BlockId block, Op model)
    : m_program(program)
    , m_model(std::move(model))
{
    m_model.block = block;
}

ProgramValueId DerivativeBuilder::newValue()
{
    return m_program.addValue({ .name = {},
        .origin = {},
        .declared = {},
        .constant = {},
        .producer = {},
        .definedIn = {} });
}

void DerivativeBuilder::addOp(Op op)
{
    op.origins = m_model.origins;
    op.calls = m_model.calls;
    op.block = m_model.block;
    m_added.push_back(m_program.addOp(std::move(op)));
}

ProgramValueId DerivativeBuilder::add(std::string_view type, std::vector<ProgramValueId> inputs,
    std::vector<model::Attribute> attributes, std::string_view domain)
{
    const auto& registry = model::OperatorRegistry::instance();
    const auto* schema = registry.find(domain, type, registry.newestOpset(domain));
    OpNode node { std::string(type), std::string(domain),
        schema != nullptr ? schema->sinceVersion : 1, std::move(attributes), schema,
        m_model.node.label };
    return addLike(node, std::move(inputs));
}

ProgramValueId DerivativeBuilder::addLike(const OpNode& node, std::vector<ProgramValueId> inputs)
{
    Op op;
    op.node = node;
    op.inputs = std::move(inputs);
    op.outputs = { newValue() };
    const auto output = op.outputs.front();
    addOp(std::move(op));
    return output;
}

std::vector<ProgramValueId> DerivativeBuilder::addLike(
    const Op& op, std::vector<ProgramValueId> inputs)
{
    Op copy;
    copy.node = op.node;
    copy.inputs = std::move(inputs);
    for (const auto output : op.outputs)
        copy.outputs.push_back(output.isValid() ? newValue() : ProgramValueId());
    auto outputs = copy.outputs;
    addOp(std::move(copy));
    return outputs;
}

ProgramValueId DerivativeBuilder::scalar(float number, ProgramValueId like)
{
    const auto value = newValue();
    m_program.value(value).constant = tensorOf(number);
    return add("CastLike", { value, like });
}

ProgramValueId DerivativeBuilder::integers(const std::vector<std::int64_t>& numbers)
{
    const auto value = newValue();
    m_program.value(value).constant = tensorOf(numbers);
    return value;
}

ProgramValueId DerivativeBuilder::filled(float number, ProgramValueId like)
{
    return add("Expand", { scalar(number, like), add("Shape", { like }) });
}

void DerivativeBuilder::name(ProgramValueId from, ProgramValueId to)
{
    Op op;
    op.node = { "Identity", {}, 1, {}, model::OperatorRegistry::instance().find("", "Identity", 1),
        m_model.node.label };
    op.inputs = { from };
    op.outputs = { to };
    addOp(std::move(op));
}

Result<std::vector<ProgramValueId>> differentiate(
    DerivativeBuilder& builder, const Op& op, ProgramValueId derivative)
{
    const auto rule = std::ranges::find(rules, op.node.type, &Rule::type);
    const std::string_view domain = op.node.type == "SumTo" ? "ai.opscope" : "";
    if (rule == rules.end() || op.node.domain != domain || op.node.version < rule->since)
        return failAs(ErrorKind::Unsupported, "the derivative of ", op.node.type, "-",
            op.node.version, " '", op.node.label, "' is not known, only those of ",
            support::joined(rules, ", ", &Rule::type));
    // Rules read the required inputs without asking.
    TRY(checkNode(op).within("the derivative of " + op.node.type + " '" + op.node.label + "'"));
    auto derivatives = rule->derive({ builder, op, derivative });
    if (derivatives.empty())
        return failAs(ErrorKind::Unsupported, "the derivative of ", op.node.type, "-",
            op.node.version, " '", op.node.label, "' is not known with these attributes");
    return derivatives;
}

} // namespace engine
