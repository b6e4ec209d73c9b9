#include "model/attribute.h"
#include "model/value_type.h"

#include <QTest>

using namespace model;

class TestValueType : public QObject {
    Q_OBJECT

private slots:
    void writesTypesForPeople();
    void writesTypesAsOnnxDoes();
    void elidesLongAttributes();
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

QTEST_GUILESS_MAIN(TestValueType)
#include "tst_value_type.moc"
