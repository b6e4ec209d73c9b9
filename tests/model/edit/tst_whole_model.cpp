#include "model/edit/repairs.h"
#include "model/edit/unused.h"
#include "model/inference/analysis.h"
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

struct Row {
    const char* name;
    const char* graph;
    const char* script;
    const char* text; ///< what the sentence contains
    const char* model; ///< a part of the model's text afterwards
};

constexpr Row rows[] {
    { "identities in a chain",
        "x: float[2]\na = Identity(x)\nb = Identity(a)\ny = Neg(b)\ny -> float[2]",
        R"({"op":"removeIdentities"})", "removed 2 nodes that pass",
        "out y: tensor(float) 2 fp32\ny = Neg (x)\n" },
    { "an identity that makes an output",
        "x: float[2]\na = Neg(x)\ny = Identity(a)\nz = Abs(a)\ny -> float[2]\nz -> float[2]",
        R"({"op":"removeIdentities"})", "removed 1 node that passes",
        "y = Neg (x)\nz = Abs (y)\n" },
    { "a dropout that does not train", "x: float[2]\na = Dropout(x)\ny = Neg(a)\ny -> float[2]",
        R"({"op":"removeIdentities"})", "removed 1 node that passes", "\ny = Neg (x)\n" },
    { "unused parts",
        "x: float[2]\nw: float[2] = {1,2}\nv: float[1] = {3}\na = Add(x, w)\ny = Neg(x)\n"
        "y -> float[2]",
        R"({"op":"removeUnused"})", "1 node, 2 initializers, 0 functions",
        "out y: tensor(float) 2 fp32\ny = Neg (x)\n" },
    { "folded constants",
        "x: float[2]\nw: float[2] = {1,2}\na = Neg(w)\ny = Add(x, a)\ny -> float[2]",
        R"([{"op":"foldConstants","constants":[{"value":"a","type":"float","shape":[2],
            "values":[-1,-2]}]},{"op":"removeUnused"}])",
        "replaced 1 node by 1 constant (8 B)", "init a fp32 2\ny = Add (x, a)\n" },
    { "names",
        "x: float[batch,2]\nw: float[2] = {1,2}\na = Add(x, w) \"secret\"\na -> float[batch,2]",
        R"({"op":"anonymise"})", "renamed 3 values, 1 node, 1 dimension",
        "in input_1: tensor(float) d1×2 fp32\nout output_1: tensor(float) d1×2 fp32\n"
        "init v1 fp32 2\n[n1] output_1 = Add (input_1, v1)\n" },
    { "weights", "x: float[2]\nw: float[2] = {1,2}\ny = Add(x, w)\ny -> float[2]",
        R"({"op":"stripWeights","threshold":8,"location":"w.bin"})",
        "removed the data of 1 initializer (8 B); they name the file \"w.bin\" instead",
        "init w fp32 2\n" },
    { "a batch by name",
        "x: float[1,6]\nw: float[4,2]\nt: int64[3] = {1,2,3}\na = Reshape(x, t) {allowzero: 1}\ny "
        "= "
        "Neg(a)\n"
        "s = Shape(w)\ny -> float[1,2,3]\ns -> int64[2]",
        R"({"op":"setBatch","size":"n","inputs":["x"]})",
        "set the batch of 1 input from 1 to n: 1 target of Reshape, Expand or Resize and 1 output "
        "follow",
        "in x: tensor(float) n×6 fp32, w: tensor(float) 4×2 fp32\n"
        "out y: tensor(float) n×2×3 fp32, s: tensor(int64) 2 int64\ninit t_1 int64 3\n"
        "a = Reshape (x, t_1)\n" },
    { "a batch that is joined with another axis",
        "x: float[2,6]\nt: int64[2] = {4,-1}\nu: int64[2] = {2,6}\na = Reshape(x, t)\n"
        "b = Neg(a)\ny = Reshape(b, u) {allowzero: 1}\na -> float[4,3]\ny -> float[2,6]",
        R"({"op":"setBatch","size":5})",
        "from 2 to 5: 2 targets of Reshape, Expand or Resize and 2 outputs follow",
        "out a: tensor(float) 10×3 fp32, y: tensor(float) 5×6 fp32\n" },
    { "a batch that a node does not keep",
        "x: float[1,3]\ni: int64[1] = {0}\ng = Gather(x, i) \"first\"\ny = Add(x, g)\n"
        "y -> float[1,3]",
        R"({"op":"setBatch","size":"n"})",
        "the batch ends at 1 node (graph/node[0] 'first' (Gather)), which may mix samples",
        "out y: tensor(float) n×3 fp32\n" },
    { "a batch of a resized picture",
        "x: float[2,3,4]\ns: int64[3] = {2,3,6}\ny = Resize(x, , , s)\ny -> float[2,3,6]",
        R"({"op":"setBatch","size":"n"})", "1 target of Reshape, Expand or Resize",
        "in x: tensor(float) n×3×4 fp32\nout y: tensor(float) n×3×6 fp32\n"
        "init s_factors fp32 3\ny = Resize (x, \"\", s_factors, \"\")\n" },
    { "a batch that an output does not have",
        "x: float[2,3]\nt: int64[2] = {2,3}\na: int64[1] = {0}\ny = ReduceSum(x, a) {keepdims: 0}\n"
        "z = Expand(x, t)\nv = ConstantOfShape(t)\nz -> float[2,3]\ny -> float[3]\n"
        "v -> float[2,3]",
        R"({"op":"setBatch","size":"n"})",
        "1 target of Reshape, Expand or Resize and 1 output follow",
        "out z: tensor(float) n×3 fp32, y: tensor(float) 3 fp32, v: tensor(float) 2×3 fp32\n" },
    { "unsorted nodes", "x: float[2]\ny = Neg(a)\na = Abs(x)\ny -> float[2]",
        R"({"op":"sortNodes"})", "(2 nodes moved)", "a = Abs (x)\ny = Neg (a)\n" },
    { "nodes of one name", "x: float[2]\na = Abs(x) \"n\"\ny = Neg(a) \"n\"\ny -> float[2]",
        R"({"op":"makeNodeNamesUnique"})", "gave 1 node", "[n] a = Abs (x)\n[n_1] y = Neg (a)\n" },
};

struct Nothing {
    const char* operation;
    const char* message;
};

constexpr Nothing nothingToDo[] {
    { "removeIdentities", "no node passes its input on" },
    { "removeUnused", "the outputs need everything" },
    { "stripDocs", "has no doc strings" },
    { "sortNodes", "are sorted already" },
    { "addMissingImports", "every domain in use is imported" },
    { "makeNodeNamesUnique", "no two nodes have one name" },
    { "removeRepetitions", "nothing is said twice" },
    { "removeStaleTypes", "no declared type of an inner value is contradicted" },
    { "inlineFunctions", "the model has no functions" },
};

/// A model and the rule of a finding that has a sure repair.
struct Repairable {
    const char* name;
    std::string bytes;
    const char* rule;
};

std::vector<Repairable> repairable()
{
    const auto type = wire::tensorType(1, { 2 });
    const auto other = wire::tensorType(1, { 3 });
    const auto ends = wire::inputField("x", type) + wire::outputField("y", type);
    const auto chain
        = wire::nodeField("Neg", { "x" }, { "a" }) + wire::nodeField("Abs", { "a" }, { "y" });
    const auto named = wire::bytes(2, "g");
    const auto graph = [](const std::string& content) { return wire::bytes(7, content); };
    const auto weight = wire::initializerField(wire::tensor("w", 1, { 1 }, wire::bytes(9, "ABCD")));
    return {
        { "unsorted",
            wire::model(wire::nodeField("Abs", { "a" }, { "y" })
                + wire::nodeField("Neg", { "x" }, { "a" }) + named + ends),
            "nodes-unsorted" },
        { "no import",
            wire::number(1, 8)
                + graph(chain
                    + wire::nodeField("Gelu", { "x" }, { "z" }, wire::bytes(7, "com.microsoft"))
                    + named + ends + wire::outputField("z", type))
                + wire::operatorSet("", 17),
            "opset-missing" },
        { "an import twice", wire::model(chain + named + ends) + wire::operatorSet("", 16),
            "opset-duplicate" },
        { "a weight twice",
            wire::model(wire::nodeField("Add", { "x", "w" }, { "y" }) + named + weight
                + wire::initializerField(wire::tensor("w", 1, { 1 }, wire::bytes(9, "EFGH")))
                + ends),
            "name-duplicate" },
        { "a type twice",
            wire::model(chain + named + ends + wire::bytes(13, wire::valueInfo("a", type))
                + wire::bytes(13, wire::valueInfo("a", type))),
            "value-info-duplicate" },
        { "a stale type",
            wire::model(chain + named + ends + wire::bytes(13, wire::valueInfo("a", other))),
            "type-conflict" },
        { "a weight that is no input",
            wire::model(
                wire::nodeField("Add", { "x", "w" }, { "y" }) + named + weight + ends, 3, 9),
            "interface-initializer" },
        { "no name", wire::model(chain + ends), "interface-name" },
    };
}

support::Diagnostics findings(const Document& document)
{
    return allFindings(*analyse(document.model()));
}

bool hasRule(const support::Diagnostics& findings, std::string_view rule)
{
    return std::ranges::find(findings, rule, &support::Diagnostic::code) != findings.end();
}

} // namespace

/// Operations on whole models, and repairs.
class TestWholeModel : public QObject, testing::EditFixture {
    Q_OBJECT

private slots:
    void changes_data();
    void changes();
    void saysThatThereIsNothingToDo_data();
    void saysThatThereIsNothingToDo();
    void repairs_data();
    void repairs();
    void keepsInterfaceTypesThatAreContradicted();
    void removesDocStringsEverywhere();
    void keepsIdentitiesThatBodiesReturn();
    void setsTheBatchInBodies();
    void keepsBodyOutputsThatNothingReads();
    void refusesAConstantOfAnotherType();
    void notesItsHistory();
    void changesBodiesBehindNodesThatMove_data();
    void changesBodiesBehindNodesThatMove();
    void inlinesWithAttributesAndDefaults();
    void refusesRecursiveFunctions();
    void anonymisesBodiesAndFunctions();
    void keepsNamesThatOperatorsLookFor();
};

void TestWholeModel::changes_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("model");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.graph << row.script << row.text << row.model;
}

void TestWholeModel::changes()
{
    QFETCH(QString, graph);
    QFETCH(QString, script);
    QFETCH(QString, text);
    QFETCH(QString, model);
    const auto document = opened(graph.toStdString());
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = QString::fromStdString(apply(*document, script.toStdString()));
    QVERIFY2(said.contains(text), qPrintable(said));
    const auto now = QString::fromStdString(modelText(*document->model()));
    QVERIFY2(now.contains(model), qPrintable(now));
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestWholeModel::saysThatThereIsNothingToDo_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("message");
    for (const auto& row : nothingToDo)
        QTest::newRow(row.operation) << row.operation << row.message;
}

void TestWholeModel::saysThatThereIsNothingToDo()
{
    QFETCH(QString, operation);
    QFETCH(QString, message);
    const auto document = opened("x: float[2]\ny = Neg(x) \"n\"\ny -> float[2]");
    QVERIFY(document);
    const auto said
        = QString::fromStdString(apply(*document, R"({"op":")" + operation.toStdString() + "\"}"));
    QVERIFY2(said.startsWith("refused") && said.contains(message), qPrintable(said));
    QVERIFY(!document->canUndo());
}

void TestWholeModel::repairs_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("rule");
    for (const auto& row : repairable())
        QTest::newRow(row.name) << QByteArray::fromStdString(row.bytes) << row.rule;
}

void TestWholeModel::repairs()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, rule);
    const auto document = openedBytes(bytes.toStdString());
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto before = findings(*document);
    QVERIFY(hasRule(before, rule.toStdString()));
    for (const auto& finding : before)
        if (finding.code == rule.toStdString())
            QVERIFY(repairOf(*document->model(), finding));
    const auto operations = repairsOf(*document->model(), before);
    QVERIFY(!operations.empty());
    const auto applied = document->applyAll(operations);
    QVERIFY2(applied, applied ? "" : applied.error().message().c_str());
    const auto after = findings(*document);
    QVERIFY(!hasRule(after, rule.toStdString()));
    QVERIFY(after.size() < before.size());
    QVERIFY(repairsOf(*document->model(), after).empty());
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

/// Programs rely on the type of an output, so a wrong one has no sure repair.
void TestWholeModel::keepsInterfaceTypesThatAreContradicted()
{
    const auto document = opened("x: float[2]\ny = Neg(x)\ny -> float[3]");
    QVERIFY(document);
    const auto found = findings(*document);
    QVERIFY(hasRule(found, "type-conflict"));
    QVERIFY(repairsOf(*document->model(), found).empty());
}

void TestWholeModel::removesDocStringsEverywhere()
{
    const auto type = wire::tensorType(1, { 2 });
    const auto body = wire::nodeField("Neg", { "x" }, { "t" }, wire::bytes(6, "inner doc"))
        + wire::outputField("t", type);
    const auto document = openedBytes(
        wire::model(wire::nodeField("If", { "c" }, { "y" },
                        wire::graphAttribute("then_branch", body)
                            + wire::graphAttribute("else_branch", body))
            + wire::bytes(2, "g") + wire::bytes(10, "graph doc")
            + wire::bytes(11, wire::valueInfo("x", type) + wire::bytes(3, "input doc"))
            + wire::inputField("c", wire::tensorType(9, {})) + wire::outputField("y", type))
        + wire::bytes(6, "model doc"));
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, R"({"op":"stripDocs"})");
    QCOMPARE(said, std::string("removed 5 doc strings\n"));
    QCOMPARE(editedBytes(*document).find(" doc"), std::string::npos);
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestWholeModel::keepsIdentitiesThatBodiesReturn()
{
    const auto type = wire::tensorType(1, { 2 });
    const auto body = [&](const char* out) {
        return wire::nodeField("Identity", { "a" }, { out }) + wire::bytes(2, out)
            + wire::outputField(out, type);
    };
    const auto document = openedBytes(wire::model(wire::nodeField("Identity", { "x" }, { "a" })
        + wire::nodeField("If", { "c" }, { "y" },
            wire::graphAttribute("then_branch", body("t"))
                + wire::graphAttribute("else_branch", body("e")))
        + wire::bytes(2, "g") + wire::inputField("x", type)
        + wire::inputField("c", wire::tensorType(9, {})) + wire::outputField("y", type)));
    QVERIFY(document);
    // A body must not return a value of the graph around it, so its Identity stays.
    const auto said = apply(*document, R"({"op":"removeIdentities"})");
    QVERIFY2(said.starts_with("removed 1 node"), said.c_str());
    const auto text = modelText(*document->model());
    QVERIFY2(text.find("t = Identity (x)") != std::string::npos, text.c_str());
    QVERIFY2(text.find("e = Identity (x)") != std::string::npos, text.c_str());
}

void TestWholeModel::setsTheBatchInBodies()
{
    const auto shape = [](const char* name) {
        const auto three = std::string("\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 24);
        return wire::initializerField(wire::tensor(name, 7, { 3 }, wire::bytes(9, three)));
    };
    const auto type = wire::tensorType(1, { 1, 2, 3 });
    const auto body = [&](const char* target, const char* out) {
        return wire::nodeField("Reshape", { "x", target }, { out }) + wire::bytes(2, out)
            + wire::outputField(out, type);
    };
    const auto document = openedBytes(
        wire::model(wire::nodeField("If", { "c" }, { "y" },
                        wire::graphAttribute("then_branch", body("inner", "t") + shape("inner"))
                            + wire::graphAttribute("else_branch", body("outer", "e")))
            + wire::bytes(2, "g") + shape("outer")
            + wire::inputField("x", wire::tensorType(1, { 1, 6 }))
            + wire::inputField("c", wire::tensorType(9, {})) + wire::outputField("y", type)));
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, R"({"op":"setBatch","size":"n","inputs":["x"]})");
    QVERIFY2(said.find("2 targets of Reshape, Expand or Resize and 1 output follow\n")
            != std::string::npos,
        said.c_str());
    const auto text = modelText(*document->model());
    for (const auto* part :
        { "y: tensor(float) n×2×3", "t = Reshape (x, inner_1)", "e = Reshape (x, inner_1)" })
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    for (const auto* gone : { "init inner int64", "init outer int64" })
        QVERIFY2(text.find(gone) == std::string::npos, text.c_str());
    for (const auto& graph : document->model()->graphs)
        QCOMPARE(document->model()->value(graph.outputs[0]).type.shape->front().text(),
            std::string("n"));
    QVERIFY(allFindings(*analyse(document->model())).empty());
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestWholeModel::keepsBodyOutputsThatNothingReads()
{
    const auto document = feature("loop_and_scan.onnx");
    QVERIFY(document);
    std::vector<std::size_t> outputs;
    for (const auto& graph : document->model()->graphs)
        outputs.push_back(graph.outputs.size() * 100 + graph.inputs.size());
    const auto said = apply(*document,
        R"([{"op":"addNode","type":"Neg","inputs":[")"
            + document->model()->value(document->model()->main().inputs.front()).name
            + R"("],"outputs":["nobody"]},{"op":"removeUnused"}])");
    QVERIFY2(said.find("removed what no output needs") != std::string::npos, said.c_str());
    std::vector<std::size_t> after;
    for (const auto& graph : document->model()->graphs)
        after.push_back(graph.outputs.size() * 100 + graph.inputs.size());
    QCOMPARE(after, outputs);
    QVERIFY(unusedParts(*document->model()).isEmpty());
}

void TestWholeModel::refusesAConstantOfAnotherType()
{
    const auto document = opened(
        "x: float[2]\nw: float[2] = {1,2}\na = Shape(w)\ny = Reshape(x, a)\ny -> float[2]");
    const auto said = apply(*document,
        R"({"op":"foldConstants","constants":[{"value":"a","type":"float","shape":[1],"fill":2}]})");
    QVERIFY2(said.find("\"a\" is tensor(int64), the constant is float") != std::string::npos,
        said.c_str());
}

/// The metadata hold a script that does the edits again.
void TestWholeModel::notesItsHistory()
{
    constexpr auto graph = "x: float[2]\na = Relu(x) \"one\"\ny = Neg(a) \"two\"\ny -> float[2]";
    const auto document = opened(graph);
    QVERIFY(!document->historyNote());
    const auto noted = [&] {
        const auto note = document->historyNote();
        if (!note || !document->apply(*note))
            return std::string("not noted");
        const auto& metadata = document->model()->metadata;
        return metadata.empty() ? std::string() : metadata.back().second;
    };
    apply(*document, R"({"op":"setMetadata","entries":{"author":"me"}})");
    apply(*document, R"({"op":"renameNode","node":"one","to":"first"})");
    const auto first = noted();
    QCOMPARE(std::ranges::count(first, '\n'), 1);
    QVERIFY(!document->historyNote()); // nothing came after it
    apply(*document, R"({"op":"renameNode","node":"two","to":"second"})");
    const auto all = noted();
    QVERIFY2(all.starts_with(first + "\n"), all.c_str());
    QCOMPARE(document->model()->metadata.size(), std::size_t(2));
    const auto again = opened(graph);
    apply(*again, all);
    QVERIFY(again->model()->nodes[0].name == "first" && again->model()->nodes[1].name == "second");
    QCOMPARE(again->model()->metadata.front().second, std::string("me"));
}

void TestWholeModel::changesBodiesBehindNodesThatMove_data()
{
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("text");
    QTest::newRow("unused nodes") << "removeUnused"
                                  << "2 nodes";
    QTest::newRow("identities") << "removeIdentities"
                                << "3 nodes";
    QTest::newRow("order") << "sortNodes"
                           << "(4 nodes moved)";
}

/// The main graph and a body behind the nodes in question both change.
void TestWholeModel::changesBodiesBehindNodesThatMove()
{
    QFETCH(QString, operation);
    QFETCH(QString, text);
    const auto type = wire::tensorType(1, { 2 });
    const auto body = wire::nodeField("Neg", { "i" }, { "t" })
        + wire::nodeField("Identity", { "x" }, { "i" }) + wire::nodeField("Abs", { "x" }, { "u" })
        + wire::bytes(2, "t") + wire::outputField("t", type);
    const auto document = openedBytes(wire::model(wire::nodeField("Abs", { "k" }, { "unused" })
        + wire::nodeField("Identity", { "x" }, { "k" })
        + wire::nodeField("If", { "c" }, { "y" },
            wire::graphAttribute("then_branch", body)
                + wire::graphAttribute("else_branch",
                    wire::nodeField("Neg", { "k" }, { "e" }) + wire::bytes(2, "e")
                        + wire::outputField("e", type)))
        + wire::nodeField("Identity", { "y" }, { "z" }) + wire::bytes(2, "g")
        + wire::inputField("x", type) + wire::inputField("c", wire::tensorType(9, {}))
        + wire::outputField("z", type)));
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto errors = [&] {
        return std::ranges::count(
            findings(*document), support::Severity::Error, &support::Diagnostic::severity);
    };
    QCOMPARE(errors(), 0);
    const auto said
        = QString::fromStdString(apply(*document, R"({"op":")" + operation.toStdString() + "\"}"));
    QVERIFY2(said.contains(text), qPrintable(said));
    QCOMPARE(errors(), 0);
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestWholeModel::inlinesWithAttributesAndDefaults()
{
    const auto document = feature("function_attributes.onnx");
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto before = analyse(document->model());
    const auto said = apply(*document, R"({"op":"inlineFunctions"})");
    QVERIFY2(said.starts_with("inlined"), said.c_str());
    const auto& model = *document->model();
    QVERIFY(model.functions.empty());
    for (const auto& node : model.nodes)
        for (const auto& attribute : node.attributes)
            QVERIFY(attribute.reference.empty());
    for (const auto& finding : findings(*document))
        QVERIFY2(finding.severity != support::Severity::Error, finding.message.c_str());
    // Outputs have the types that they had.
    const auto after = analyse(document->model());
    for (std::size_t i = 0; i < model.main().outputs.size(); ++i)
        QCOMPARE(typeText(after->type(model.main().outputs[i])),
            typeText(before->type(before->model->main().outputs[i])));
    QCOMPARE(undoneAndRedone(*document, original), std::string());
}

void TestWholeModel::refusesRecursiveFunctions()
{
    const auto function = wire::bytes(1, "f") + wire::bytes(4, "in") + wire::bytes(5, "out")
        + wire::bytes(7, wire::node("f", { "in" }, { "out" }, wire::bytes(7, "my")))
        + wire::bytes(9, wire::bytes(1, "my") + wire::number(2, 1)) + wire::bytes(10, "my");
    const auto type = wire::tensorType(1, { 2 });
    const auto document = openedBytes(
        wire::model(wire::nodeField("f", { "x" }, { "y" }, wire::bytes(7, "my"))
                + wire::bytes(2, "g") + wire::inputField("x", type) + wire::outputField("y", type),
            9)
        + wire::operatorSet("my", 1) + wire::bytes(25, function));
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = apply(*document, R"({"op":"inlineFunctions"})");
    QVERIFY2(
        said.find("more than 100 levels deep or by itself") != std::string::npos, said.c_str());
    QVERIFY(editedBytes(*document) == original);
}

void TestWholeModel::anonymisesBodiesAndFunctions()
{
    for (const auto* const file : { "loop_and_scan.onnx", "function_attributes.onnx",
             "overloaded_functions.onnx", "nested_if_5.onnx", "sibling_names.onnx" }) {
        const auto document = feature(file);
        QVERIFY(document);
        const auto original = editedBytes(*document);
        const auto before = document->model();
        const auto findingsBefore = findings(*document).size();
        const auto said = apply(*document, R"({"op":"anonymise"})");
        QVERIFY2(said.starts_with("renamed"), said.c_str());
        const auto& model = *document->model();
        QCOMPARE(model.nodes.size(), before->nodes.size());
        // The structure is the same: readers, captures, calls.
        for (std::size_t i = 0; i < model.nodes.size(); ++i) {
            QCOMPARE(model.nodes[i].inputs.size(), before->nodes[i].inputs.size());
            QCOMPARE(model.nodes[i].function, before->nodes[i].function);
        }
        for (std::size_t i = 0; i < model.graphs.size(); ++i)
            QCOMPARE(model.graphs[i].captures.size(), before->graphs[i].captures.size());
        QVERIFY2(findings(*document).size() <= findingsBefore, file);
        QCOMPARE(undoneAndRedone(*document, original), std::string());
    }
}

/// BeamSearch of ONNX Runtime finds the inputs of its decoder by their names.
void TestWholeModel::keepsNamesThatOperatorsLookFor()
{
    const auto document = feature("loop_and_scan.onnx");
    QVERIFY(document);
    const auto& nodes = document->model()->nodes;
    const auto loop = std::ranges::find(nodes, "Loop", &model::Node::type);
    QVERIFY(loop != nodes.end());
    const auto path
        = model::nodePath(*document->model(), model::NodeId(std::size_t(loop - nodes.begin())));
    apply(*document,
        R"({"op":"setOperator","node":")" + path
            + R"(","type":"BeamSearch","domain":"com.microsoft"})");
    const auto interfaceOf = [&] {
        const auto& model = *document->model();
        std::string names;
        for (const auto& graph : model.graphs)
            if (graph.owner.isValid() && model.node(graph.owner).type == "BeamSearch")
                names += testing::valuesText(model, graph.inputs) + " | "
                    + testing::valuesText(model, graph.outputs);
        return names;
    };
    const auto before = interfaceOf();
    QVERIFY(!before.empty());
    QVERIFY(apply(*document, R"({"op":"anonymise"})").starts_with("renamed"));
    QCOMPARE(interfaceOf(), before);
}

QTEST_GUILESS_MAIN(TestWholeModel)
#include "tst_whole_model.moc"
