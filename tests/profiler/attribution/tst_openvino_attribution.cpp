#include <QTest>

#include "model/onnx/parser.h"
#include "profiler/attribution/openvino_graph.h"
#include "tests/support/golden.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QFile>

#include <algorithm>
#include <numeric>
#include <random>

using namespace profiler;

namespace {

/// A node of an executed graph: `type name`, original names, and the positions of its inputs.
OpenVinoNode executed(std::string type, std::string name, std::string originals,
    std::vector<std::uint32_t> inputs = {})
{
    OpenVinoNode node;
    node.type = std::move(type);
    node.name = std::move(name);
    node.originalNames = std::move(originals);
    node.inputs = std::move(inputs);
    node.precisions = "f32";
    return node;
}

QString ruleText(AttributionRule rule)
{
    static const QStringList words { "same node", "values", "name", "between", "part",
        "added by the engine", "none" };
    return words[int(rule)];
}

QString text(const model::Model& model, const Attribution& each)
{
    const auto labels = model::nodeLabels(model);
    QStringList nodes;
    for (const auto id : each.nodes)
        nodes << QString::fromStdString(labels[id.value()]);
    return ruleText(each.rule)
        + (each.purpose.empty() ? "" : " (" + QString::fromStdString(each.purpose) + ")") + ": "
        + nodes.join(", ");
}

/// The attribution of one node as `rule: nodes`.
QString attributed(std::string_view modelText, const OpenVinoGraph& graph, std::size_t at)
{
    const auto model = testing::modelFromGraphText(modelText);
    return text(*model, attributeOpenVino(*model, graph)[at]);
}

constexpr const char* normText = R"(x: float[4,8]
w: float[8,8]
scale: float[8]
a = MatMul(x, w) "first"
n = LayerNormalization(a, scale) "norm"
b = Relu(n) "relu"
c = Sigmoid(b) "sigmoid"
d = MatMul(c, w) "last"
d ->
)";

} // namespace

class TestOpenVinoAttribution : public QObject {
    Q_OBJECT

private slots:
    void namesLeadToNodes_data();
    void namesLeadToNodes();
    void repeatedNamesLeadNowhere();
    void aNameThatOpenVinoMadeIsNotBelieved();
    void fusedNodesWithoutANameBelongToTheirReader();
    void unclaimedNodesLieBetween();
    void sizesAreNotBetween();
    void piecesBelongToTheirNode();
    void piecesMayFollowTheName();
    void aKernelHasItsAnchor();
    void operatorsOnConstantsClaimNothing();
    void removedViewsHideNoPieces();
    void reordersAreTheEnginesOwn();
    void withoutEdgesOnlyNamesCount();
    void anEmptyGraphHasNoAttribution();
    void theOrderOfNodesDoesNotMatter();
    void cyclesAndLoopsEnd();
    void largeGraphsTakeLinearTime();
    void operatorsOfAProfileAreFound();
    void graphsAreReadFromXml();
    void wrongGraphsAreRefused_data();
    void wrongGraphsAreRefused();
    void damagedGraphsEndInAnErrorOrAResult();
    void recordedGraphsAreAttributed_data();
    void recordedGraphsAreAttributed();
};

void TestOpenVinoAttribution::namesLeadToNodes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("originals");
    QTest::addColumn<QString>("found");
    QTest::newRow("exact") << "conv"
                           << "conv"
                           << "name: conv";
    QTest::newRow("several") << "conv"
                             << "conv,made_up,relu"
                             << "name: conv, relu";
    QTest::newRow("value") << "z"
                           << "r"
                           << "name: relu";
    QTest::newRow("suffix") << "conv/WithoutBiases"
                            << "conv/WithoutBiases"
                            << "name: conv";
    QTest::newRow("two suffixes") << "z"
                                  << "conv/WithoutBiases/transpose_b"
                                  << "name: conv";
    QTest::newRow("number") << "z"
                            << "conv.0"
                            << "name: conv";
    QTest::newRow("with a comma") << "z"
                                  << "gemm,2,conv"
                                  << "name: conv, gemm,2";
    QTest::newRow("comma and suffix") << "z"
                                      << "gemm,2/WithoutBiases"
                                      << "name: gemm,2";
    QTest::newRow("output by number") << "z"
                                      << "split_1"
                                      << "name: split";
    QTest::newRow("output by value") << "z"
                                     << "split_s2"
                                     << "name: split";
    QTest::newRow("other") << "z"
                           << "convolution"
                           << "none: ";
    QTest::newRow("no stem") << "z"
                             << "/WithoutBiases,.0,0,,,"
                             << "none: ";
}

void TestOpenVinoAttribution::namesLeadToNodes()
{
    QFETCH(QString, name);
    QFETCH(QString, originals);
    QFETCH(QString, found);
    OpenVinoGraph graph;
    graph.nodes.push_back(executed("Convolution", name.toStdString(), originals.toStdString()));
    QCOMPARE(attributed(R"(x: float[4,4]
c = Conv(x, x) "conv"
r = Relu(c) "relu"
g = Gemm(r, r) "gemm,2"
s1, s2 = Split(g) "split"
s1 ->
s2 ->
)",
                 graph, 0),
        found);
}

void TestOpenVinoAttribution::repeatedNamesLeadNowhere()
{
    OpenVinoGraph graph;
    graph.nodes.push_back(executed("Eltwise", "same", "same"));
    QCOMPARE(
        attributed("x: float[4]\na = Relu(x) \"same\"\nb = Tanh(a) \"same\"\nb ->\n", graph, 0),
        "none: ");
}

/// `Add_2` is the first node of the model, and OpenVINO gave that name to an operator of its own.
void TestOpenVinoAttribution::aNameThatOpenVinoMadeIsNotBelieved()
{
    constexpr const char* model = R"(x: float[4]
a = Add(x, x) "Add_2"
b = Relu(a) "relu"
c = Tanh(b) "tanh"
c ->
)";
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Eltwise", "z", "Add_2", { 0 }),
        executed("Eltwise", "relu", "relu", { 1 }), executed("Eltwise", "Add_2", "Add_2", { 2 }),
        executed("Eltwise", "tanh", "tanh", { 3 }) };
    QCOMPARE(attributed(model, graph, 1), "name: Add_2");
    QCOMPARE(attributed(model, graph, 3), "part: tanh");
}

void TestOpenVinoAttribution::fusedNodesWithoutANameBelongToTheirReader()
{
    OpenVinoGraph graph;
    graph.nodes
        = { executed("Input", "x", "x"), executed("FullyConnected", "first", "first", { 0 }),
              executed("Subgraph", "z", "sigmoid", { 1 }),
              executed("FullyConnected", "last", "last", { 2 }) };
    QCOMPARE(attributed(normText, graph, 2), "name: norm, relu, sigmoid");
}

void TestOpenVinoAttribution::unclaimedNodesLieBetween()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"),
        executed("FullyConnected", "first", "first", { 0 }),
        executed("Transpose", "Transpose_9", "Transpose_9", { 1 }),
        executed("MVN", "MVN_3", "MVN_3", { 2 }), executed("FullyConnected", "last", "last", { 3 }),
        executed("Output", "d/sink_port_0", "", { 4 }) };
    QCOMPARE(attributed(normText, graph, 2), "between: norm, relu, sigmoid");
    QCOMPARE(attributed(normText, graph, 3), "between: norm, relu, sigmoid");
    QCOMPARE(attributed(normText, graph, 4), "name: last");

    graph.nodes[4].originalNames = graph.nodes[4].name = "FullyConnected_5"; // up to the output
    QCOMPARE(attributed(normText, graph, 4), "between: norm, relu, sigmoid, last");
    graph.nodes[1].originalNames = graph.nodes[1].name = "FullyConnected_1"; // all of it
    QCOMPARE(attributed(normText, graph, 2), "between: first, norm, relu, sigmoid, last");
}

void TestOpenVinoAttribution::sizesAreNotBetween()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Eltwise", "a", "relu", { 0 }),
        executed("Eltwise", "Multiply_4", "Multiply_4", { 1 }),
        executed("Reshape", "b", "reshape", { 2 }) };
    QCOMPARE(attributed(R"(x: float[2,3]
a = Relu(x) "relu"
s = Shape(a) "shape"
t = Neg(s) "negate"
b = Reshape(a, t) "reshape"
b ->
)",
                 graph, 2),
        "part: reshape");
}

void TestOpenVinoAttribution::piecesBelongToTheirNode()
{
    OpenVinoGraph graph;
    graph.nodes
        = { executed("Input", "x", "x"), executed("FullyConnected", "first", "first", { 0 }),
              executed("Const", "scale", "scale"), executed("MVN", "MVN_3", "MVN_3", { 1 }),
              executed("Subgraph", "norm", "Multiply_4,norm,relu", { 3, 2 }) };
    QCOMPARE(attributed(normText, graph, 3), "part: norm");
    // Two pieces of one node with its name, and one without a name between them.
    graph.nodes = { executed("Input", "x", "x"), executed("FullyConnected", "z", "first", { 0 }),
        executed("Eltwise", "Add_77", "Add_77", { 1 }), executed("Eltwise", "y", "first", { 2 }) };
    QCOMPARE(attributed(normText, graph, 2), "part: first");
}

/// OpenVINO may give the name of a node to the first of its pieces.
void TestOpenVinoAttribution::piecesMayFollowTheName()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("FullyConnected", "z", "first", { 0 }),
        executed("Eltwise", "norm", "norm", { 1 }), executed("MVN", "MVN_3", "MVN_3", { 2 }),
        executed("Eltwise", "relu", "relu", { 3 }) };
    QCOMPARE(attributed(normText, graph, 3), "part: norm");
}

/// The product has the name of the addition that is fused into it, and follows a piece of a
/// normalisation that has no name.
void TestOpenVinoAttribution::aKernelHasItsAnchor()
{
    constexpr const char* model = R"(x: float[4,8]
w: float[8,8]
scale: float[8]
n = LayerNormalization(x, scale) "norm"
p = MatMul(n, w) "product"
a = Add(p, scale) "bias"
a ->
)";
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Eltwise", "norm", "norm", { 0 }),
        executed("MVN", "MVN_3", "MVN_3", { 1 }),
        executed("FullyConnected", "Add_7", "Add_7,bias", { 2 }) };
    QCOMPARE(attributed(model, graph, 2), "part: norm");
    QCOMPARE(attributed(model, graph, 3), "name: product, bias");
    graph.nodes[3].type = "Eltwise"; // no product: it may be in the operator before
    QCOMPARE(attributed(model, graph, 3), "name: bias");
    QCOMPARE(attributed(model, graph, 2), "between: product");
}

void TestOpenVinoAttribution::operatorsOnConstantsClaimNothing()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Const", "w", "w"),
        executed("Transpose", "first/transpose_b", "first/transpose_b", { 1 }),
        executed("FullyConnected", "FullyConnected_4", "FullyConnected_4", { 0, 2 }),
        executed("MVN", "norm", "norm", { 3 }) };
    QCOMPARE(attributed(normText, graph, 2), "none: ");
    QCOMPARE(attributed(normText, graph, 3), "between: first");
}

void TestOpenVinoAttribution::removedViewsHideNoPieces()
{
    constexpr const char* model = R"(x: float[4,8]
scale: float[8]
r = Relu(x) "relu"
i = Identity(r) "identity"
n = LayerNormalization(i, scale) "norm"
n ->
)";
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Eltwise", "relu", "relu", { 0 }),
        executed("MVN", "MVN_3", "MVN_3", { 1 }), executed("Eltwise", "norm", "norm", { 2 }) };
    QCOMPARE(attributed(model, graph, 2), "part: norm");
    graph.nodes[2].type = "Reshape";
    QCOMPARE(attributed(model, graph, 2), "between: identity");

    // An addition is not split, so the operator is the cast before it.
    graph.nodes[2].type = "Subgraph";
    QCOMPARE(attributed("x: float[4]\nr = Relu(x) \"relu\"\nc = Cast(r) \"cast\" {to: 1}\n"
                        "n = Add(c, c) \"norm\"\nn ->\n",
                 graph, 2),
        "between: cast");
}

void TestOpenVinoAttribution::reordersAreTheEnginesOwn()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Reorder", "x_ab_ba_first", "", { 0 }),
        executed("FullyConnected", "first", "first", { 1 }),
        executed("Reorder", "first_f32_bf16_norm", "", { 2 }),
        executed("MVN", "norm", "norm", { 3 }),
        executed("Convert", "Convert_4", "Convert_4", { 4 }),
        executed("Eltwise", "relu", "relu", { 5 }) };
    graph.nodes[3].precisions = "bf16";
    QCOMPARE(attributed(normText, graph, 1), "added by the engine (layout change): first");
    QCOMPARE(attributed(normText, graph, 3), "added by the engine (cast): first");
    QCOMPARE(attributed(normText, graph, 5), "added by the engine (cast): norm");
}

void TestOpenVinoAttribution::withoutEdgesOnlyNamesCount()
{
    const std::vector<OpenVinoOperator> operators { { "first", "FullyConnected", "gemm" },
        { "MVN_3", "MVN", "jit" }, { "first_f32_bf16_norm", "Reorder", "jit" },
        { "norm/WithoutBiases", "Eltwise", "jit" } };
    const auto graph = openVinoGraphOf(operators);
    const QStringList found { "name: first",
        "none: ", "added by the engine (layout change): ", "name: norm" };
    for (int i = 0; i < found.size(); ++i)
        QCOMPARE(attributed(normText, graph, std::size_t(i)), found[i]);
}

void TestOpenVinoAttribution::anEmptyGraphHasNoAttribution()
{
    const auto model = testing::modelFromGraphText(normText);
    QVERIFY(attributeOpenVino(*model, {}).empty());
    QVERIFY(findOpenVinoNodes({}, {}).empty());
}

void TestOpenVinoAttribution::theOrderOfNodesDoesNotMatter()
{
    const OpenVinoGraph graph { { executed("Input", "x", "x"),
        executed("FullyConnected", "first", "first", { 0 }),
        executed("MVN", "MVN_3", "MVN_3", { 1 }), executed("Subgraph", "norm", "norm", { 2 }),
        executed("Reorder", "r", "", { 3 }), executed("Eltwise", "Relu_3", "Relu_3", { 4 }),
        executed("FullyConnected", "last", "last", { 5 }) } };
    const auto model = testing::modelFromGraphText(normText);
    const auto expected = attributeOpenVino(*model, graph);
    std::mt19937 random(1);
    for (int times = 0; times < 20; ++times) {
        std::vector<std::uint32_t> places(graph.nodes.size()); // old position to new
        std::iota(places.begin(), places.end(), 0U);
        std::ranges::shuffle(places, random);
        OpenVinoGraph shuffled;
        shuffled.nodes.resize(graph.nodes.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            auto& node = shuffled.nodes[places[i]] = graph.nodes[i];
            for (auto& input : node.inputs)
                input = places[input];
        }
        const auto found = attributeOpenVino(*model, shuffled);
        for (std::size_t i = 0; i < places.size(); ++i)
            QCOMPARE(text(*model, found[places[i]]), text(*model, expected[i]));
    }
}

void TestOpenVinoAttribution::cyclesAndLoopsEnd()
{
    OpenVinoGraph graph;
    graph.nodes = { executed("Eltwise", "u", "Add_1", { 2, 0 }),
        executed("Reorder", "b", "", { 0, 1 }), executed("Eltwise", "v", "Add_2", { 1, 1, 1 }) };
    QCOMPARE(attributed(normText, graph, 0), "none: ");
    QCOMPARE(attributed(normText, graph, 1), "added by the engine (layout change): ");
    // A model with a cycle is shown, so it may come here.
    QCOMPARE(attributed("x: float[4]\na = Add(x, b) \"a\"\nb = Relu(a) \"b\"\nb ->\n", graph, 0),
        "none: ");
}

void TestOpenVinoAttribution::largeGraphsTakeLinearTime()
{
    constexpr std::uint32_t count = 20'000;
    std::string modelText = "x: float[4]\nv0 = Relu(x) \"first\"\n";
    OpenVinoGraph graph;
    graph.nodes = { executed("Input", "x", "x"), executed("Eltwise", "first", "first", { 0 }) };
    for (std::uint32_t i = 1; i < count; ++i) {
        modelText += "v" + std::to_string(i) + " = Tanh(v" + std::to_string(i - 1) + ")\n";
        graph.nodes.push_back(executed("Eltwise", "Tanh_" + std::to_string(i),
            std::string("z,").append(std::to_string(i)).append(",z,z,z,z,z,z"), { i }));
    }
    const auto model = testing::modelFromGraphText(modelText + "v7 ->\n");
    QElapsedTimer timer;
    timer.start();
    const auto found = attributeOpenVino(*model, graph);
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(found.size(), std::size_t(count) + 1);

    // One name with very many parts.
    OpenVinoGraph list;
    list.nodes.push_back(executed("Eltwise", "z", std::string(4'000'000, ',')));
    list.nodes.push_back(executed("Eltwise", "z", std::string(4'000'000, 'z') + ",first"));
    timer.start();
    const auto parts = attributeOpenVino(*model, list);
    QVERIFY2(timer.elapsed() < 20'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(text(*model, parts[1]), "name: first");
}

void TestOpenVinoAttribution::operatorsOfAProfileAreFound()
{
    OpenVinoGraph graph;
    for (const std::uint32_t order : { 5U, 1U, 3U, 2U }) {
        auto node = executed("Eltwise", order == 2 ? "other" : "add", "");
        node.kernel = "jit";
        node.order = order;
        graph.nodes.push_back(node);
    }
    const std::vector<OpenVinoOperator> operators { { "add", "Add", "jit" },
        { "other", "Add", "jit" }, { "add", "Add", "jit" }, { "add", "Add", "ref" },
        { "add", "Add", "jit" }, { "add", "Add", "jit" } };
    const auto found = findOpenVinoNodes(graph, operators);
    const std::vector<std::optional<std::uint32_t>> expected { 1, 3, 2, std::nullopt, 0,
        std::nullopt };
    QVERIFY(found == expected);
}

void TestOpenVinoAttribution::graphsAreReadFromXml()
{
    const auto graph = parseOpenVinoGraph(R"(<?xml version="1.0"?>
<net name="n" version="11"><layers>
<layer id="7" name="a &amp; b" type="Input"><data execOrder="4" originalLayersNames="x" outputPrecisions="f32,i32"
 primitiveType="unknown_f32"/><output><port id="0"><dim>1</dim></port></output></layer>
<layer id="3" name="conv" type="Convolution"><data/></layer>
</layers><edges><edge from-layer="7" from-port="0" to-layer="3" to-port="0"/></edges><rt_info/></net>)",
        "graph");
    QVERIFY2(graph, graph ? "" : graph.error().message().c_str());
    QCOMPARE(graph->nodes.size(), std::size_t(2));
    QCOMPARE(graph->nodes[0].name, "a & b");
    QCOMPARE(graph->nodes[0].order, 4U);
    QCOMPARE(graph->nodes[0].precisions, "f32,i32");
    QCOMPARE(graph->nodes[0].kernel, "unknown_f32");
    QCOMPARE(graph->nodes[0].originalNames, "x");
    QCOMPARE(graph->nodes[1].order, 1U);
    QVERIFY(graph->nodes[1].inputs == std::vector<std::uint32_t> { 0 });
}

void TestOpenVinoAttribution::wrongGraphsAreRefused_data()
{
    QTest::addColumn<QString>("xml");
    QTest::addColumn<QString>("message");
    const QString layer = "<layer id=\"1\" name=\"a\" type=\"b\"/>";
    QTest::newRow("other root") << "<svg/>"
                                << "graph: the outermost element is \"svg\", expected net";
    QTest::newRow("no layers") << "<net/>"
                               << "graph: there is no element layers: this is no graph of OpenVINO";
    QTest::newRow("no id") << "<net><layers><layer name=\"a\"/></layers></net>"
                           << "graph: element layer has id=\"\", expected a number";
    QTest::newRow("negative id") << "<net><layers><layer id=\"-1\"/></layers></net>"
                                 << "graph: element layer has id=\"-1\", expected a number";
    QTest::newRow("two of an id") << "<net><layers>" + layer + layer + "</layers></net>"
                                  << "graph: two layers have the id 1";
    QTest::newRow("edge to nowhere")
        << "<net><layers>" + layer
            + "</layers><edges><edge from-layer=\"1\" to-layer=\"9\"/></edges></net>"
        << "graph: an edge leads from layer 1 to layer 9, but layer 9 is missing";
    QTest::newRow("data outside") << "<net><layers><data/></layers><data/></net>"
                                  << "";
    QTest::newRow("cut")
        << "<net><layers>"
        << "graph: byte 13 of the XML text: the text ends within element \"layers\"";
}

void TestOpenVinoAttribution::wrongGraphsAreRefused()
{
    QFETCH(QString, xml);
    QFETCH(QString, message);
    const auto text = xml.toStdString();
    const auto graph = parseOpenVinoGraph(text, "graph");
    QCOMPARE(graph ? QString() : QString::fromStdString(graph.error().message()), message);
}

void TestOpenVinoAttribution::damagedGraphsEndInAnErrorOrAResult()
{
    const auto folder = testing::sourceDir() / "tests/data/openvino";
    const auto model = model::onnx::openModel(folder / "block.onnx");
    QVERIFY(model);
    QFile file(QString::fromStdString((folder / "block.2026.4.xml").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll().toStdString();
    std::mt19937 random(3);
    int read = 0;
    for (int times = 0; times < 1500; ++times) {
        auto damaged = text;
        for (int i = 0; i < 1 + times % 4; ++i)
            damaged[random() % damaged.size()]
                = times % 2 ? char('0' + random() % 10) : char(random());
        const auto graph = parseOpenVinoGraph(damaged, "graph");
        if (!graph) {
            QVERIFY(!graph.error().message().empty());
            continue;
        }
        ++read;
        QCOMPARE(attributeOpenVino(**model, *graph).size(), graph->nodes.size());
    }
    QVERIFY(read > 100 && read < 1500);
}

void TestOpenVinoAttribution::recordedGraphsAreAttributed_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : { "residual", "block", "recurrent", "quantised" })
        for (const char* version : { "2024.6", "2026.4" })
            QTest::addRow("%s %s", name, version) << QString("%1.%2").arg(name, version);
}

/// The golden files were compared by eye with the models in tests/oracles/make_openvino_pairs.py.
void TestOpenVinoAttribution::recordedGraphsAreAttributed()
{
    QFETCH(QString, name);
    const auto folder = testing::sourceDir() / "tests/data/openvino";
    const auto model
        = model::onnx::openModel(folder / (name.section('.', 0, 0).toStdString() + ".onnx"));
    QVERIFY(model);
    const auto graph = readOpenVinoGraph(folder / (name.toStdString() + ".xml"));
    QVERIFY2(graph, graph ? "" : graph.error().message().c_str());
    QFile rows(QString::fromStdString((folder / (name.toStdString() + ".rows")).string()));
    QVERIFY(rows.open(QIODevice::ReadOnly));
    std::vector<std::string> fields;
    for (const auto& line : rows.readAll().trimmed().split('\n'))
        for (const auto& field : line.split('\t'))
            fields.push_back(field.toStdString());
    std::vector<OpenVinoOperator> operators;
    for (std::size_t i = 0; i + 2 < fields.size(); i += 3)
        operators.push_back({ fields[i], fields[i + 1], fields[i + 2] });
    const auto attributions = attributeOpenVino(**model, *graph);
    const auto found = findOpenVinoNodes(*graph, operators);
    QString listing;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        QVERIFY(found[i]);
        listing += QString::fromStdString(fields[3 * i]) + " -> "
            + text(**model, attributions[*found[i]]) + "\n";
    }
    const auto difference = testing::differenceToGolden(
        "openvino/" + name.toStdString() + ".txt", listing.toStdString());
    QVERIFY2(difference.empty(), difference.c_str());
}

QTEST_GUILESS_MAIN(TestOpenVinoAttribution)
#include "tst_openvino_attribution.moc"
