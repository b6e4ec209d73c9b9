#include "model/onnx/parser.h"
#include "model/tensor_store.h"
#include "tests/support/wire.h"

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>

using namespace model;
namespace wire = testing::wire;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// The model of a text that must open.
std::shared_ptr<const Model> parsed(const std::string& file)
{
    auto model = onnx::parseModel(bytesOf(file));
    if (!model)
        qFatal("%s", model.error().message().c_str());
    return *std::move(model);
}

QString codes(const Model& model)
{
    QStringList words;
    for (const auto& finding : model.diagnostics)
        words << QString::fromStdString(finding.code);
    words.sort();
    return words.join(' ');
}

/// `Relu(x) -> y; Add(y, w@outer) -> z` in the order of execution.
QString text(const Model& model, const Graph& graph)
{
    QStringList lines;
    const auto name = [&](ValueId id) {
        if (!id.isValid())
            return QString("_");
        const auto& value = model.value(id);
        return QString::fromStdString(value.name) + (value.graph == graph.id ? "" : "@outer")
            + (value.isDefined ? "" : "?");
    };
    for (const auto id : graph.order) {
        QStringList inputs;
        QStringList outputs;
        for (const auto input : model.node(id).inputs)
            inputs << name(input);
        for (const auto output : model.node(id).outputs)
            outputs << name(output);
        lines << QString::fromStdString(model.node(id).type) + "(" + inputs.join(", ") + ") -> "
                + outputs.join(", ");
    }
    return lines.join("; ");
}

/// `depth` If nodes inside each other; the innermost branch reads the graph's input. Put together
/// at the end, as copying each level into the next would take quadratic time.
std::string nestedIf(int depth)
{
    std::string inner = wire::nodeField("Relu", { "x" }, { "r0" }) + wire::outputField("r0");
    auto length = inner.size();
    std::vector<std::string> before;
    std::string after;
    const auto open = [&](std::uint32_t field) {
        before.push_back(wire::tag(field, 2) + wire::varint(length));
        length += before.back().size();
    };
    const auto add = [&](std::string& where, const std::string& text) {
        where += text;
        length += text.size();
    };
    for (int i = 1; i <= depth; ++i) {
        const auto name = "r" + std::to_string(i);
        open(6); // the branch
        add(after, wire::number(20, 5));
        before.back().insert(0, wire::bytes(1, "then_branch"));
        length += wire::bytes(1, "then_branch").size();
        open(5); // the attribute
        before.back().insert(0, wire::node("If", { "c" }, { name }));
        length += wire::node("If", { "c" }, { name }).size();
        open(1); // the node
        add(after, wire::outputField(name));
    }
    std::string graph;
    for (auto part = before.rbegin(); part != before.rend(); ++part)
        graph += *part;
    return graph + inner + after + wire::inputField("x") + wire::inputField("c");
}

} // namespace

class TestParser : public QObject {
    Q_OBJECT

private slots:
    void connectsNamesToValues_data();
    void connectsNamesToValues();
    void readsWhatTheModelSaysAboutItself();
    void listsReadersOfAValue();
    void findsCapturesOfNestedGraphs();
    void refusesMoreCapturesThanItKeeps();
    void givesInitializersTheirTypes();
    void callsLocalFunctions();
    void looksForImportsInEachFunction();
    void saysWhetherItWasAModelWithoutAGraph();
    void readsAttributesOfEveryKind();
    void infersTheTypeOfOldAttributes();
    void describesPlaces();
    void doesNotRecurseIntoNestedGraphs();
    void readsGraphsGivenInParts();
    void readsManyNodesInLinearTime();
    void stopsWhenAsked();
};

void TestParser::connectsNamesToValues_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("findings");
    const auto row = [](const char* name, const std::string& graph, const char* expected,
                         const char* findings) {
        QTest::newRow(name) << QByteArray::fromStdString(graph) << expected << findings;
    };
    const auto x = wire::inputField("x");
    row("empty graph", "", "", "");
    row("chain",
        x + wire::nodeField("Relu", { "x" }, { "y" }) + wire::nodeField("Exp", { "y" }, { "z" })
            + wire::outputField("z"),
        "Relu(x) -> y; Exp(y) -> z", "");
    row("left out operands", x + wire::nodeField("Clip", { "x", "", "x" }, { "", "z" }),
        "Clip(x, _, x) -> _, z", "");
    row("unsorted",
        x + wire::nodeField("Exp", { "y" }, { "z" }) + wire::nodeField("Relu", { "x" }, { "y" }),
        "Relu(x) -> y; Exp(y) -> z", "nodes-unsorted");
    row("ties keep the order of the file",
        x + wire::nodeField("C", { "b" }, { "c" }) + wire::nodeField("A", { "x" }, { "a" })
            + wire::nodeField("B", { "x" }, { "b" }),
        "A(x) -> a; B(x) -> b; C(b) -> c", "nodes-unsorted");
    row("unsorted behind the first",
        x + wire::nodeField("A", { "x" }, { "a" }) + wire::nodeField("B", { "c" }, { "b" })
            + wire::nodeField("C", { "x" }, { "c" }),
        "A(x) -> a; C(x) -> c; B(c) -> b", "nodes-unsorted");
    row("cycle comes last",
        x + wire::nodeField("A", { "b" }, { "a" }) + wire::nodeField("B", { "a" }, { "b" })
            + wire::nodeField("C", { "x" }, { "c" }),
        "C(x) -> c; A(b) -> a; B(a) -> b", "cycle");
    row("reads itself", wire::nodeField("A", { "a" }, { "a" }), "A(a) -> a", "cycle");
    row("undefined input", wire::nodeField("A", { "n" }, { "a" }), "A(n?) -> a", "input-undefined");
    row("undefined output", x + wire::outputField("y"), "", "output-undefined");
    row("made twice: the first counts",
        x + wire::nodeField("A", { "x" }, { "y" }) + wire::nodeField("B", { "x" }, { "y" })
            + wire::nodeField("C", { "y" }, { "z" }),
        "A(x) -> y; B(x) -> y; C(y) -> z", "value-redefined");
    row("input twice", x + x + wire::nodeField("A", { "x" }, { "y" }), "A(x) -> y",
        "name-duplicate");
}

void TestParser::connectsNamesToValues()
{
    QFETCH(QByteArray, graph);
    const auto model = parsed(wire::model(graph.toStdString()));
    QTEST(text(*model, model->main()), "expected");
    auto found = codes(*model);
    found.remove("opset-newer").replace("  ", " ");
    QTEST(found.trimmed(), "findings");
}

void TestParser::readsWhatTheModelSaysAboutItself()
{
    const auto metadata = wire::bytes(14, wire::bytes(1, "key") + wire::bytes(2, "value"));
    const auto file = wire::model(wire::bytes(2, "main") + wire::bytes(10, "graph doc"), 9, 20)
        + wire::bytes(2, "us") + wire::bytes(3, "1.0") + wire::bytes(4, "org.us")
        + wire::number(5, 7) + wire::bytes(6, "doc") + metadata + wire::operatorSet("ai.onnx.ml", 3)
        + wire::bytes(20, "") + wire::bytes(26, wire::bytes(1, "two GPUs"));
    const auto model = parsed(file);
    QCOMPARE(model->irVersion, 9);
    QCOMPARE(QString::fromStdString(
                 model->producerName + model->producerVersion + model->domain + model->doc),
        "us1.0org.usdoc");
    QCOMPARE(model->modelVersion, 7);
    QCOMPARE(model->metadata.at(0).second, std::string("value"));
    QCOMPARE(model->opset("", GraphId(0U)), 20);
    QCOMPARE(model->opset("ai.onnx", GraphId(0U)), 20);
    QCOMPARE(model->opset("ai.onnx.ml", GraphId(0U)), 3);
    QCOMPARE(model->opset("absent", GraphId(0U)), 0);
    QCOMPARE(model->trainingGraphs, 1U);
    QCOMPARE(model->main().name, std::string("main"));
    QCOMPARE(model->main().doc, std::string("graph doc"));
}

void TestParser::listsReadersOfAValue()
{
    const auto branch = wire::nodeField("Neg", { "y" }, { "b" }) + wire::outputField("b");
    const auto file = wire::model(wire::inputField("x") + wire::nodeField("Relu", { "x" }, { "y" })
        + wire::nodeField("If", { "x" }, { "z" }, wire::graphAttribute("then_branch", branch))
        + wire::nodeField("Add", { "y", "y" }, { "w" }));
    const auto model = parsed(file);
    const auto y = std::ranges::find(model->values, "y", &Value::name);
    QStringList uses;
    for (const auto& use : y->uses)
        uses << QString::fromStdString(model->node(use.node).type) + QString::number(use.input);
    QCOMPARE(uses.join(' '), "Add0 Add1 Neg0");
    QCOMPARE(model->node(y->producer).type, std::string("Relu"));
}

void TestParser::findsCapturesOfNestedGraphs()
{
    const auto inner = wire::nodeField("Add", { "x", "m" }, { "r" }) + wire::outputField("r");
    const auto middle = wire::nodeField("Exp", { "x" }, { "m" })
        + wire::nodeField("If", { "c" }, { "q" }, wire::graphAttribute("then_branch", inner))
        + wire::outputField("q");
    const auto file = wire::model(wire::inputField("x")
        + wire::nodeField("If", { "late" }, { "z" }, wire::graphAttribute("then_branch", middle))
        + wire::nodeField("Not", { "x" }, { "c" }) + wire::nodeField("Not", { "x" }, { "late" }));
    const auto model = parsed(file);
    QCOMPARE(model->graphs.size(), 3U);
    const auto captures = [&](std::size_t graph) {
        QStringList names;
        for (const auto id : model->graphs[graph].captures)
            names << QString::fromStdString(model->value(id).name);
        return names.join(' ');
    };
    QCOMPARE(captures(0), "");
    QCOMPARE(captures(1), "x c");
    QCOMPARE(captures(2), "x m");
    // The outer If waits for what its branches capture.
    QCOMPARE(text(*model, model->main()), "Not(x) -> c; Not(x) -> late; If(late) -> z");
    QCOMPARE(text(*model, model->graphs[2]), "Add(x@outer, m@outer) -> r");
}

/// 1,100 branches inside each other, the innermost reads 1,000 values of the outermost: each is
/// captured by each branch.
void TestParser::refusesMoreCapturesThanItKeeps()
{
    const auto file = [](int depth, int values) {
        std::vector<std::string> names;
        std::string inputs;
        for (int i = 0; i < values; ++i) {
            names.push_back("v" + std::to_string(i));
            inputs += wire::inputField(names.back());
        }
        auto graph = wire::nodeField("Sum", names, { "r" }) + wire::outputField("r");
        for (int i = 0; i < depth; ++i)
            graph = wire::nodeField(
                        "If", { "c" }, { "r" }, wire::graphAttribute("then_branch", graph))
                + wire::outputField("r");
        return wire::model(inputs + wire::inputField("c") + graph);
    };
    const auto bytes = file(1100, 1000);
    const auto refused = onnx::parseModel(std::as_bytes(std::span(bytes)));
    QVERIFY(!refused);
    QVERIFY2(refused.error().message().find("in more than 1,000,000 places") != std::string::npos,
        refused.error().message().c_str());
    const auto fewer = file(1100, 10);
    const auto model = onnx::parseModel(std::as_bytes(std::span(fewer)));
    QVERIFY(model);
    QCOMPARE((*model)->graphs.back().captures.size(), 10U);
}

void TestParser::givesInitializersTheirTypes()
{
    const auto weight = wire::tensor("w", 1, { 2 }, wire::bytes(9, "12345678"));
    const auto bare = parsed(
        wire::model(wire::initializerField(weight) + wire::nodeField("Relu", { "w" }, { "y" })));
    const auto& value = bare->value(bare->main().initializers.at(0));
    QCOMPARE(QString::fromStdString(typeText(value.type)), "2 fp32");
    QVERIFY(value.isDefined && !value.isInput);
    QCOMPARE(bare->store->bytes(bare->tensor(value.initializer))->bytes.size(), 8U);
    // Before IR 4 initializers are listed as inputs too: one value is both.
    const auto old = parsed(wire::model(
        wire::inputField("w", wire::tensorType(1, { 2 })) + wire::initializerField(weight), 3, 7));
    QCOMPARE(old->values.size(), 1U);
    QVERIFY(old->values[0].isInput && old->values[0].initializer.isValid());
}

void TestParser::callsLocalFunctions()
{
    const auto function = [](const std::string& overload, const std::string& body) {
        return wire::bytes(25,
            wire::bytes(1, "Act") + wire::bytes(10, "our.ops") + wire::bytes(13, overload)
                + wire::bytes(4, "a") + wire::bytes(5, "b") + wire::bytes(6, "alpha")
                + wire::bytes(9, wire::bytes(1, "") + wire::number(2, 18))
                + wire::bytes(7, wire::node(body, { "a" }, { "b" })));
    };
    const auto call = [](const std::string& overload) {
        return wire::nodeField("Act", { "x" }, { "y" + overload },
            wire::bytes(7, "our.ops") + wire::bytes(8, overload));
    };
    const auto file = wire::model(wire::inputField("x") + call("") + call("fast"))
        + function("", "Relu") + function("fast", "Exp") + wire::operatorSet("our.ops", 1);
    const auto model = parsed(file);
    QCOMPARE(model->functions.size(), 2U);
    QCOMPARE(model->node(model->main().nodes[0]).function, FunctionId(0U));
    QCOMPARE(model->node(model->main().nodes[1]).function, FunctionId(1U));
    const auto& body = model->graph(model->functions[1].body);
    QCOMPARE(text(*model, body), "Exp(a) -> b");
    QCOMPARE(model->opset("", body.id), 18);
    QCOMPARE(model->functions[0].attributes.at(0).name, std::string("alpha"));
    QCOMPARE(QString::fromStdString(nodePath(*model, body.nodes[0])),
        "function our.ops.Act:fast/node[0]");
}

void TestParser::looksForImportsInEachFunction()
{
    // Both graphs use ai.onnx. Only the model imports it.
    const auto model
        = parsed(wire::model(wire::inputField("x") + wire::nodeField("Relu", { "x" }, { "r" })
                     + wire::nodeField("Act", { "r" }, { "y" }, wire::bytes(7, "our.ops")))
            + wire::operatorSet("our.ops", 1)
            + wire::bytes(25,
                wire::bytes(1, "Act") + wire::bytes(10, "our.ops") + wire::bytes(4, "a")
                    + wire::bytes(5, "b") + wire::bytes(7, wire::node("Exp", { "a" }, { "b" }))));
    QCOMPARE(codes(*model), "opset-missing");
    QCOMPARE(QString::fromStdString(model->diagnostics.front().where.path), "function our.ops.Act");
}

void TestParser::saysWhetherItWasAModelWithoutAGraph()
{
    // One field that a model may have, and one that it may not.
    const auto message = [](const std::string& file) {
        const auto model = onnx::parseModel(bytesOf(file));
        return model ? QString("opens") : QString::fromStdString(model.error().message());
    };
    const auto versionOnly = message(wire::number(1, 8));
    QVERIFY2(versionOnly.contains("the model has no graph"), qPrintable(versionOnly));
    const auto unknownOnly = message(wire::number(1000, 8));
    QVERIFY2(unknownOnly.contains("not an ONNX model"), qPrintable(unknownOnly));
}

void TestParser::readsAttributesOfEveryKind()
{
    const auto attribute = [](const std::string& name, int type, const std::string& content) {
        return wire::bytes(5, wire::bytes(1, name) + content + wire::number(20, type));
    };
    const auto tensor = wire::tensor("", 1, { 2 }, wire::bytes(9, "12345678"));
    const auto attributes = attribute("f", 1, wire::fixed32(2, 0x3f000000))
        + attribute("i", 2, wire::number(3, -3)) + attribute("s", 3, wire::bytes(4, "SAME\n"))
        + attribute("t", 4, wire::bytes(5, tensor))
        + attribute("g", 5, wire::bytes(6, wire::nodeField("Exp", { "x" }, { "e" })))
        + attribute("floats", 6, wire::bytes(7, std::string("\0\0\x80\x3f\0\0\0\x40", 8)))
        + attribute("ints", 7, wire::number(8, 1) + wire::number(8, 2))
        + attribute("packed", 7, wire::bytes(8, "\1\2\3"))
        + attribute("strings", 8, wire::bytes(9, "a") + wire::bytes(9, "b"))
        + attribute("tensors", 9, wire::bytes(10, tensor))
        + attribute("graphs", 10, wire::bytes(11, "") + wire::bytes(11, ""))
        + attribute("type", 13, wire::bytes(14, wire::tensorType(7, { 3 })))
        + attribute("empty", 7, "")
        + wire::bytes(
            5, wire::bytes(1, "by reference") + wire::bytes(21, "alpha") + wire::number(20, 1));
    const auto model = parsed(wire::model(
        wire::inputField("x") + wire::nodeField("Custom", { "x" }, { "y" }, attributes)));
    QStringList words;
    for (const auto& a : model->nodes.at(0).attributes)
        words << QString::fromStdString(a.name + "=" + attributeText(a));
    QCOMPARE(words.join("; "),
        "f=0.5; i=-3; s=\"SAME␊\"; t=tensor 2 fp32; g=graph g; floats=[1, 2]; ints=[1, 2]; "
        "packed=[1, 2, 3]; strings=[\"a\", \"b\"]; "
        "tensors=[tensor 2 fp32]; graphs=[graph, graph]; type=3 int64; empty=[]; by "
        "reference=@alpha");
    QCOMPARE(model->graphs.size(), 4U);
    QCOMPARE(QString::fromStdString(graphPath(*model, GraphId(3U))), "graph/node[0]/graphs[1]");
}

void TestParser::infersTheTypeOfOldAttributes()
{
    const auto attributes = wire::bytes(5, wire::bytes(1, "axis") + wire::number(3, 1))
        + wire::bytes(5, wire::bytes(1, "pads") + wire::number(8, 4));
    const auto model = parsed(wire::model(wire::nodeField("Old", {}, { "y" }, attributes), 1, 1));
    QCOMPARE(model->nodes.at(0).attributes.at(0).kind, AttributeKind::Int);
    QCOMPARE(model->nodes.at(0).attributes.at(1).kind, AttributeKind::Ints);
}

void TestParser::describesPlaces()
{
    const auto branch
        = wire::nodeField("Neg", { "x" }, { "b" }, wire::bytes(3, "same")) + wire::outputField("b");
    const auto file = wire::model(wire::inputField("x")
        + wire::nodeField("Relu", { "x" }, { "y" }, wire::bytes(3, "one"))
        + wire::nodeField("If", { "y" }, { "z" },
            wire::bytes(3, "same") + wire::graphAttribute("then_branch", branch)));
    const auto model = parsed(file);
    const auto inner = model->graphs[1].nodes[0];
    QCOMPARE(QString::fromStdString(describe(*model, NodeId(0U))), "graph/node[0] 'one' (Relu)");
    QCOMPARE(QString::fromStdString(locateInput(*model, NodeId(0U), 0).path),
        "graph/node[0] 'one' (Relu)/input[0]");
    QCOMPARE(QString::fromStdString(nodePath(*model, inner)), "graph/node[1]/then_branch/node[0]");
    QCOMPARE(QString::fromStdString(locateValue(*model, model->main().inputs[0]).path),
        "graph/input 'x'");
    QCOMPARE(QString::fromStdString(locateValue(*model, model->node(inner).outputs[0]).path),
        "graph/node[1]/then_branch/node[0] 'same' (Neg)/output[0]");
    const auto labels = nodeLabels(*model);
    QCOMPARE(QString::fromStdString(labels[0]), "one");
    QCOMPARE(QString::fromStdString(labels[inner.value()]), "graph/node[1]/then_branch/node[0]");
}

void TestParser::doesNotRecurseIntoNestedGraphs()
{
    constexpr int depth = 10'000;
    const auto model = parsed(wire::model(nestedIf(depth)));
    QCOMPARE(model->graphs.size(), depth + 1U);
    const auto& deepest = model->graphs.back();
    QCOMPARE(text(*model, deepest), "Relu(x@outer) -> r0");
    QCOMPARE(deepest.captures.size(), 1U);
    QCOMPARE(model->graphs[1].captures.size(), 2U);
    const auto labels = nodeLabels(*model);
    std::size_t length = 0;
    for (const auto& label : labels)
        length += label.size();
    QVERIFY2(length < 50'000'000, "paths of deep graphs must be bounded");
    QVERIFY(std::ranges::adjacent_find(labels) == labels.end());
}

void TestParser::readsGraphsGivenInParts()
{
    const auto file = wire::number(1, 8)
        + wire::bytes(7, wire::inputField("x") + wire::nodeField("Relu", { "x" }, { "y" }))
        + wire::operatorSet("", 17) + wire::bytes(7, wire::nodeField("Exp", { "y" }, { "z" }));
    const auto model = parsed(file);
    QCOMPARE(text(*model, model->main()), "Relu(x) -> y; Exp(y) -> z");
}

void TestParser::readsManyNodesInLinearTime()
{
    // Every node reads the graph's input too: many uses of one value, a long chain, long lists of
    // names.
    std::string graph = wire::inputField("x");
    std::string before = "x";
    for (int i = 0; i < 50'000; ++i) {
        const auto name = "layers." + std::to_string(i) + "/out";
        graph += wire::nodeField("Add", { before, "x" }, { name }, wire::intAttribute("axis", i));
        before = name;
    }
    const auto model = parsed(wire::model(graph));
    QCOMPARE(model->nodes.size(), 50'000U);
    QCOMPARE(model->value(model->main().inputs[0]).uses.size(), 50'001U);
}

void TestParser::stopsWhenAsked()
{
    const auto absent = onnx::openModel("/nonexistent/model.onnx");
    QVERIFY(!absent && absent.error().kind() == support::ErrorKind::File);
}

QTEST_GUILESS_MAIN(TestParser)
#include "tst_parser.moc"
