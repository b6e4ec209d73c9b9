#include "model/operator.h"
#include "model/support/text.h"
#include "model/text_node.h"
#include "tests/support/paths.h"

#include <QTest>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
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

/// Lines of tests/data/golden/onnx_schemas.txt, which tests/data/golden/list_schemas.py writes and
/// explains.
struct GoldenSchemas {
    std::map<std::string, std::string> typeSets; ///< types, sorted -> `t3`
    std::map<std::string, std::string> lines; ///< `ai.onnx Clip-13` -> the rest of its line
};

GoldenSchemas readGolden()
{
    GoldenSchemas golden;
    std::ifstream file(testing::sourceDir() / "tests/data/golden/onnx_schemas.txt");
    for (std::string line; std::getline(file, line);) {
        const auto equals = line.find(" = ");
        if (line.starts_with("t") && equals != std::string::npos)
            golden.typeSets[line.substr(equals + 3)] = line.substr(0, equals);
        else if (!line.starts_with("#")) {
            const auto end = line.find(' ', line.find(' ') + 1);
            golden.lines[line.substr(0, end)] = line.substr(end + 1);
        }
    }
    return golden;
}

std::string parameterText(
    const FormalParameter& parameter, const OperatorSchema& schema, const GoldenSchemas& golden)
{
    auto text = parameter.name;
    if (parameter.option == FormalParameter::Option::Optional)
        text += "?";
    if (parameter.option == FormalParameter::Option::Variadic)
        text
            += "*" + std::to_string(parameter.minArity) + (parameter.isHomogeneous ? "" : " mixed");
    const auto constraint
        = std::ranges::find(schema.constraints, parameter.type, &TypeConstraint::name);
    auto types = constraint != schema.constraints.end()
        ? constraint->types
        : std::vector<std::string> { parameter.type };
    std::ranges::sort(types);
    const auto joined = support::joined(types, " ");
    const auto set = golden.typeSets.find(joined);
    return text + ": " + (set != golden.typeSets.end() ? set->second : joined);
}

std::string parametersText(const std::vector<FormalParameter>& parameters,
    const OperatorSchema& schema, const GoldenSchemas& golden)
{
    return "(" + support::joined(parameters, ", ", [&](const auto& each) {
        return parameterText(each, schema, golden);
    }) + ")";
}

/// ` = 1`, ` = [0 2 3]`.
struct DefaultText {
    static std::string word(float value)
    {
        char text[32];
        std::snprintf(text, sizeof text, "%.6g", double(value));
        return text;
    }
    static std::string word(std::int64_t value) { return std::to_string(value); }
    static std::string word(const std::string& value) { return value; }

    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(float value) const { return " = " + word(value); }
    std::string operator()(std::int64_t value) const { return " = " + word(value); }
    std::string operator()(const std::string& value) const { return " = " + value; }
    template <typename T>
    requires requires(T value) { word(value); }
    std::string operator()(const std::vector<T>& values) const
    {
        return " = [" + support::joined(values, " ", [](const T& value) { return word(value); })
            + "]";
    }
    std::string operator()(const auto&) const { return " = ?"; }
};

std::string schemaText(const OperatorSchema& schema, const GoldenSchemas& golden)
{
    if (schema.isDeprecated)
        return "deprecated";
    auto attributes = schema.attributes;
    std::ranges::sort(attributes, {}, &AttributeSpec::name);
    return parametersText(schema.inputs, schema, golden) + " -> "
        + parametersText(schema.outputs, schema, golden) + " {"
        + support::joined(attributes, ", ",
            [](const AttributeSpec& each) {
                return each.name + ": " + std::string(attributeKindName(each.kind))
                    + (each.required ? " required" : "")
                    + std::visit(DefaultText {}, each.defaultValue);
            })
        + "}";
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
    void everyVersionIsThatOfOnnx();
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

void TestOperator::everyVersionIsThatOfOnnx()
{
    auto golden = readGolden();
    QVERIFY(golden.lines.size() > 650);
    std::set<std::string> domains;
    for (const auto& [name, line] : golden.lines)
        domains.insert(name.substr(0, name.find(' ')));
    std::map<std::string, std::string> ours;
    for (const auto* schema : OperatorRegistry::instance().all()) {
        const auto name = (schema->domain.empty() ? "ai.onnx " : schema->domain + " ")
            + schema->name + "-" + std::to_string(schema->sinceVersion);
        if (domains.contains(name.substr(0, name.find(' '))))
            ours[name] = schemaText(*schema, golden);
    }
    // The first two are ONNX Runtime's, the others are experimental operators that ONNX took back.
    for (const auto* name : { "LayerNormalization-1", "SimplifiedLayerNormalization-1", "Affine-1",
             "Crop-1", "GivenTensorFill-1", "ImageScaler-1", "ParametricSoftplus-1", "Scale-1",
             "ScaledTanh-1", "ThresholdedRelu-1" })
        QCOMPARE(ours.erase(std::string("ai.onnx ") + name), std::size_t(1));
    // ONNX requires roi and scales; exporters leave out what they do not use.
    std::erase(ours["ai.onnx Resize-11"], '?');
    std::erase(golden.lines["ai.onnx Resize-11"], '?');

    QStringList differences;
    for (const auto& [name, line] : golden.lines) {
        const auto mine = ours.find(name);
        if (mine == ours.end() || mine->second != line)
            differences << QString::fromStdString(name + "\n  onnx " + line + "\n  here "
                + (mine == ours.end() ? "missing" : mine->second));
    }
    for (const auto& [name, line] : ours) {
        if (!golden.lines.contains(name))
            differences << QString::fromStdString(name + " is in no version of onnx");
    }
    QVERIFY2(differences.isEmpty(), qPrintable("\n" + differences.join("\n")));
}

QTEST_GUILESS_MAIN(TestOperator)
#include "tst_operator.moc"
