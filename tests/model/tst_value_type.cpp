#include "model/attribute.h"
#include "model/inference/tensor_shape.h"
#include "model/value_type.h"

#include <QTest>
#include <limits>
#include <type_traits>

using namespace model;

Q_DECLARE_METATYPE(ValueType)

class TestValueType : public QObject {
    Q_OBJECT

private slots:
    void writesTypesForPeople();
    void writesTypesAsOnnxDoes();
    void elidesLongAttributes();
    void holdsNoShapeThatNoTensorHas();
    void saysWhyNoTensorHasAShape();
    void commonTypesClaimOnlyWhatBothSay_data();
    void commonTypesClaimOnlyWhatBothSay();
};

namespace {

ValueType mapOf(ElementType key, ValueType inner)
{
    ValueType type;
    type.kind = ValueType::Kind::Map;
    type.key = key;
    type.inner = std::make_shared<const ValueType>(std::move(inner));
    return type;
}

const Shape batchShape { Dimension::symbol("batch"), Dimension::number(512), Dimension::unknown() };

}

void TestValueType::writesTypesForPeople()
{
    const auto text = [](const ValueType& type) { return QString::fromStdString(typeText(type)); };
    QCOMPARE(text({}), "?");
    QCOMPARE(text(ValueType::tensor(ElementType::Undefined)), "?");
    QCOMPARE(text(ValueType::tensor(ElementType::Float)), "? fp32");
    QCOMPARE(text(ValueType::tensor(ElementType::Float16, Shape {})), "scalar fp16");
    QCOMPARE(text(ValueType::tensor(ElementType::Float16, batchShape)), "batch×512×? fp16");
    QCOMPARE(text(ValueType::tensor(static_cast<ElementType>(99), Shape {})), "scalar type 99");
    const auto tensor = ValueType::tensor(ElementType::Int64, batchShape);
    QCOMPARE(text(ValueType::sequence(tensor)), "seq(batch×512×? int64)");
    QCOMPARE(text(ValueType::optionalOf(ValueType::sequence(tensor))),
        "optional(seq(batch×512×? int64))");
    QCOMPARE(text(mapOf(ElementType::String, ValueType::tensor(ElementType::Float, Shape {}))),
        "map(string, scalar fp32)");
    QCOMPARE(text(ValueType::sequence({})), "seq(?)");
}

void TestValueType::writesTypesAsOnnxDoes()
{
    const auto text
        = [](const ValueType& type) { return QString::fromStdString(onnxTypeText(type)); };
    QCOMPARE(text(ValueType::tensor(ElementType::Float16, batchShape)), "tensor(float16)");
    QCOMPARE(
        text(ValueType::sequence(ValueType::tensor(ElementType::Int64))), "seq(tensor(int64))");
    QCOMPARE(text(mapOf(ElementType::Int64, ValueType::tensor(ElementType::Float))),
        "map(int64, tensor(float))");
    ValueType opaque;
    opaque.kind = ValueType::Kind::Opaque;
    opaque.opaqueName = "our.domain.Thing";
    QCOMPARE(text(opaque), "opaque(our.domain.Thing)");
}

void TestValueType::elidesLongAttributes()
{
    Attribute attribute;
    attribute.value = std::vector<std::int64_t>(1'000'000, 7);
    const auto text = QString::fromStdString(attributeText(attribute, 30));
    QCOMPARE(text.size(), 30);
    QVERIFY(text.startsWith("[7, 7") && text.contains("…") && text.endsWith("7]"));
    attribute.value = std::string(1'000'000, 'a');
    QCOMPARE(QString::fromStdString(attributeText(attribute, 10)), "\"aaa…aaaa\"");
}

void TestValueType::holdsNoShapeThatNoTensorHas()
{
    const auto text = [](const Shape& shape) {
        return QString::fromStdString(typeText(ValueType::tensor(ElementType::Int64, shape)));
    };
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    QCOMPARE(text(shapeOf({ -5 })), "? int64");
    QCOMPARE(text(shapeOf({ 2, -1, 3 })), "2×?×3 int64");
    QCOMPARE(text(shapeOf({ least })), "? int64");
    QCOMPARE(text(shapeOf({ 0 })), "0 int64");
    QVERIFY(ValueType::tensor(ElementType::Int64, Shape(maximumRank)).shape);
    QVERIFY(!ValueType::tensor(ElementType::Int64, Shape(maximumRank + 1)).shape);

    // Nor can a type that exists be given one.
    auto type = ValueType::tensor(ElementType::Int64, batchShape);
    type.shape = shapeOf({ -5, 3 });
    QCOMPARE(QString::fromStdString(shapeText(*type.shape)), "?×3");
    type.shape = Shape(maximumRank + 1);
    QVERIFY(!type.shape);
    static_assert(!std::is_assignable_v<decltype((*type.shape)[0]), Dimension>);
}

void TestValueType::saysWhyNoTensorHasAShape()
{
    const auto problem
        = [](const Shape& shape) { return QString::fromStdString(shapeProblem(shape)); };
    QCOMPARE(problem(shapeOf({})), "");
    QCOMPARE(problem(shapeOf({ 2, 0, std::int64_t(1) << 62 })), "");
    QCOMPARE(problem(batchShape), "");
    QCOMPARE(problem(shapeOf({ -5, 3 })), "-5×3 has a negative size");
    QCOMPARE(problem(shapeOf({ std::int64_t(1) << 32, std::int64_t(1) << 31 })),
        "4294967296×2147483648 has more than 2^63 - 1 elements");
    QCOMPARE(problem(shapeOf({ (std::int64_t(1) << 62) - 1, 2 })), "");
    QCOMPARE(problem(Shape(65)), "rank 65 is above 64, the highest that is supported");
}

void TestValueType::commonTypesClaimOnlyWhatBothSay_data()
{
    QTest::addColumn<ValueType>("a");
    QTest::addColumn<ValueType>("b");
    QTest::addColumn<QString>("both");
    const auto floats
        = [](const Shape& shape) { return ValueType::tensor(ElementType::Float, shape); };
    const auto two = floats(shapeOf({ 2, 3 }));
    QTest::newRow("equal") << two << two << "2×3 fp32";
    QTest::newRow("other sizes") << two << floats(shapeOf({ 2, 4 })) << "2×? fp32";
    QTest::newRow("other ranks") << two << floats(shapeOf({ 2 })) << "? fp32";
    QTest::newRow("unknown rank") << two << ValueType::tensor(ElementType::Float) << "? fp32";
    QTest::newRow("unknown") << two << ValueType() << "?";
    QTest::newRow("other elements")
        << two << ValueType::tensor(ElementType::Int64, shapeOf({ 2, 3 })) << "2×3 ?";
    QTest::newRow("unknown elements")
        << two << ValueType::tensor(ElementType::Undefined, shapeOf({ 2, 3 })) << "2×3 ?";
    QTest::newRow("other kinds") << two << ValueType::sequence(two) << "?";
    QTest::newRow("inside") << ValueType::sequence(two)
                            << ValueType::sequence(floats(shapeOf({ 5, 3 }))) << "seq(?×3 fp32)";
    QTest::newRow("unknown inside")
        << ValueType::sequence(two) << ValueType::sequence({}) << "seq(?)";
}

void TestValueType::commonTypesClaimOnlyWhatBothSay()
{
    QFETCH(ValueType, a);
    QFETCH(ValueType, b);
    QFETCH(QString, both);
    QCOMPARE(QString::fromStdString(typeText(common(a, b))), both);
    QCOMPARE(QString::fromStdString(typeText(common(b, a))), both);
}

QTEST_GUILESS_MAIN(TestValueType)
#include "tst_value_type.moc"
