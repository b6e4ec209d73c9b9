#include "model/inference/cost_context.h"
#include "model/inference/inference_context.h"
#include "model/inference/type_constraints.h"

#include <QTest>
#include <array>
#include <limits>
#include <random>

using namespace model;

namespace {

/// Arguments and attributes as no sound file has them, from a fixed seed.
class OddInput {
public:
    std::int64_t number()
    {
        constexpr std::array<std::int64_t, 16> values { 0, 1, 2, 3, 4, 7, -1, -2, -9, 64, 1000,
            std::int64_t(1) << 31, std::int64_t(1) << 40, std::numeric_limits<std::int64_t>::max(),
            std::numeric_limits<std::int64_t>::min(), 5 };
        return values[below(values.size())];
    }

    Dimension dimension()
    {
        switch (below(6)) {
        case 0:
            return {};
        case 1:
            return Dimension::symbol("n");
        case 2:
            return Dimension::symbol("m") * Dimension::number(2) + Dimension::number(1);
        case 3:
            return Dimension::number(number());
        default:
            return Dimension::number(static_cast<std::int64_t>(below(5)));
        }
    }

    std::vector<Dimension> dimensions(std::size_t most)
    {
        std::vector<Dimension> result(below(most + 1));
        for (auto& dim : result)
            dim = dimension();
        return result;
    }

    ElementType element()
    {
        constexpr std::array types { ElementType::Float, ElementType::Int64, ElementType::Int32,
            ElementType::Bool, ElementType::String, ElementType::Float16, ElementType::Uint8,
            ElementType::Undefined, ElementType::Complex64, ElementType::Int4 };
        return types[below(types.size())];
    }

    ValueType type()
    {
        switch (below(12)) {
        case 0:
            return {};
        case 1:
            return ValueType::sequence(ValueType::tensor(element(), dimensions(3)));
        case 2:
            return ValueType::optionalOf(ValueType::tensor(element()));
        case 3:
            return ValueType::tensor(element());
        default:
            return ValueType::tensor(element(), dimensions(5));
        }
    }

    /// Elements may contradict the type: nothing promises that a file's do not.
    InferenceArgument argument()
    {
        InferenceArgument argument { below(10) != 0, type(), {} };
        if (below(3) != 0)
            return argument;
        KnownElements elements;
        const auto count = below(5);
        elements.dims = { static_cast<std::int64_t>(count) };
        for (std::size_t i = 0; i < count; ++i)
            elements.integers.push_back(dimension());
        if (below(3) == 0 && count == 1)
            elements.dims.clear();
        if (below(4) == 0) {
            elements.integers.clear();
            elements.reals.assign(count, below(2) == 0 ? 0.5 : static_cast<double>(number()));
        }
        argument.elements = std::make_shared<const KnownElements>(std::move(elements));
        return argument;
    }

    Attribute attribute(const AttributeSpec& spec)
    {
        Attribute attribute;
        attribute.name = spec.name;
        attribute.kind = spec.kind;
        switch (below(8) == 0 ? AttributeKind::Undefined : spec.kind) {
        case AttributeKind::Int:
            attribute.value = number();
            break;
        case AttributeKind::Float:
            attribute.value = static_cast<float>(number());
            break;
        case AttributeKind::String:
            attribute.value = std::string(below(2) == 0 ? "..ij,,->" : "SAME_UPPER");
            break;
        case AttributeKind::Ints: {
            std::vector<std::int64_t> values(below(6));
            for (auto& value : values)
                value = number();
            attribute.value = std::move(values);
            break;
        }
        case AttributeKind::Floats:
            attribute.value = std::vector<float>(below(5), static_cast<float>(number()));
            break;
        case AttributeKind::Strings:
            attribute.value = std::vector<std::string>(below(4), "a");
            break;
        default:
            attribute.value = number();
        }
        return attribute;
    }

    std::size_t below(std::size_t limit) { return m_random() % limit; }

private:
    std::mt19937 m_random { 7 };
};

} // namespace

/// Rules answer odd input with findings, never with a crash (run under sanitizers).
class TestRuleRobustness : public QObject {
    Q_OBJECT

private slots:
    void survivesOddInput();
};

void TestRuleRobustness::survivesOddInput()
{
    constexpr int tries = 150;
    OddInput odd;
    for (const auto* schema : OperatorRegistry::instance().all()) {
        for (int i = 0; i < tries; ++i) {
            std::vector<InferenceArgument> inputs(odd.below(schema->inputs.size() + 3));
            for (auto& input : inputs)
                input = odd.argument();
            std::vector<Attribute> attributes;
            for (const auto& spec : schema->attributes)
                if (odd.below(2) == 0)
                    attributes.push_back(odd.attribute(spec));
            auto result = inferNode({ *schema, attributes, inputs, odd.below(5),
                odd.below(2) == 0 ? "Node_1" : "", {}, nullptr });
            fillOutputElements(*schema, inputs, result.outputs);
            checkInputTypes(*schema, inputs);
            std::vector<ValueType> inputTypes;
            std::vector<ValueType> outputTypes;
            for (const auto& input : inputs)
                inputTypes.push_back(input.type);
            for (const auto& output : result.outputs)
                outputTypes.push_back(output.type);
            costOf(*schema, attributes, inputTypes, outputTypes);
            for (const auto& output : result.outputs)
                QVERIFY(!output.elements || output.elements->count() <= maximumKnownElements);
        }
    }
}

QTEST_GUILESS_MAIN(TestRuleRobustness)
#include "tst_rule_robustness.moc"
