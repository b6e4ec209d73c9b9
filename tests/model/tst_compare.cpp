// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/compare/compare.h"
#include "model/onnx/parser.h"

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/wire.h"

#include <array>
#include <cstring>
#include <map>
#include <stop_token>

using namespace model;
namespace wire = testing::wire;

Q_DECLARE_METATYPE(std::shared_ptr<const model::Model>)

namespace {

const char* pairedByName(PairedBy by)
{
    static constexpr std::array names { "name", "structure", "neighbours", "order" };
    return names[static_cast<std::size_t>(by)];
}

/// Pairs and differences, one per line: `stem = conv1 (structure)`, `added new`, `changed head:
/// attribute ...`.
QString differenceText(const Model& a, const Model& b)
{
    const auto difference = compareStructure(a, b);
    const auto labelsA = nodeLabels(a);
    const auto labelsB = nodeLabels(b);
    QStringList lines;
    for (std::size_t i = 0; i < a.nodes.size(); ++i)
        if (const auto other = difference.alignment.inB[i]; other.isValid())
            lines << QString("%1 = %2 (%3)")
                         .arg(labelsA[i].c_str(), labelsB[other.value()].c_str(),
                             pairedByName(difference.alignment.by[i]));
    for (const auto& row : difference.nodes) {
        const auto& label = row.a.isValid() ? labelsA[row.a.value()] : labelsB[row.b.value()];
        QStringList what;
        for (const auto& words : row.what)
            what << words.c_str();
        lines << QString("%1 %2%3%4")
                     .arg(nodeChangeName(row.change).data(), label.c_str(),
                         what.isEmpty() ? "" : ": ", what.join("; "));
    }
    for (const auto& words : difference.models)
        lines << words.c_str();
    return lines.join('\n');
}

} // namespace

/// Which nodes of two models are the same, and what differs.
class TestCompare : public QObject {
    Q_OBJECT

private slots:
    void nodesAreAligned_data();
    void nodesAreAligned();
    void wholeNumbersArePairedWithTheirFloats_data();
    void wholeNumbersArePairedWithTheirFloats();
    void whatQuantisesIsSaidBesideItsOperator();
    void attributesAreComparedWhole_data();
    void attributesAreComparedWhole();
    void manyInputsAreCheap();
    void stopsWhenAsked();
    void countsAddUp();
    void largeModelsAreCheap();
};

void TestCompare::nodesAreAligned_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<QString>("expected");

    QTest::newRow("equal models") << QByteArray("x: float[3]\ny = Relu(x) \"act\"\ny ->")
                                  << QByteArray("x: float[3]\ny = Relu(x) \"act\"\ny ->")
                                  << "act = act (name)";
    QTest::newRow("a renamed node is found by what it computes")
        << QByteArray("x: float[3]\nh = Relu(x) \"act\"\ny = Neg(h) \"minus\"\ny ->")
        << QByteArray("x: float[3]\nk = Relu(x) \"r1\"\ny = Neg(k) \"minus\"\ny ->")
        << "act = r1 (structure)\nminus = minus (name)\nrenamed act";
    QTest::newRow("unnamed nodes are found by structure, not by place")
        << QByteArray("x: float[3]\nh = Relu(x)\ny = Neg(h)\ny ->")
        << QByteArray("x: float[3]\nu = Abs(x)\nh = Relu(x)\nv = Add(h, u)\ny = Neg(v)\ny ->")
        << "graph/node[0] = graph/node[1] (structure)\ngraph/node[1] = graph/node[3] (structure)\n"
           "added graph/node[0]\nadded graph/node[2]";
    QTest::newRow("counted names move when a node is gone")
        << QByteArray("x: float[3]\na = Relu(x) \"Relu_0\"\nb = Abs(a) \"Abs_1\"\nc = Relu(b) "
                      "\"Relu_2\"\nd = Neg(c) \"Neg_3\"\ne = Relu(d) \"Relu_4\"\ne ->")
        << QByteArray("x: float[3]\na = Relu(x) \"Relu_0\"\nc = Abs(a) \"Abs_1\"\nd = Neg(c) "
                      "\"Neg_2\"\ne = Relu(d) \"Relu_3\"\ne ->")
        << "Relu_0 = Relu_0 (name)\nAbs_1 = Abs_1 (name)\nNeg_3 = Neg_2 (structure)\n"
           "Relu_4 = Relu_3 (structure)\nremoved Relu_2\nrenamed Neg_3\nrenamed Relu_4";
    QTest::newRow("another operator under the same name is changed")
        << QByteArray("x: float[3]\nw: float[3]\ny = MatMul(x, w) \"gate\"\ny ->")
        << QByteArray("opset com.microsoft 1\nx: float[3]\nw: float[3]\ny = "
                      "com.microsoft:MatMulNBits(x, w) \"gate\" {bits: 8}\ny ->")
        << "gate = gate (name)\nchanged gate: type MatMul → com.microsoft.MatMulNBits; attribute "
           "bits: absent → 8\nopset com.microsoft: absent → 1";
    QTest::newRow("attributes and weights")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,3,3] = {}\ny = Conv(x, w) \"c\" "
                      "{group: 1}\ny ->")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,5,5] = {}\ny = Conv(x, w) \"c\" "
                      "{group: 2; strides: 2 2}\ny ->")
        << "c = c (name)\nchanged c: attribute group: 1 → 2; attribute strides: absent → [2, 2]; "
           "input 1: weight 4×3×3×3 fp32 → weight 4×3×5×5 fp32";
    QTest::newRow("equal branches are told apart by their neighbours")
        << QByteArray("x: float[3]\na = Relu(x)\nb = Relu(x)\nc = Neg(a) \"left\"\nd = Neg(b) "
                      "\"right\"\ny = Abs(x) \"end\"\ny ->")
        << QByteArray("x: float[3]\nb = Relu(x)\na = Relu(x)\nc = Neg(a) \"left\"\nd = Neg(b) "
                      "\"right\"\ny = Abs(x) \"end\"\ny ->")
        << "graph/node[0] = graph/node[1] (neighbours)\ngraph/node[1] = graph/node[0] "
           "(neighbours)\nleft = left (name)\nright = right (name)\nend = end (name)";
    QTest::newRow("between pairs the order of equal operators counts")
        << QByteArray("x: float[3]\na = Neg(x) \"n0\"\nb = Relu(a) \"r0\"\nc = Neg(b) \"n1\"\nd = "
                      "Relu(c) \"r1\"\ny = Exp(d) \"e\"\ny ->")
        << QByteArray("x: float[3]\na = Floor(x) \"p0\"\nb = Relu(a) \"q0\"\nc = Floor(b) "
                      "\"p1\"\nd = Relu(c) \"q1\"\ny = Exp(d) \"f\"\ny ->")
        << "r0 = q0 (order)\nr1 = q1 (structure)\ne = f (structure)\nremoved n0\nrenamed r0\n"
           "removed n1\nrenamed r1\nrenamed e\nadded p0\nadded p1";
    QTest::newRow("what agrees in a few places only is another stretch")
        << QByteArray("x: float[3]\na = Neg(x)\nb = Abs(a)\nc = Neg(b)\nd = Relu(c)\ny = Exp(d) "
                      "\"e\"\ny ->")
        << QByteArray("x: float[3]\na = Floor(x)\nb = Ceil(a)\nc = Floor(b)\nd = Relu(c)\nd2 = "
                      "Sign(d)\nd3 = Neg(d2)\ny = Exp(d3) \"e\"\ny ->")
        << "e = e (name)\nremoved graph/node[0]\nremoved graph/node[1]\nremoved graph/node[2]\n"
           "removed graph/node[3]\nadded graph/node[0]\nadded graph/node[1]\nadded "
           "graph/node[2]\nadded graph/node[3]\nadded graph/node[4]\nadded graph/node[5]";
    QTest::newRow("two exporters agree in their inputs and outputs alone")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,3,3] = {}\na = Conv(x, w) \"/c/Conv\" "
                      "{pads: 1 1 1 1}\nb = Clip(a) \"/c/Clip\"\nc = GlobalAveragePool(b) \"/p\"\n"
                      "d = Flatten(c) \"/f\"\ny = Softmax(d) \"/s\" {axis: 1}\ny ->")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,3,3] = {}\na = Conv(x, w) \"node_1\"\n"
                      "b = Clip(a) \"n4\"\nc = GlobalMaxPool(b) \"mean\"\nd = Squeeze(c) "
                      "\"view\"\ny = Softmax(d) \"probabilities\"\ny ->")
        << "/c/Conv = node_1 (neighbours)\n/c/Clip = n4 (neighbours)\n/s = probabilities "
           "(neighbours)\nchanged /c/Conv: attribute pads: [1, 1, 1, 1] → absent\nrenamed "
           "/c/Clip\nremoved "
           "/p\nremoved /f\nchanged /s: attribute axis: 1 → -1 (default)\nadded mean\nadded view";
    QTest::newRow("a default is the same whether it is written or not")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,3,3] = {}\na = Conv(x, w) \"c\" "
                      "{group: 1}\ny = Softmax(a) \"s\" {axis: -1}\ny ->")
        << QByteArray("x: float[1,3,9,9]\nw: float[4,3,3,3] = {}\na = Conv(x, w) \"c\"\n"
                      "y = Softmax(a) \"s\"\ny ->")
        << "c = c (name)\ns = s (name)";
    QTest::newRow("inputs and outputs")
        << QByteArray("x: float[3]\ny = Relu(x) \"act\"\ny -> float[3]")
        << QByteArray("opset 18\nx: float[4]\ny = Relu(x) \"act\"\ny -> float[4]")
        << "act = act (name)\ninput x: 3 fp32 → 4 fp32\nopset ai.onnx: 17 → 18\noutput y: 3 fp32 "
           "→ 4 fp32";
}

void TestCompare::nodesAreAligned()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(QString, expected);
    const auto first = testing::modelFromGraphText(a.toStdString());
    const auto second = testing::modelFromGraphText(b.toStdString());
    QCOMPARE(differenceText(*first, *second), expected);
}

/// Of a model of floats in tests/data/quantised, what the quantizer of ONNX Runtime made of it.
void TestCompare::wholeNumbersArePairedWithTheirFloats_data()
{
    QTest::addColumn<QString>("floats");
    QTest::addColumn<QString>("whole");
    QTest::addColumn<QString>("expected"); // types of pairs, and what has no partner
    // Ten nodes, of which five are products; each brings company of its own.
    const QString dynamic = "MatMul = MatMulInteger (%1) x 5, 18 added, 0 removed";
    const QString static_ = "Add = QLinearAdd (%1) x 2, MatMul = QLinearMatMul (%1) x 5, "
                            "Mul = QLinearMul (%1), Softmax = QLinearSoftmax (name), 2 added, "
                            "1 removed"; // Relu is in the range of the numbers
    QTest::newRow("while running") << "float"
                                   << "dynamic" << dynamic.arg("name");
    QTest::newRow("ahead") << "float"
                           << "qoperator" << static_.arg("name");
    QTest::newRow("while running, without names") << "unnamed_float"
                                                  << "unnamed_dynamic" << dynamic.arg("neighbours");
    QTest::newRow("ahead, without names") << "unnamed_float"
                                          << "unnamed_qoperator" << static_.arg("neighbours");
}

void TestCompare::wholeNumbersArePairedWithTheirFloats()
{
    QFETCH(QString, floats);
    QFETCH(QString, whole);
    QFETCH(QString, expected);
    const auto read = [](const QString& name) {
        return onnx::openModel(
            testing::sourceDir() / "tests/data/quantised" / (name + ".onnx").toStdString());
    };
    const auto a = read(floats);
    const auto b = read(whole);
    QVERIFY(a && b);
    const auto difference = compareStructure(**a, **b);
    std::map<QString, int> pairs;
    for (std::size_t i = 0; i < (*a)->nodes.size(); ++i) {
        const auto other = difference.alignment.inB[i];
        if (!other.isValid() || (*a)->nodes[i].type == (*b)->node(other).type)
            continue;
        ++pairs[QString("%1 = %2 (%3)")
                    .arg((*a)->nodes[i].type.c_str(), (*b)->node(other).type.c_str(),
                        pairedByName(difference.alignment.by[i]))];
        // The partner computes with the same weight.
        const auto& wanted = (*a)->nodes[i].name;
        QVERIFY2((*b)->node(other).name.starts_with(wanted), wanted.c_str());
        const auto weight = [](const Model& model, const Node& node) {
            for (const auto input : node.inputs)
                if (model.value(input).name.find(".weight") != std::string::npos)
                    return model.value(input).name.substr(0, 3);
            return std::string();
        };
        QCOMPARE(weight(**b, (*b)->node(other)), weight(**a, (*a)->nodes[i]));
    }
    QStringList words;
    for (const auto& [text, count] : pairs)
        words << (count > 1 ? QString("%1 x %2").arg(text).arg(count) : text);
    const auto counted = [&](NodeChange change) {
        return QString::number(difference.counts[static_cast<std::size_t>(change)]);
    };
    words << counted(NodeChange::Added) + " added" << counted(NodeChange::Removed) + " removed";
    QCOMPARE(words.join(", "), expected);
    // The other way round the same nodes are pairs.
    const auto back = compareStructure(**b, **a);
    QVERIFY(back.alignment.inB == difference.alignment.inA);
}

void TestCompare::whatQuantisesIsSaidBesideItsOperator()
{
    const auto a = testing::modelFromGraphText(
        "x: float[1,4]\nw: float[4,4] = {}\nh = MatMul(x, w) \"fc\"\ny = Relu(h) \"act\"\ny ->");
    const auto b = testing::modelFromGraphText(
        "x: float[1,4]\nw: int8[4,4] = {}\ns: float[1] = {1}\n"
        "q, qs, qz = DynamicQuantizeLinear(x) \"quantise\"\n"
        "i = MatMulInteger(q, w, qz) \"other\"\nf = Cast(i) \"cast\" {to: 1}\n"
        "p = Mul(qs, s) \"scales\"\nh = Mul(f, p) \"back\"\ny = Relu(h) \"act\"\ny ->");
    const auto difference = compareStructure(*a, *b);
    QStringList rows;
    for (const auto& row : difference.nodes)
        if (row.change == NodeChange::Added)
            rows << QString::fromStdString(
                b->node(row.b).name + ": " + (row.what.empty() ? "" : row.what.front()));
    QCOMPARE(rows,
        QStringList({ "quantise: quantises for other", "cast: quantises for other",
            "scales: quantises for other", "back: quantises for other" }));
    // Where the product's floats are again.
    const auto product = difference.alignment.inB[0];
    QCOMPARE(b->node(product).type, std::string("MatMulInteger"));
    QCOMPARE(b->value(difference.alignment.quantisedB.results.at(product)).name, std::string("h"));
    QVERIFY(difference.alignment.quantisedA.results.empty());
}

namespace {

/// y = Reshape(x, Constant), the Constant a tensor attribute as exporters write it.
std::shared_ptr<const Model> reshapeTo(const std::vector<std::int64_t>& shape)
{
    std::string bytes(shape.size() * sizeof(std::int64_t), '\0');
    std::memcpy(bytes.data(), shape.data(), bytes.size());
    const auto tensor
        = wire::tensor("", 7, { static_cast<std::int64_t>(shape.size()) }, wire::bytes(9, bytes));
    const auto value
        = wire::bytes(5, wire::bytes(1, "value") + wire::number(20, 4) + wire::bytes(5, tensor));
    const auto file
        = wire::model(wire::bytes(2, "g") + wire::inputField("x", wire::tensorType(1, { 6 }))
            + wire::nodeField("Constant", {}, { "s" }, value + wire::bytes(3, "shape"))
            + wire::nodeField("Reshape", { "x", "s" }, { "y" }, wire::bytes(3, "reshape"))
            + wire::outputField("y", wire::tensorType(1, { 2, 3 })));
    return *onnx::parseModel(std::as_bytes(std::span(file)));
}

/// A label encoder with a thousand keys, of which the one at 500 is given.
std::shared_ptr<const Model> encoder(std::int64_t key)
{
    std::string keys;
    std::string values;
    for (std::int64_t i = 0; i < 1000; ++i) {
        keys += std::to_string(i == 500 ? key : i) + " ";
        values += std::to_string(i) + " ";
    }
    return testing::modelFromGraphText("opset ai.onnx.ml 2\nx: int64[3]\n"
                                       "y = ai.onnx.ml:LabelEncoder(x) \"labels\" {keys_int64s: "
        + keys + "; values_int64s: " + values + "}\ny ->");
}

} // namespace

void TestCompare::attributesAreComparedWhole_data()
{
    using Shared = std::shared_ptr<const Model>;
    QTest::addColumn<Shared>("a");
    QTest::addColumn<Shared>("b");
    QTest::addColumn<QString>("expected");
    QTest::newRow("elements of a tensor") << reshapeTo({ 2, 3 }) << reshapeTo({ 3, 2 })
                                          << "shape = shape (name)\nreshape = reshape "
                                             "(name)\nchanged shape: attribute value: tensor 2 "
                                             "int64 → tensor 2 int64 (first at element 0: 2 → 3)";
    QTest::newRow("the same elements") << reshapeTo({ 2, 3 }) << reshapeTo({ 2, 3 })
                                       << "shape = shape (name)\nreshape = reshape (name)";
    QTest::newRow("the middle of a long list")
        << encoder(500) << encoder(-7) << "(first at element 500: 500 → -7)";
    QTest::newRow("an equal long list") << encoder(500) << encoder(500) << "labels = labels (name)";
}

void TestCompare::attributesAreComparedWhole()
{
    QFETCH(std::shared_ptr<const Model>, a);
    QFETCH(std::shared_ptr<const Model>, b);
    QFETCH(QString, expected);
    const auto found = differenceText(*a, *b);
    if (expected.startsWith('('))
        QVERIFY2(found.endsWith(expected), qPrintable(found));
    else
        QCOMPARE(found, expected);
}

/// Old files list every weight as an input: pairs of names would be 1.6 billion here.
void TestCompare::manyInputsAreCheap()
{
    const auto wide = [](const std::string& first) {
        std::string text;
        for (int i = 0; i < 40'000; ++i)
            text += first + std::to_string(i) + ": float[1]\n";
        return text + "shared: float[1]\n" + first + "y = Sum(" + first + "0, shared)\n" + first
            + "y ->";
    };
    const auto a = testing::modelFromGraphText(wide("a"));
    const auto b = testing::modelFromGraphText(wide("b"));
    const auto difference = compareStructure(*a, *b);
    QCOMPARE(difference.alignment.pairs, 1u);
    QCOMPARE(difference.models.size(), 2u * 40'001u);
}

void TestCompare::stopsWhenAsked()
{
    const auto model = testing::modelFromGraphText("x: float[3]\ny = Relu(x) \"act\"\ny ->");
    std::stop_source source;
    source.request_stop();
    QCOMPARE(compareStructure(*model, *model, source.get_token()).alignment.pairs, 0u);
}

void TestCompare::countsAddUp()
{
    const auto a = testing::modelFromGraphText(
        "x: float[3]\nh = Relu(x) \"a\"\ni = Abs(h) \"b\"\ny = Neg(i) \"c\"\ny ->");
    const auto b = testing::modelFromGraphText(
        "x: float[3]\nh = Relu(x) \"a\"\ni = Exp(h) \"d\"\ny = Neg(i) \"e\"\ny ->");
    const auto difference = compareStructure(*a, *b);
    const auto count
        = [&](NodeChange change) { return difference.counts[static_cast<std::size_t>(change)]; };
    QCOMPARE(count(NodeChange::Removed), 1u);
    QCOMPARE(count(NodeChange::Added), 1u);
    QCOMPARE(count(NodeChange::Renamed), 1u);
    QCOMPARE(count(NodeChange::Changed), 0u);
    QCOMPARE(difference.alignment.pairs, 2u);
    QCOMPARE(difference.alignment.pairs + count(NodeChange::Removed), a->nodes.size());
    QCOMPARE(difference.alignment.pairs + count(NodeChange::Added), b->nodes.size());
}

void TestCompare::largeModelsAreCheap()
{
    // A chain in which nothing is named and one node in the middle is new.
    const auto chain = [](int length, int extra) {
        std::string text = "x0: float[3]\n";
        for (int i = 0; i < length; ++i) {
            const auto from = std::to_string(i);
            const auto to = std::to_string(i + 1);
            text += "x" + to + " = " + (i == extra ? "Abs" : "Relu") + "(x" + from + ")\n";
        }
        return text + "x" + std::to_string(length) + " ->";
    };
    const auto a = testing::modelFromGraphText(chain(20'000, -1));
    const auto b = testing::modelFromGraphText(chain(20'001, 10'000));
    const auto difference = compareStructure(*a, *b);
    QCOMPARE(difference.alignment.pairs, 20'000u);
    QCOMPARE(difference.nodes.size(), 1u);
    QCOMPARE(difference.nodes.front().b, NodeId(10'000u));
}

QTEST_GUILESS_MAIN(TestCompare)
#include "tst_compare.moc"
