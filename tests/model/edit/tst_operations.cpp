#include "model/onnx/parser.h"
#include "tests/model/edit/edit_fixture.h"

#include <QTest>
#include <algorithm>
#include <array>

using namespace model;
using namespace model::edit;

namespace {

using testing::editedBytes;
using testing::modelText;

/// A model with a branch, names and weights.
constexpr auto plain = R"(
    x: float[batch,3]
    w: float[3,2] = {1,2,3,4,5,6}
    b: float[2] = {0,1}
    m = MatMul(x, w) "product"
    s = Add(m, b) "sum"
    r = Relu(s) "act"
    c = Clip(r,,b) "clip"
    t = Transpose(r) {perm: 1 0} "turn"
    c -> float[batch,2]
    t -> float[2,batch]
)";

struct Row {
    const char* name;
    const char* script;
    const char* text; ///< what the sentences contain
    const char* has; ///< a part of the model's text afterwards
};

constexpr Row rows[] {
    { "addNode", R"({"op":"addNode","type":"Neg","inputs":["r"],"name":"minus"})",
        "added Neg \"minus\", which makes \"Neg_output\"", "[minus] Neg_output = Neg (r)" },
    { "addNode with attributes",
        R"({"op":"addNode","type":"Concat","inputs":["r","s"],"outputs":["both"],"index":3,"attributes":{"axis":1}})",
        "makes \"both\"", "both = Concat <axis = 1> (r, s)" },
    { "addNode with an attribute of the operator's kind",
        R"({"op":"addNode","type":"Elu","inputs":["r"],"outputs":["e"],"attributes":{"alpha":2}})",
        "added Elu", "e = Elu <alpha = 2.0> (r)" },
    { "addNode of another domain",
        R"({"op":"addNode","type":"Gelu","domain":"com.microsoft","inputs":["r"]})",
        "the import of \"com.microsoft\" 1", "com.microsoft.Gelu (r)" },
    { "rewriteNodes",
        R"({"op":"rewriteNodes","remove":["product","sum"],"nodes":[{"at":"sum","type":"Gemm","name":"sum","inputs":["x","w2","b"],"outputs":["s"],"attributes":{"alpha":1}}],"initializers":[{"name":"w2","type":"float","shape":[3,2],"fill":2}],"inputs":[{"node":"turn","index":0,"value":"s"}]})",
        "replaced 2 nodes by 1",
        "[sum] s = Gemm <alpha = 1.0> (x, w2, b)\n[act] r = Relu (s)\n[clip] c = Clip (r, \"\", "
        "b)\n"
        "[turn] t = Transpose <perm = [1, 0]> (s)" },
    { "insertNode before all readers",
        R"({"op":"insertNode","type":"Neg","value":"r","name":"minus"})",
        "inserted Neg \"minus\" behind \"r\" (2 readers)",
        "[act] r = Relu (s)\n[minus] Neg_output = Neg (r)\n[clip] c = Clip (Neg_output, \"\", b)\n"
        "[turn] t = Transpose <perm = [1, 0]> (Neg_output)" },
    { "insertNode before one reader",
        R"({"op":"insertNode","type":"Add","value":"r","reader":"turn","inputs":["b","r"]})",
        "(1 reader)",
        "Add_output = Add (b, r)\n[clip] c = Clip (r, \"\", b)\n[turn] t = Transpose <perm = [1, "
        "0]> "
        "(Add_output)" },
    { "insertNode behind an input", R"({"op":"insertNode","type":"Abs","value":"x"})",
        "behind \"x\" (1 reader)", "Abs_output = Abs (x)\n[product] m = MatMul (Abs_output, w)" },
    { "insertNode before an output", R"({"op":"insertNode","type":"Neg","value":"c"})",
        "it makes the output, \"c_1\" is what went in",
        "[clip] c_1 = Clip (r, \"\", b)\nc = Neg (c_1)" },
    { "duplicateNode", R"({"op":"duplicateNode","node":"sum"})", "the copy makes \"s_1\"",
        "[sum] s = Add (m, b)\n[sum_1] s_1 = Add (m, b)\n[act] r = Relu (s)" },
    { "removeNode", R"({"op":"removeNode","node":"turn"})",
        "removed graph/node[4] 'turn' (Transpose), and \"t\" from the outputs", "out c: " },
    { "bypassNode", R"({"op":"bypassNode","node":"act"})", "\"s\" is read instead of \"r\"",
        "[sum] s = Add (m, b)\n[clip] c = Clip (s, \"\", b)\n[turn] t = Transpose <perm = [1, 0]> "
        "(s)" },
    { "bypassNode of an output", R"({"op":"bypassNode","node":"turn"})", "is now an Identity",
        "[turn] t = Identity (r)" },
    { "bypassNode by another input", R"({"op":"bypassNode","node":"sum","input":1})",
        "\"b\" is read instead of \"s\"", "[act] r = Relu (b)" },
    { "moveNode", R"({"op":"moveNode","node":"turn","to":3})", "to position 3",
        "[turn] t = Transpose <perm = [1, 0]> (r)\n[clip]" },
    { "renameNode", R"({"op":"renameNode","node":"graph/node[2]","to":"relu"})", "to \"relu\"",
        "[relu] r = Relu (s)" },
    { "setOperator", R"({"op":"setOperator","node":"act","type":"Sigmoid"})",
        "operator \"Sigmoid\"", "[act] r = Sigmoid (s)" },
    { "setInput", R"({"op":"setInput","node":"act","index":0,"value":"m"})",
        "set input 0 of graph/node[2] 'act' (Relu) to \"m\"", "r = Relu (m)" },
    { "setInput to none", R"({"op":"setInput","node":"clip","index":2,"value":null})", "nothing",
        "c = Clip (r)" },
    { "addInput", R"({"op":"addInput","node":"sum","value":"x"})", "input 2", "Add (m, b, x)" },
    { "removeInput", R"({"op":"removeInput","node":"sum","index":0})", "removed input 0",
        "Add (b)" },
    { "setAttribute", R"({"op":"setAttribute","node":"turn","name":"perm","value":[0,1]})",
        "attribute \"perm\"", "Transpose <perm = [0, 1]> (r)" },
    { "removeAttribute", R"({"op":"removeAttribute","node":"turn","name":"perm"})",
        "removed attribute \"perm\"", "t = Transpose (r)" },
    { "renameValue", R"({"op":"renameValue","value":"r","to":"hidden"})", "(3 places)",
        "[clip] c = Clip (hidden, \"\", b)" },
    { "renameValue of an output", R"({"op":"renameValue","value":"c","to":"result"})",
        "programs that give or take it", "out result: tensor(float)" },
    { "addGraphInput", R"({"op":"addGraphInput","name":"z","type":"int64[?,n]","index":0})",
        "added input \"z\"", "in z: tensor(int64) ?×n int64, x: " },
    { "addGraphOutput", R"({"op":"addGraphOutput","value":"s"})", "made \"s\" an output",
        "t: tensor(float) 2×batch fp32, s: tensor(float) batch×2 fp32" },
    { "removeGraphOutput", R"({"op":"removeGraphOutput","value":"c"})", "removed output \"c\"",
        "out t: " },
    { "moveGraphOutput", R"({"op":"moveGraphOutput","value":"t","to":0})", "position 0",
        "out t: tensor(float) 2×batch fp32, c: " },
    { "setValueType", R"({"op":"setValueType","value":"x","type":"float[1,3]"})", "as float[1,3]",
        "in x: tensor(float) 1×3 fp32" },
    { "addInitializer",
        R"({"op":"addInitializer","name":"k","type":"int64","shape":[2,2],"fill":7})",
        "added initializer \"k\"", "init k int64 2×2" },
    { "setInitializerData",
        R"({"op":"setInitializerData","value":"w","type":"double","shape":[3,1],"values":[[1],[2],[3]]})",
        "now 3×1 fp64", "init w fp64 3×1" },
    { "setElements", R"({"op":"setElements","value":"b","index":1,"values":[0.75]})",
        "replaced 1 element of \"b\" from index 1 on", "init b fp32 2" },
    { "clipInitializer", R"({"op":"clipInitializer","value":"w","limit":2.5,"axis":1,"index":1})",
        "clipped 2 numbers of \"w\", channel 1 to 2.5", "init w fp32 3×2" },
    { "makeInput", R"({"op":"makeInput","value":"w"})", "an input",
        "in x: tensor(float) batch×3 fp32, w: tensor(float) 3×2 fp32" },
    { "makeConstant", R"({"op":"makeConstant","value":"x","shape":[1,3],"fill":0.5})", "a constant",
        "init x fp32 1×3" },
    { "setImport", R"({"op":"setImport","domain":"ai.onnx","version":19})", "to 19", " 19\n" },
    { "setModelField", R"({"op":"setModelField","field":"ir_version","value":9})", "to 9", "ir 9" },
    { "renameDimension", R"({"op":"renameDimension","dimension":"batch","to":"N"})", "(3 places)",
        "x: tensor(float) N×3" },
    { "fixDimension", R"({"op":"fixDimension","dimension":"batch","size":4})", "(3 places)",
        "out c: tensor(float) 4×2 fp32" },
    { "convertOpset", R"({"op":"convertOpset","version":18})",
        "converted ai.onnx 17 to 18: 0 nodes changed", " 18\n" },
    { "convertFloats", R"({"op":"convertFloats","to":"fp16"})", "converted 8 values to fp16",
        "init w fp16 3×2" },
    { "setDoc", R"({"op":"setDoc","node":"act","doc":"keeps what is positive"})",
        "set the doc string of graph/node[2]", "Relu" },
    { "setMetadata", R"({"op":"setMetadata","entries":[["a","1"],["a","2"]]})", "2 entries",
        "Relu" },
    { "removeInitializer",
        R"([{"op":"setInput","node":"sum","index":1,"value":"m"},{"op":"setInput","node":"clip","index":2,"value":null},{"op":"removeInitializer","value":"b"}])",
        "removed initializer \"b\"", "init w fp32 3×2\n[product]" },
};

struct Refusal {
    const char* name;
    const char* operation;
    const char* message;
};

constexpr Refusal refusals[] {
    { "unknown operation", R"({"op":"explode"})", "there is no operation \"explode\"" },
    { "missing argument", R"({"op":"removeNode"})", "the argument node is missing" },
    { "unknown argument", R"({"op":"removeNode","node":"act","hard":1})",
        "there is no argument \"hard\"" },
    { "unknown node", R"({"op":"removeNode","node":"none"})", "no node is called \"none\"" },
    { "a reader is left", R"({"op":"removeNode","node":"act"})", "reads \"r\"" },
    { "a cycle", R"({"op":"setInput","node":"sum","index":0,"value":"r"})",
        "the graph would have a cycle" },
    { "its own output", R"({"op":"setInput","node":"act","index":0,"value":"r"})",
        "the graph would have a cycle" },
    { "unknown value", R"({"op":"setInput","node":"act","index":0,"value":"nothing"})",
        "no value that graph can read is called \"nothing\"" },
    { "index past the end", R"({"op":"setInput","node":"act","index":5,"value":"x"})",
        "index is 5, expected 0 to 1" },
    { "a taken name", R"({"op":"renameValue","value":"r","to":"s"})",
        "the name \"s\" is taken by another value" },
    { "a taken node name", R"({"op":"renameNode","node":"act","to":"sum"})",
        "another node is called \"sum\"" },
    { "wrong kind", R"({"op":"setAttribute","node":"turn","name":"perm","value":"no"})",
        "not of the attribute's kind, ints" },
    { "unknown attribute", R"({"op":"setAttribute","node":"turn","name":"axes","value":1})",
        "Transpose has no attribute \"axes\"; it has perm" },
    { "an initializer in use", R"({"op":"removeInitializer","value":"w"})", "reads \"w\"" },
    { "data of another size", R"({"op":"setInitializerData","value":"b","values":[1,2,3]})",
        "the shape 2 of type fp32 needs 8 bytes, but there are 12" },
    { "elements beyond the end", R"({"op":"setElements","value":"b","index":1,"values":[1,2]})",
        "there are 2 values from index 1 on, but \"b\" has 2 elements" },
    { "another type than the value has",
        R"({"op":"addGraphOutput","value":"s","type":"int64[batch,2]"})",
        "\"s\" is tensor(float), not int64[batch,2]" },
    { "a node in place of one that stays",
        R"({"op":"rewriteNodes","remove":["act"],"nodes":[{"at":"sum","type":"Relu","inputs":["s"],"outputs":["r"]}]})",
        "expected a node that is removed" },
    { "a value that nothing makes any more", R"({"op":"rewriteNodes","remove":["act"],"nodes":[]})",
        "\"r\" is read" },
    { "a new node with an unknown input",
        R"({"op":"rewriteNodes","remove":["act"],"nodes":[{"at":"act","type":"Relu","inputs":["q"],"outputs":["r"]}]})",
        "is called \"q\"" },
    { "nothing to clip", R"({"op":"clipInitializer","value":"w","limit":100})",
        "no number is beyond 100" },
    { "an axis without an index", R"({"op":"clipInitializer","value":"w","limit":1,"axis":1})",
        "axis and index belong together" },
    { "a channel that is not there",
        R"({"op":"clipInitializer","value":"w","limit":1,"axis":1,"index":2})",
        "index is 2, expected 0 to 1" },
    { "an import in use", R"({"op":"setImport","domain":"","version":null})",
        "operators of \"ai.onnx\" are in use" },
    { "the last output",
        R"([{"op":"removeGraphOutput","value":"c"},{"op":"removeGraphOutput","value":"t"}])",
        "operation 2: removeGraphOutput: \"t\" is the only output" },
    { "no type", R"({"op":"addGraphInput","name":"z","type":"number[1]"})",
        "\"number\" is no element type" },
    { "insertNode where it is not read",
        R"({"op":"insertNode","type":"Neg","value":"m","reader":"turn"})",
        "'turn' (Transpose) does not read \"m\"" },
    { "unknown dimension", R"({"op":"fixDimension","dimension":"time","size":1})",
        "no type has a dimension \"time\"" },
    { "a batch that has a name", R"({"op":"setBatch","size":4})",
        "the first dimension of \"x\" is batch, expected a number" },
};

} // namespace

class TestOperations : public QObject, testing::EditFixture {
    Q_OBJECT

private slots:
    void changesAndTakesBack_data();
    void changesAndTakesBack();
    void refusesWithoutChangingAnything_data();
    void refusesWithoutChangingAnything();
    void coversEveryOperation();
    void renamesInBodies();
    void refusesToCaptureAName();
    void renamesFunctionsWithTheirCalls();
    void copiesAFunctionFromAnotherModel();
    void makesADefaultAConstant();
    void changesElements();
    void renamesWhatTrainingReads();
    void renamesDimensionsInExpressions();
    void definesWhatWasReadButNotDefined();
    void writesAScriptThatDoesItAgain();
    void keepsPartsOfAnAttributeThatAreNotItsValue();
};

void TestOperations::changesAndTakesBack_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QString>("has");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.script << row.text << row.has;
}

void TestOperations::changesAndTakesBack()
{
    QFETCH(QString, script);
    QFETCH(QString, sentence);
    QFETCH(QString, has);
    const auto document = opened(plain);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto originalText = modelText(*document->model());
    const auto said = QString::fromStdString(apply(*document, script.toStdString()));
    QVERIFY2(said.contains(sentence), qPrintable(said));
    const auto edited = editedBytes(*document);
    const auto editedText = modelText(*document->model());
    QVERIFY2(QString::fromStdString(editedText).contains(has), editedText.c_str());
    QVERIFY(edited != original);
    // Read from the bytes alone, the model is the same.
    const auto read = onnx::parseModel(std::as_bytes(std::span(edited)));
    QVERIFY(read);
    QCOMPARE(modelText(**read), editedText);
    while (document->canUndo())
        QVERIFY(document->undo());
    QVERIFY(editedBytes(*document) == original);
    QCOMPARE(modelText(*document->model()), originalText);
    while (document->canRedo())
        QVERIFY(document->redo());
    QVERIFY(editedBytes(*document) == edited);
    QCOMPARE(modelText(*document->model()), editedText);
}

void TestOperations::refusesWithoutChangingAnything_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("message");
    for (const auto& row : refusals)
        QTest::newRow(row.name) << row.operation << row.message;
}

void TestOperations::refusesWithoutChangingAnything()
{
    QFETCH(QString, script);
    QFETCH(QString, message);
    const auto document = opened(plain);
    QVERIFY(document);
    const auto original = editedBytes(*document);
    const auto said = QString::fromStdString(apply(*document, script.toStdString()));
    QVERIFY2(said.contains(message), qPrintable(said));
    QVERIFY(editedBytes(*document) == original);
    QVERIFY(!document->canUndo());
}

void TestOperations::coversEveryOperation()
{
    std::string all;
    for (const auto& row : rows)
        all += row.script;
    for (const auto& kind : operationKinds()) {
        // These need other models; they have tests of their own below, or move inputs as outputs.
        // Those of whole models and parts are in tst_parts.cpp and tst_whole_model.cpp.
        static constexpr std::array<std::string_view, 17> elsewhere { "setBatch",
            "removeGraphInput", "moveGraphInput", "extract", "paste", "merge", "removeIdentities",
            "removeUnused", "stripDocs", "stripWeights", "anonymise", "foldConstants", "sortNodes",
            "addMissingImports", "makeNodeNamesUnique", "removeRepetitions", "removeStaleTypes" };
        if (std::ranges::find(elsewhere, kind.name) != elsewhere.end()
            || kind.name.find("Function") != std::string_view::npos
            || kind.name.starts_with("quantize"))
            continue;
        QVERIFY2(all.find("\"" + std::string(kind.name) + "\"") != std::string::npos,
            std::string(kind.name).c_str());
    }
}

void TestOperations::renamesInBodies()
{
    const auto document = feature("loop_and_scan.onnx");
    QVERIFY(document);
    const auto& model = *document->model();
    // Every captured value of the main graph is renamed, and stays captured.
    std::size_t captures = 0;
    for (const auto& graph : model.graphs)
        captures += graph.captures.size();
    std::string script = "[";
    for (const auto id : model.main().values)
        script += std::string(script.size() > 1 ? "," : "") + R"({"op":"renameValue","value":")"
            + model.value(id).name + R"(","to":"new_)" + model.value(id).name + "\"}";
    const auto before = editedBytes(*document);
    const auto findings = model.diagnostics.size();
    const auto said = apply(*document, script + "]");
    QVERIFY2(said.starts_with("renamed"), said.c_str());
    std::size_t capturesAfter = 0;
    for (const auto& graph : document->model()->graphs)
        capturesAfter += graph.captures.size();
    QCOMPARE(capturesAfter, captures);
    QCOMPARE(document->model()->diagnostics.size(), findings);
    while (document->canUndo())
        QVERIFY(document->undo());
    QVERIFY(editedBytes(*document) == before);
}

void TestOperations::refusesToCaptureAName()
{
    const auto document = feature("nested_if_5.onnx");
    QVERIFY(document);
    const auto& model = *document->model();
    const auto& inner = model.graphs.back();
    QVERIFY(!inner.values.empty());
    const auto taken = model.value(inner.values.front()).name;
    const auto mainValue = model.value(model.main().values.front()).name;
    const auto said = apply(
        *document, R"({"op":"renameValue","value":")" + mainValue + R"(","to":")" + taken + "\"}");
    QVERIFY2(said.find("is taken by another value") != std::string::npos, said.c_str());
}

void TestOperations::renamesFunctionsWithTheirCalls()
{
    const auto document = feature("function_attributes.onnx");
    QVERIFY(document);
    const auto function = document->model()->functions.front(); // a copy: snapshots change
    const auto name = (function.domain.empty() ? "" : function.domain + ".") + function.name;
    const auto calls = [&] {
        return std::ranges::count_if(document->model()->nodes,
            [](const Node& node) { return node.function == FunctionId(std::size_t(0)); });
    };
    const auto before = calls();
    QVERIFY(before > 0);
    const auto said = apply(*document,
        R"([{"op":"setFunctionField","function":")" + name
            + R"(","field":"name","value":"Renamed"}])");
    QVERIFY2(said.starts_with("set the name"), said.c_str());
    QCOMPARE(calls(), before);
    QCOMPARE(document->model()->functions.front().name, std::string("Renamed"));
    const auto refused = apply(*document,
        R"({"op":"removeFunction","function":")" + function.domain
            + (function.domain.empty() ? "" : ".") + R"(Renamed"})");
    QVERIFY2(refused.find("calls") != std::string::npos, refused.c_str());
}

void TestOperations::copiesAFunctionFromAnotherModel()
{
    const auto other = feature("function_attributes.onnx");
    QVERIFY(other);
    const auto function = other->model()->functions.front();
    const auto name = (function.domain.empty() ? "" : function.domain + ".") + function.name;
    const auto document = opened(plain);
    QVERIFY(document);
    const auto file
        = (testing::sourceDir() / "tests/data/features/function_attributes.onnx").string();
    const auto script
        = R"({"op":"addFunction","function":")" + name + R"(","file":")" + file + "\"}";
    const auto said = apply(*document, script);
    QVERIFY2(said.starts_with("added function"), said.c_str());
    QCOMPARE(document->model()->functions.size(), std::size_t(1));
    const auto body = document->model()->functions.front().body;
    QCOMPARE(document->model()->graph(body).nodes.size(),
        other->model()->graph(function.body).nodes.size());
    const auto again = apply(*document, script);
    QVERIFY2(again.find("has a function") != std::string::npos, again.c_str());
    QVERIFY(apply(*document, R"({"op":"removeFunction","function":")" + name + "\"}")
                .starts_with("removed"));
}

void TestOperations::makesADefaultAConstant()
{
    const auto document = opened("x: float[2]\nw: float[2] = {1,2}\ny = Add(x, w)\ny -> float[2]");
    QVERIFY(document);
    QVERIFY(apply(*document, R"([{"op":"makeInput","value":"w"},
        {"op":"makeConstant","value":"w","values":[3,4]},
        {"op":"addGraphInput","name":"w2","type":"float[2]"},
        {"op":"moveGraphInput","value":"w2","to":0}])")
                .find("moved input")
        != std::string::npos);
    const auto& model = *document->model();
    QCOMPARE(model.main().inputs.size(), std::size_t(2));
    QCOMPARE(model.value(model.main().inputs.front()).name, std::string("w2"));
    QCOMPARE(model.tensors.size(), std::size_t(1));
    const auto said = apply(*document, R"({"op":"removeGraphInput","value":"x"})");
    QVERIFY2(said.find("reads \"x\"") != std::string::npos, said.c_str());
    QVERIFY(apply(*document, R"({"op":"removeGraphInput","value":"w2"})").starts_with("removed"));
}

void TestOperations::changesElements()
{
    const auto document
        = opened("x: float[2,3]\nw: float[2,3] = {1,-2,3,-4,5,-6}\ny = Add(x, w)\ny -> float[2,3]");
    QVERIFY(document);
    const auto said = apply(*document, R"([
        {"op":"clipInitializer","value":"w","limit":4.5,"axis":1,"index":2},
        {"op":"clipInitializer","value":"w","limit":3.5,"axis":0,"index":1},
        {"op":"setElements","value":"w","index":1,"values":[0.5,0.25]}])");
    QVERIFY2(!said.starts_with("refused"), said.c_str());
    const auto w = document->model()->store->bytes(document->model()->tensors[0]);
    QVERIFY(w);
    std::array<float, 6> numbers {};
    QCOMPARE(w->bytes.size(), sizeof numbers);
    std::memcpy(numbers.data(), w->bytes.data(), sizeof numbers);
    QCOMPARE(numbers, (std::array { 1.0F, 0.5F, 0.25F, -3.5F, 3.5F, -3.5F }));
    const auto half = apply(*document, R"([{"op":"convertFloats","to":"fp16"},
        {"op":"clipInitializer","value":"w","limit":1.5,"axis":0,"index":1}])");
    QVERIFY2(!half.starts_with("refused"), half.c_str());
    const auto h = document->model()->store->bytes(document->model()->tensors[0]);
    QVERIFY(h);
    std::array<std::uint16_t, 6> bits {};
    QCOMPARE(h->bytes.size(), sizeof bits);
    std::memcpy(bits.data(), h->bytes.data(), sizeof bits);
    // 1, 0.5, 0.25, and 1.5 with the signs of row 1
    QCOMPARE(
        bits, (std::array<std::uint16_t, 6> { 0x3c00, 0x3800, 0x3400, 0xbe00, 0x3e00, 0xbe00 }));
}

void TestOperations::renamesWhatTrainingReads()
{
    const auto document = feature("training.onnx");
    QVERIFY(document);
    const auto& model = *document->model();
    QVERIFY(!model.tensors.empty());
    const auto weight = model.tensors.front().name;
    const auto before = editedBytes(*document);
    const auto said = apply(
        *document, R"({"op":"renameValue","value":")" + weight + R"(","to":"renamed_weight"})");
    QVERIFY2(said.starts_with("renamed"), said.c_str());
    // No place in the file has the old name any more: as a text it has its length before it.
    const auto asText = std::string(1, static_cast<char>(weight.size())) + weight;
    QVERIFY(before.find(asText) != std::string::npos);
    QCOMPARE(editedBytes(*document).find(asText), std::string::npos);
}

void TestOperations::renamesDimensionsInExpressions()
{
    const auto document = opened("x: float[seq,2*seq + 1,seq2]\ny = Relu(x)\ny -> float");
    QVERIFY(document);
    QVERIFY(apply(*document, R"({"op":"renameDimension","dimension":"seq","to":"n"})")
                .find("(2 places)")
        != std::string::npos);
    QCOMPARE(typeText(document->model()->value(document->model()->main().inputs[0]).type),
        std::string("n×2*n + 1×seq2 fp32"));
    apply(*document, R"({"op":"fixDimension","dimension":"n","size":4})");
    QCOMPARE(typeText(document->model()->value(document->model()->main().inputs[0]).type),
        std::string("4×?×seq2 fp32"));
}

void TestOperations::definesWhatWasReadButNotDefined()
{
    const auto document = opened("x: float[2]\ny = Add(x, lost)\ny -> float[2]");
    QVERIFY(document);
    QVERIFY(!document->model()->diagnostics.empty());
    const auto said = apply(
        *document, R"({"op":"addInitializer","name":"lost","type":"float","shape":[2],"fill":1})");
    QVERIFY2(said.starts_with("added"), said.c_str());
    QVERIFY(document->model()->diagnostics.empty());
}

void TestOperations::writesAScriptThatDoesItAgain()
{
    const auto document = opened(plain);
    QVERIFY(document);
    apply(*document, R"([{"op":"renameValue","value":"r","to":"é\"x"},
        {"op":"setAttribute","node":"turn","name":"perm","value":[0,1]},
        {"op":"addInitializer","name":"k","type":"float","values":[0.1,-2e-5]}])");
    QCOMPARE(document->doneSteps(), std::size_t(3));
    const auto edited = editedBytes(*document);
    const auto script = document->script();
    const auto other = opened(plain);
    QVERIFY(other);
    apply(*other, script);
    QVERIFY(editedBytes(*other) == edited);
    QCOMPARE(other->script(), script);
}

void TestOperations::keepsPartsOfAnAttributeThatAreNotItsValue()
{
    const auto document = opened(plain);
    QVERIFY(document);
    // An unknown field and a doc string of the attribute, by hand.
    Change change;
    Editing editing(*document->model(), document->file().root(), change, {});
    const auto node = editing.nodeCalled("turn");
    QVERIFY(node);
    const auto message = editing.nodeMessage(*node);
    QVERIFY(message);
    const auto attribute = change.open(**message, *positionOf(**message, 5, 0));
    QVERIFY(attribute);
    change.append(**attribute, bytesField(13, "documented"));
    change.append(**attribute, bytesField(99, "unknown"));
    apply(*document, R"({"op":"setAttribute","node":"turn","name":"perm","value":[0,1]})");
    QCOMPARE(document->model()->node(*node).attribute("perm")->doc, std::string("documented"));
    QVERIFY(editedBytes(*document).find("unknown") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestOperations)
#include "tst_operations.moc"
