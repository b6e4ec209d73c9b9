#include "model/edit/fragment.h"
#include "tests/model/edit/edit_fixture.h"
#include "tests/support/wire.h"

#include <QTest>

namespace wire = testing::wire;
using namespace model;
using namespace model::edit;
using testing::editedBytes;
using testing::modelText;
using testing::undoneAndRedone;

namespace {

/// Two branches, constants of both kinds, and a node that the outputs do not need.
constexpr auto branches = R"(
    x: float[batch,3]
    w: float[3,2] = {1,2,3,4,5,6}
    b: float[2] = {0,1}
    m = MatMul(x, w) "/head/product"
    s = Add(m, b) "/head/sum"
    r = Relu(s) "/tail/act"
    t = Sigmoid(s) "/tail/gate"
    y = Mul(r, t) "/tail/mix"
    y -> float[batch,2]
)";

struct Row {
    const char* name;
    const char* script;
    const char* text; ///< what the sentence contains
    const char* model; ///< the model's text afterwards, without the first line
};

constexpr Row rows[] {
    { "nodes", R"({"op":"extract","nodes":["/tail/act","/tail/gate"]})",
        "2 nodes; inputs: \"s\"; outputs: \"r\", \"t\"; 0 initializers",
        "in s: tensor(float) batch×2 fp32\n"
        "out r: tensor(float) batch×2 fp32, t: tensor(float) batch×2 fp32\n"
        "[\"/tail/act\"] r = Relu (s)\n[\"/tail/gate\"] t = Sigmoid (s)\n" },
    { "nodes with others between", R"({"op":"extract","nodes":["/head/product","/tail/act"]})",
        "3 nodes, 1 of them added because they lie between chosen ones (graph/node[1]",
        "in x: tensor(float) batch×3 fp32\n"
        "out s: tensor(float) batch×2 fp32, r: tensor(float) batch×2 fp32\n"
        "init w fp32 3×2\ninit b fp32 2\n"
        "[\"/head/product\"] m = MatMul (x, w)\n[\"/head/sum\"] s = Add (m, b)\n"
        "[\"/tail/act\"] r = Relu (s)\n" },
    { "between values", R"({"op":"extract","from":["m"],"to":["t"]})",
        "2 nodes; inputs: \"m\"; outputs: \"t\"; 1 initializer",
        "in m: tensor(float) batch×2 fp32\nout t: tensor(float) batch×2 fp32\ninit b fp32 2\n"
        "[\"/head/sum\"] s = Add (m, b)\n[\"/tail/gate\"] t = Sigmoid (s)\n" },
    { "up to a value", R"({"op":"extract","to":"s"})", "inputs: \"x\"; outputs: \"s\"",
        "in x: tensor(float) batch×3 fp32\nout s: tensor(float) batch×2 fp32\n"
        "init w fp32 3×2\ninit b fp32 2\n"
        "[\"/head/product\"] m = MatMul (x, w)\n[\"/head/sum\"] s = Add (m, b)\n" },
    { "a scope", R"({"op":"extract","scope":"/tail"})", "3 nodes; inputs: \"s\"",
        "in s: tensor(float) batch×2 fp32\nout y: tensor(float) batch×2 fp32\n"
        "[\"/tail/act\"] r = Relu (s)\n[\"/tail/gate\"] t = Sigmoid (s)\n[\"/tail/mix\"] y = Mul "
        "(r, t)\n" },
    { "a given type", R"({"op":"extract","scope":"/tail","types":{"s":"float[4,2]"}})", "3 nodes",
        "in s: tensor(float) 4×2 fp32\nout y: tensor(float) batch×2 fp32\n"
        "[\"/tail/act\"] r = Relu (s)\n[\"/tail/gate\"] t = Sigmoid (s)\n[\"/tail/mix\"] y = Mul "
        "(r, t)\n" },
};

struct Refusal {
    const char* name;
    const char* script;
    const char* message;
};

constexpr Refusal refusals[] {
    { "no part", R"({"op":"extract"})", "no part is chosen" },
    { "two parts", R"({"op":"extract","scope":"/tail","to":"s"})", "choose one part" },
    { "another input is needed", R"({"op":"extract","from":"t","to":"y"})",
        "the path also needs \"x\"" },
    { "nothing between", R"({"op":"extract","from":"x","to":"x"})", "no node lies between" },
    { "an unknown scope", R"({"op":"extract","scope":"/body"})",
        "no node is in a scope \"/body\"" },
    { "no fragment", R"({"op":"paste","fragment":{"nodes":[]}})", "this is no fragment" },
    { "a broken fragment", R"({"op":"paste","fragment":{"opscope_fragment":1,"model":"AAAA"}})",
        "the fragment" },
};

std::string withoutFirstLine(const std::string& text) { return text.substr(text.find('\n') + 1); }

} // namespace

/// Extraction, pasting and merging.
class TestParts : public QObject, testing::EditFixture {
    Q_OBJECT

private slots:
    void extracts_data();
    void extracts();
    void refuses_data();
    void refuses();
    void extractsABodyWithItsCaptures();
    void asksForTypesAndAttributesOfAFunction();
    void keepsFunctionsThatABodyCalls();
    void takesWeightsOfAnOldFileAlong();
    void keepsAnnotationsAndLeavesTrainingOut();
    void pastesWithFreshNamesAndSharedWeights();
    void pastesIntoAnotherModel();
    void mergesModelsInARow();
    void refusesModelsThatDoNotFit();
};

void TestParts::extracts_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("model");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.script << row.text << row.model;
}

void TestParts::extracts()
{
    QFETCH(QString, script);
    QFETCH(QString, text);
    QFETCH(QString, model);
    const auto document = opened(branches);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = QString::fromStdString(apply(*document, script.toStdString()));
    QVERIFY2(said.contains(text), qPrintable(said));
    QCOMPARE(QString::fromStdString(withoutFirstLine(modelText(*document->model()))), model);
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestParts::refuses_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("message");
    for (const auto& row : refusals)
        QTest::newRow(row.name) << row.script << row.message;
}

void TestParts::refuses()
{
    QFETCH(QString, script);
    QFETCH(QString, message);
    const auto document = opened(branches);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = QString::fromStdString(apply(*document, script.toStdString()));
    QVERIFY2(said.startsWith("refused") && said.contains(message), qPrintable(said));
    QVERIFY(editedBytes(*document) == original);
}

/// `if (c) { then = outer + weight }`: the body reads a value and an initializer from outside.
std::string modelWithBody()
{
    const auto type = wire::tensorType(1, { 2 });
    const auto body = wire::nodeField("Add", { "a", "w" }, { "inner" })
        + wire::nodeField("my.f", { "inner" }, { "then" }) + wire::bytes(2, "then_graph")
        + wire::outputField("then", type);
    const auto other = wire::nodeField("Identity", { "a" }, { "else" }) + wire::bytes(2, "else")
        + wire::outputField("else", type);
    return wire::nodeField("Neg", { "x" }, { "a" })
        + wire::nodeField("If", { "c" }, { "y" },
            wire::bytes(3, "choice") + wire::graphAttribute("then_branch", body)
                + wire::graphAttribute("else_branch", other))
        + wire::bytes(2, "g")
        + wire::initializerField(wire::tensor("w", 1, { 2 }, wire::bytes(9, "ABCDEFGH")))
        + wire::inputField("x", type) + wire::inputField("c", wire::tensorType(9, {}))
        + wire::outputField("y", type);
}

void TestParts::extractsABodyWithItsCaptures()
{
    auto graph = modelWithBody();
    const auto at = graph.find("my.f");
    graph.replace(at, 4, "Relu");
    const auto document = openedBytes(wire::model(graph));
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, R"({"op":"extract","body":"choice/then_branch"})");
    QVERIFY2(said.find("inputs: \"a\"; outputs: \"then\"; 1 initializer") != std::string::npos,
        said.c_str());
    QCOMPARE(withoutFirstLine(modelText(*document->model())),
        std::string("in a: tensor(float) 2 fp32\nout then: tensor(float) 2 fp32\n"
                    "init w fp32 2\ninner = Add (a, w)\nthen = Relu (inner)\n"));
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestParts::asksForTypesAndAttributesOfAFunction()
{
    const auto document = feature("function_attributes.onnx");
    QVERIFY(document);
    const auto& model = *document->model();
    for (const auto& function : model.functions) {
        const auto name = (function.domain.empty() ? "" : function.domain + ".") + function.name;
        const bool asks = std::ranges::any_of(function.attributes,
            [](const AttributeDefault& attribute) { return !attribute.value; });
        const auto said = apply(*document, R"({"op":"extract","function":")" + name + "\"}");
        if (asks)
            QVERIFY2(said.find("have no value here") != std::string::npos, said.c_str());
        else
            QVERIFY2(said.starts_with("extracted"), said.c_str());
        for (const auto& node : document->model()->nodes)
            for (const auto& attribute : node.attributes)
                QVERIFY(asks || document->model()->graph(node.graph).function.isValid()
                    || attribute.reference.empty());
        while (document->canUndo())
            QVERIFY(document->undo());
    }
}

void TestParts::keepsFunctionsThatABodyCalls()
{
    const auto functionImport = wire::bytes(9, wire::bytes(1, "") + wire::number(2, 17));
    const auto function = wire::bytes(1, "f") + wire::bytes(4, "in") + wire::bytes(5, "out")
        + wire::bytes(7, wire::node("Relu", { "in" }, { "out" })) + functionImport
        + wire::bytes(10, "my");
    const auto unused = wire::bytes(1, "g") + wire::bytes(4, "in") + wire::bytes(5, "out")
        + wire::bytes(7, wire::node("Neg", { "in" }, { "out" })) + functionImport
        + wire::bytes(10, "my");
    auto graph = modelWithBody();
    graph.replace(graph.find("my.f"), 4, "ffff"); // of the same length
    auto bytes = wire::model(graph, 9) + wire::operatorSet("my", 1) + wire::bytes(25, function)
        + wire::bytes(25, unused);
    const auto document = openedBytes(bytes);
    QVERIFY(document);
    QVERIFY(apply(*document,
        R"({"op":"setOperator","node":"graph/node[1]/then_branch/node[1]","type":"f","domain":"my"})")
                .starts_with("changed"));
    const auto said = apply(*document, R"({"op":"extract","nodes":["choice"]})");
    QVERIFY2(said.find("1 initializer, 1 function") != std::string::npos, said.c_str());
    QCOMPARE(document->model()->functions.size(), std::size_t(1));
    QCOMPARE(document->model()->functions.front().name, std::string("f"));
    // And inlined, nothing calls it any more.
    const auto inlined = apply(*document, R"({"op":"inlineFunctions"})");
    QVERIFY2(inlined.starts_with("inlined 1 call of 1 function"), inlined.c_str());
    QVERIFY(document->model()->functions.empty());
    const auto& nodes = document->model()->nodes;
    QVERIFY(std::ranges::any_of(nodes, [](const Node& node) { return node.type == "Relu"; }));
    QVERIFY(document->model()->diagnostics.empty());
}

void TestParts::takesWeightsOfAnOldFileAlong()
{
    const auto type = wire::tensorType(1, { 2 });
    const auto document = openedBytes(wire::model(wire::nodeField("Add", { "x", "w" }, { "a" })
            + wire::nodeField("Relu", { "a" }, { "y" }) + wire::bytes(2, "g")
            + wire::initializerField(wire::tensor("w", 1, { 2 }, wire::bytes(9, "ABCDEFGH")))
            + wire::inputField("x", type) + wire::inputField("w", type)
            + wire::outputField("y", type),
        3, 9));
    QVERIFY(document);
    const auto said = apply(*document, R"({"op":"extract","to":"a"})");
    QVERIFY2(said.find("IR version 4 instead of 3") != std::string::npos, said.c_str());
    QCOMPARE(modelText(*document->model()),
        std::string("ir 4 |  9\nin x: tensor(float) 2 fp32\nout a: tensor(float) 2 fp32\n"
                    "init w fp32 2\na = Add (x, w)\n"));
}

void TestParts::keepsAnnotationsAndLeavesTrainingOut()
{
    const auto parameter = wire::bytes(1, "SCALE_TENSOR") + wire::bytes(2, "a_scale");
    const auto annotation = wire::bytes(1, "a") + wire::bytes(2, parameter);
    const auto other = wire::bytes(1, "x") + wire::bytes(2, parameter);
    const auto type = wire::tensorType(1, { 2 });
    const auto document = openedBytes(
        wire::model(wire::nodeField("Neg", { "x" }, { "b" })
            + wire::nodeField("Abs", { "b" }, { "a" }) + wire::nodeField("Relu", { "a" }, { "y" })
            + wire::bytes(2, "g")
            + wire::initializerField(wire::tensor("a_scale", 1, { 1 }, wire::bytes(9, "ABCD")))
            + wire::inputField("x", type) + wire::outputField("y", type)
            + wire::bytes(14, annotation) + wire::bytes(14, other))
        + wire::bytes(20, wire::bytes(1, wire::bytes(2, "init"))));
    QVERIFY(document);
    const auto said = apply(*document, R"({"op":"extract","from":"b","to":"a"})");
    QVERIFY2(said.find("the training information is left out") != std::string::npos, said.c_str());
    QCOMPARE(document->model()->tensors.size(), std::size_t(1));
    const auto bytes = editedBytes(*document);
    QVERIFY(bytes.find(wire::bytes(14, annotation)) != std::string::npos);
    QVERIFY(bytes.find(wire::bytes(14, other)) == std::string::npos);
}

void TestParts::pastesWithFreshNamesAndSharedWeights()
{
    const auto document = opened(branches);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto& nodes = document->model()->main().nodes;
    const auto fragment = fragmentOf(*document, { nodes[0], nodes[1] });
    QVERIFY(fragment);
    const auto said
        = apply(*document, R"({"op":"paste","fragment":)" + *fragment + R"(,"index":2})");
    QCOMPARE(said, std::string("pasted 2 nodes; 2 weights are shared with equal ones\n"));
    const auto text = modelText(*document->model());
    QVERIFY2(text.find("[\"/head/sum\"] s = Add (m, b)\n[\"/head/product_1\"] m_1 = MatMul (x, w)\n"
                       "[\"/head/sum_1\"] s_1 = Add (m_1, b)\n[\"/tail/act\"]")
            != std::string::npos,
        text.c_str());
    QCOMPARE(document->model()->tensors.size(), std::size_t(2));
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestParts::pastesIntoAnotherModel()
{
    const auto source = opened(branches, "source.onnx");
    QVERIFY(source);
    const auto fragment = fragmentOf(*source, source->model()->main().nodes);
    QVERIFY(fragment);
    const auto document = opened("s: float[1,3]\nw: float[3,2] = {9,9,9,9,9,9}\n"
                                 "m = MatMul(s, w) \"/head/product\"\nm -> float[1,2]");
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said
        = apply(*document, R"({"op":"paste","fragment":)" + *fragment + R"(,"inputs":{"x":"s"}})");
    QCOMPARE(said, std::string("pasted 5 nodes\n"));
    const auto text = modelText(*document->model());
    QVERIFY2(text.find(
                 "[\"/head/product_1\"] m_1 = MatMul (s, w_1)\n[\"/head/sum\"] s_1 = Add (m_1, b)\n"
                 "[\"/tail/act\"] r = Relu (s_1)")
            != std::string::npos,
        text.c_str());
    QCOMPARE(undoneAndRedone(*document, original), std::string());
    // Without the input, the line is open, and that is said.
    const auto open = apply(*document, R"({"op":"paste","fragment":)" + *fragment + "}");
    QVERIFY2(open.find("not connected: \"x\"") != std::string::npos, open.c_str());
    // Operators that changed between the versions are not mixed.
    const auto old = opened("opset 6\ns: float[1,3]\nm = Relu(s)\nm -> float[1,3]", "old.onnx");
    const auto refused = apply(*old, R"({"op":"paste","fragment":)" + *fragment + "}");
    QVERIFY2(refused.find("between which MatMul changed") != std::string::npos, refused.c_str());
}

void TestParts::mergesModelsInARow()
{
    QVERIFY(opened("in: float[N,2]\nw: float[2] = {1,2}\nm = Mul(in, w) \"scale\"\n"
                   "out = Neg(m)\nout -> float[N,2]",
        "next.onnx"));
    const auto document = opened(branches);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, R"({"op":"merge","file":"next.onnx"})");
    QVERIFY2(said.starts_with("added 2 nodes of next.onnx behind \"y\""), said.c_str());
    const auto text = modelText(*document->model());
    QVERIFY2(text.find("out out: tensor(float) N×2 fp32\n") != std::string::npos, text.c_str());
    QVERIFY2(text.find("[scale] m_1 = Mul (y, w_1)\nout = Neg (m_1)\n") != std::string::npos,
        text.c_str());
    QVERIFY(document->model()->diagnostics.empty());
    QCOMPARE(undoneAndRedone(*document, original), std::string());
    while (document->canUndo())
        QVERIFY(document->undo());
    QVERIFY(
        apply(*document, R"({"op":"merge","file":"next.onnx","map":{"r":"in"},"keepOutputs":true})")
            .starts_with("added 2 nodes"));
    QCOMPARE(document->model()->main().outputs.size(), std::size_t(2));
}

void TestParts::refusesModelsThatDoNotFit()
{
    QVERIFY(opened("in: int64[N,2]\nout = Neg(in)\nout -> int64[N,2]", "integers.onnx"));
    QVERIFY(opened("in: float[N,5]\nout = Neg(in)\nout -> float[N,5]", "wide.onnx"));
    const auto document = opened(branches);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    auto said = apply(*document, R"({"op":"merge","file":"integers.onnx"})");
    QVERIFY2(said.find("takes N×2 int64") != std::string::npos, said.c_str());
    said = apply(*document, R"({"op":"merge","file":"wide.onnx"})");
    QVERIFY2(said.find("\"y\" is batch×2 fp32, but the input \"in\" of wide.onnx takes N×5 fp32")
            != std::string::npos,
        said.c_str());
    said = apply(*document, R"({"op":"merge","file":"wide.onnx","map":{"y":"other"}})");
    QVERIFY2(said.find("has no input \"other\"; its inputs are \"in\"") != std::string::npos,
        said.c_str());
    QVERIFY(apply(*document, R"({"op":"merge","file":"none.onnx"})").starts_with("refused"));
    QVERIFY(editedBytes(*document) == original);
}

QTEST_GUILESS_MAIN(TestParts)
#include "tst_parts.moc"
