#include "model/operator.h"

#include <QTest>
#include <algorithm>
#include <set>

using namespace model;

namespace {

/// `Conv-11`, `com.microsoft:Gelu-1`.
std::string nameOf(const OperatorSchema& schema)
{
    return (schema.domain.empty() ? "" : schema.domain + ":") + schema.name + "-"
        + std::to_string(schema.sinceVersion);
}

bool isType(const OperatorSchema& schema, const std::string& type)
{
    return std::ranges::find(schema.constraints, type, &TypeConstraint::name)
        != schema.constraints.end()
        || type.find('(') != std::string::npos;
}

bool hasKind(const AttributeSpec& spec)
{
    switch (spec.defaultValue.index()) {
    case 0:
        return true;
    case 1:
        return spec.kind == AttributeKind::Float;
    case 2:
        return spec.kind == AttributeKind::Int;
    case 3:
        return spec.kind == AttributeKind::String;
    default:
        return spec.kind == AttributeKind::Ints || spec.kind == AttributeKind::Strings;
    }
}

} // namespace

/// The table of operators: complete, consistent, found by opset.
class TestOperator : public QObject {
    Q_OBJECT

private slots:
    void everySchemaIsConsistent();
    void findsTheVersionOfAnOpset_data();
    void findsTheVersionOfAnOpset();
    void knowsTheNewestOpsets();
    void countsArguments();
    void keepsDefaultsOfAttributes();
};

void TestOperator::everySchemaIsConsistent()
{
    const auto all = OperatorRegistry::instance().all();
    QVERIFY(all.size() > 700);
    for (const auto* schema : all) {
        const auto name = nameOf(*schema);
        QVERIFY2(!schema->summary.empty(), name.c_str());
        QVERIFY2(!schema->outputs.empty() || schema->isDeprecated, name.c_str());
        for (const auto& parameters : { schema->inputs, schema->outputs })
            for (const auto& parameter : parameters)
                QVERIFY2(!parameter.name.empty() && isType(*schema, parameter.type),
                    (name + " " + parameter.name).c_str());
        std::set<std::string> names;
        for (const auto& spec : schema->attributes) {
            QVERIFY2(names.insert(spec.name).second, (name + " " + spec.name).c_str());
            QVERIFY2(spec.kind != AttributeKind::Undefined && hasKind(spec),
                (name + " " + spec.name).c_str());
        }
        for (const auto& constraint : schema->constraints)
            QVERIFY2(!constraint.types.empty(), (name + " " + constraint.name).c_str());
        QVERIFY2(schema->infer || schema->isDeprecated, (name + " has no shape rule").c_str());
    }
}

void TestOperator::findsTheVersionOfAnOpset_data()
{
    QTest::addColumn<QString>("domain");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("opset");
    QTest::addColumn<int>("version");
    QTest::newRow("exactly") << ""
                             << "Conv" << 11 << 11;
    QTest::newRow("older version still valid") << ""
                                               << "Conv" << 17 << 11;
    QTest::newRow("newest for an opset to come") << ""
                                                 << "Conv" << 99 << 22;
    QTest::newRow("before it came") << ""
                                    << "Einsum" << 11 << 0;
    QTest::newRow("long name of the domain") << "ai.onnx"
                                             << "Relu" << 6 << 6;
    QTest::newRow("classical learning") << "ai.onnx.ml"
                                        << "LabelEncoder" << 3 << 2;
    QTest::newRow("unknown operator") << ""
                                      << "Frobnicate" << 17 << 0;
    QTest::newRow("unknown domain") << "org.example"
                                    << "Conv" << 1 << 0;
}

void TestOperator::findsTheVersionOfAnOpset()
{
    QFETCH(QString, domain);
    QFETCH(QString, name);
    QFETCH(int, opset);
    QFETCH(int, version);
    const auto* schema
        = OperatorRegistry::instance().find(domain.toStdString(), name.toStdString(), opset);
    QCOMPARE(schema != nullptr ? schema->sinceVersion : 0, version);
}

void TestOperator::knowsTheNewestOpsets()
{
    const auto& registry = OperatorRegistry::instance();
    QCOMPARE(registry.newestOpset(""), 28);
    QCOMPARE(registry.newestOpset("ai.onnx.ml"), 5);
    QCOMPARE(registry.newestOpset("com.microsoft"), 1);
    QCOMPARE(registry.newestOpset("org.example"), 0);
}

void TestOperator::countsArguments()
{
    const auto& registry = OperatorRegistry::instance();
    const auto* conv = registry.find("", "Conv", 11);
    QCOMPARE(conv->minInputs(), std::size_t(2));
    QCOMPARE(conv->maxInputs(), std::size_t(3));
    const auto* concat = registry.find("", "Concat", 13);
    QCOMPARE(concat->minInputs(), std::size_t(1));
    QVERIFY(concat->maxInputs() > 1'000'000);
    const auto* loop = registry.find("", "Loop", 13);
    QCOMPARE(loop->minInputs(), std::size_t(0));
    QVERIFY(!loop->inputs.back().isHomogeneous);
    QCOMPARE(registry.find("", "Split", 13)->minOutputs(), std::size_t(1));
}

void TestOperator::keepsDefaultsOfAttributes()
{
    const auto& registry = OperatorRegistry::instance();
    QCOMPARE(
        std::get<std::int64_t>(registry.find("", "Softmax", 12)->attribute("axis")->defaultValue),
        1);
    QCOMPARE(
        std::get<std::int64_t>(registry.find("", "Softmax", 13)->attribute("axis")->defaultValue),
        -1);
    QCOMPARE(std::get<float>(
                 registry.find("", "BatchNormalization", 15)->attribute("epsilon")->defaultValue),
        1e-5F);
    QCOMPARE(
        std::get<std::string>(registry.find("", "Conv", 11)->attribute("auto_pad")->defaultValue),
        std::string("NOTSET"));
    QCOMPARE(
        std::get<std::vector<std::int64_t>>(
            registry.find("", "MeanVarianceNormalization", 13)->attribute("axes")->defaultValue),
        (std::vector<std::int64_t> { 0, 2, 3 }));
    QVERIFY(registry.find("", "Cast", 13)->attribute("to")->required);
    QVERIFY(registry.find("", "Relu", 6)->attribute("consumed_inputs") == nullptr);
}

QTEST_GUILESS_MAIN(TestOperator)
#include "tst_operator.moc"
