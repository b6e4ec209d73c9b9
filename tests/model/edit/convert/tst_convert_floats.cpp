#include "model/decode.h"
#include "model/edit/convert/half_values.h"
#include "model/edit/document.h"
#include "model/inference/analysis.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/wire.h"

#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

namespace fs = std::filesystem;
using namespace model;
using namespace model::edit;

namespace {

struct Row {
    const char* name;
    const char* graph;
    const char* arguments;
    const char* has; ///< a part of the model's text afterwards
    const char* said; ///< a part of the sentence
};

constexpr Row rows[] {
    { "weights, inputs and outputs",
        "x: float[2]\nw: float[2] = {1,2}\ny = Add(x, w)\ny -> float[2]", R"("to":"fp16")",
        "in x: tensor(float16) 2 fp16\nout y: tensor(float16) 2 fp16\ninit w fp16 2\ny = Add (x, "
        "w)",
        "converted 3 values to fp16: 1 weight of 8 B became 4 B, 0 Casts added" },
    { "bfloat16", "x: float[2]\nw: float[2] = {1,2}\ny = Mul(x, w)\ny -> float[2]",
        R"("to":"bf16")", "out y: tensor(bfloat16) 2 bf16\ninit w bf16 2", "to bf16" },
    { "types of the interface are kept",
        "x: float[2]\nw: float[2] = {1,2}\ny = Add(x, w) \"sum\"\ny -> float[2]",
        R"("to":"fp16","keepInterface":true)",
        "in x: tensor(float) 2 fp32\nout y: tensor(float) 2 fp32\ninit w fp16 2\nx_fp16 = Cast <to "
        "= 10> (x)\n"
        "[sum] y_fp16 = Add (x_fp16, w)\n[sum_Cast] y = Cast <to = 1> (y_fp16)",
        "2 Casts added" },
    { "an operator is kept",
        "x: float[2,2]\na = Relu(x)\nb = Softmax(a)\nc = Relu(b)\nc -> float[2,2]",
        R"("to":"fp16","keep":["Softmax"])",
        "a = Relu (x)\na_fp32 = Cast <to = 1> (a)\nb = Softmax (a_fp32)\nb_fp16 = Cast <to = 10> "
        "(b)\nc = Relu (b_fp16)",
        "Softmax is kept as wished (1 node)" },
    { "a node is kept", "x: float[2,2]\na = Relu(x) \"first\"\nc = Relu(a)\nc -> float[2,2]",
        R"("to":"fp16","keepNodes":["first"])",
        "in x: tensor(float) 2×2 fp32\nout c: tensor(float16) 2×2 fp16\n[first] a = Relu "
        "(x)\n[first_Cast] a_fp16 = Cast <to = 10> (a)",
        "kept as wished" },
    { "one Cast for all readers",
        "x: float[2,2]\na = Relu(x)\nb = Softmax(a)\nc = Softmax(a)\nb -> float\nc -> float",
        R"("to":"fp16","keep":["Relu"])",
        "a = Relu (x)\na_fp16 = Cast <to = 10> (a)\nb = Softmax (a_fp16)\nc = Softmax (a_fp16)",
        "1 Cast added" },
    { "fixed types stay",
        "x: float[1,1,2,2]\ns: float[4] = {1,1,2,2}\ny = Resize(x,,s)\ny -> float",
        R"("to":"fp16")", "init s fp32 4\ny = Resize (x, \"\", s)", "0 Casts added" },
    { "a constant that both types read is copied",
        "x: float[1,1,2,4]\ns: float[4] = {1,1,2,2}\ny = Resize(x,,s)\nz = Mul(x, s)\ny -> "
        "float\nz -> float",
        R"("to":"fp16")",
        "init s fp16 4\ninit s_fp32 fp32 4\ny = Resize (x, \"\", s_fp32)\nz = Mul (x, s)",
        "0 Casts added" },
    { "an operator without the type",
        "opset 11\na: float\nb: float\nc: float\nr = Range(a, b, c)\ny = Relu(r)\ny -> float",
        R"("to":"fp16")", "r_fp16 = Cast <to = 10> (r)\ny = Relu (r_fp16)",
        "Range of opset 11 does not take fp16, that of opset 27 does (1 node)" },
    { "types in attributes", "x: int64[2]\na = Cast(x) {to: 1}\nb = Relu(a)\nb -> float[2]",
        R"("to":"fp16")", "a = Cast <to = 10> (x)\nb = Relu (a)", "0 Casts added" },
    { "back, without Casts that have no effect",
        "x: float[2]\na = Cast(x) {to: 10}\nb = Relu(a)\nc = Cast(b) {to: 1}\nd = Neg(c)\nd -> "
        "float[2]",
        R"("to":"fp32")", "\nb = Relu (x)\nd = Neg (b)", "2 removed" },
    { "large values and small ones",
        "x: float[4]\nw: float[4] = {70000,-100000,1e-9,0}\ny = Add(x, w)\ny -> float",
        R"("to":"fp16")", "init w fp16 4",
        "clamped 2 elements of 1 constant to the largest fp16; 1 element of 1 constant became "
        "zero" },
};

} // namespace

class TestConvertFloats : public QObject {
    Q_OBJECT
private slots:
    void convertsAndTakesBack_data();
    void convertsAndTakesBack();
    void roundsToNearestEven();
    void keepsInfinitiesAndClampsTheRest();
    void convertsBodiesWithTheirOwner();
    void convertsWhatBodiesDeclareOfOuterValues();
    void convertsFunctionsWithTheirCalls();
    void refusesWhatIsNoFloat();
    void refusesACastThatTheOperatorSetLacks();

private:
    std::unique_ptr<Document> opened(std::string_view graph)
    {
        return openedBytes(testing::modelBytesFromText(graph));
    }
    std::unique_ptr<Document> openedBytes(std::string_view bytes)
    {
        const auto path = fs::path(m_folder.path().toStdString()) / "model.onnx";
        std::ofstream(path, std::ios::binary) << bytes;
        auto document = Document::open(path);
        return document ? *std::move(document) : nullptr;
    }
    static std::string convert(Document& document, const std::string& arguments)
    {
        const auto operations = operationsFrom(R"({"op":"convertFloats",)" + arguments + "}");
        const auto said = document.apply(operations->front());
        return said ? *said : "refused: " + said.error().message();
    }
    static void expectSound(const Document& document)
    {
        for (const auto& finding : allFindings(*analyse(document.model())))
            QVERIFY2(finding.severity != support::Severity::Error,
                (finding.where.path + ": " + finding.message).c_str());
    }
    QTemporaryDir m_folder;
};

void TestConvertFloats::convertsAndTakesBack_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("has");
    QTest::addColumn<QString>("said");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.graph << row.arguments << row.has << row.said;
}

void TestConvertFloats::convertsAndTakesBack()
{
    QFETCH(QString, graph);
    QFETCH(QString, arguments);
    QFETCH(QString, has);
    QFETCH(QString, said);
    const auto document = opened(graph.toStdString());
    QVERIFY(document);
    const auto original = testing::editedBytes(*document);
    const auto sentence = QString::fromStdString(convert(*document, arguments.toStdString()));
    QVERIFY2(sentence.contains(said), qPrintable(sentence));
    const auto text = QString::fromStdString(testing::modelText(*document->model()));
    QVERIFY2(text.contains(has), qPrintable(text));
    expectSound(*document);
    QVERIFY(document->undo());
    QVERIFY(testing::editedBytes(*document) == original);
}

void TestConvertFloats::roundsToNearestEven()
{
    const auto bitsOf = [](float value, ElementType type) {
        const auto bytes = convert::narrowed(std::as_bytes(std::span(&value, 1)), type).bytes;
        std::uint16_t bits = 0;
        std::memcpy(&bits, bytes.data(), sizeof bits);
        return bits;
    };
    for (const auto type : { ElementType::Float16, ElementType::Bfloat16 })
        for (std::uint32_t bits = 0; bits < 0x8000; ++bits) {
            const auto value = static_cast<float>(floatFromBits(type, bits));
            const auto next = floatFromBits(type, bits + 1);
            if (!std::isfinite(value) || !std::isfinite(next))
                continue;
            QCOMPARE(bitsOf(value, type), bits);
            QCOMPARE(bitsOf(-value, type), bits | 0x8000U);
            // Half-way goes to the even one, a little more goes up.
            const auto middle = static_cast<float>((value + next) / 2);
            QCOMPARE(bitsOf(middle, type), bits % 2 == 0 ? bits : bits + 1);
            QCOMPARE(bitsOf(std::nextafter(middle, std::numeric_limits<float>::infinity()), type),
                bits + 1);
        }
}

void TestConvertFloats::keepsInfinitiesAndClampsTheRest()
{
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> values { infinity, -infinity, std::nanf(""), 65504, 65505, -3.4e38F,
        1e-8F, 0 };
    const auto half = convert::narrowed(std::as_bytes(std::span(values)), ElementType::Float16);
    const auto at = [&](std::size_t i) { return numberAt(ElementType::Float16, half.bytes, i); };
    QCOMPARE(at(0), double(infinity));
    QCOMPARE(at(1), -double(infinity));
    QVERIFY(std::isnan(at(2)));
    QCOMPARE(at(3), 65504.0);
    QCOMPARE(at(4), 65504.0);
    QCOMPARE(at(5), -65504.0);
    QCOMPARE(half.clamped, 2U);
    QCOMPARE(half.vanished, 1U);
}

void TestConvertFloats::convertsBodiesWithTheirOwner()
{
    for (const auto* const file : { "loop_and_scan.onnx", "nested_if_5.onnx" }) {
        auto document = Document::open(testing::sourceDir() / "tests/data/features" / file);
        QVERIFY(document);
        const auto original = testing::editedBytes(**document);
        const auto said = convert(**document, R"("to":"fp16")");
        QVERIFY2(said.starts_with("converted"), said.c_str());
        expectSound(**document);
        for (const auto& type : analyse((*document)->model())->types)
            QVERIFY2(type.element != ElementType::Float, file);
        QVERIFY((*document)->undo());
        QVERIFY(testing::editedBytes(**document) == original);
    }
}

void TestConvertFloats::convertsWhatBodiesDeclareOfOuterValues()
{
    namespace wire = testing::wire;
    const auto type = wire::tensorType(1, { 2 });
    const auto body = [&](const char* out) {
        return wire::nodeField("Add", { "x", "w" }, { out }) + wire::bytes(2, out)
            + wire::bytes(13, wire::valueInfo("w", type)) + wire::outputField(out, type);
    };
    const auto document
        = openedBytes(wire::model(wire::nodeField("If", { "c" }, { "y" },
                                      wire::graphAttribute("then_branch", body("t"))
                                          + wire::graphAttribute("else_branch", body("e")))
            + wire::bytes(2, "g")
            + wire::initializerField(wire::tensor("w", 1, { 2 }, wire::bytes(9, "ABCDEFGH")))
            + wire::inputField("c", wire::tensorType(9, {})) + wire::inputField("x", type)
            + wire::outputField("y", type)));
    QVERIFY(document);
    convert(*document, R"("to":"fp16")");
    const auto bytes = testing::editedBytes(*document);
    QVERIFY(bytes.find(wire::valueInfo("w", wire::tensorType(10, { 2 }))) != std::string::npos);
    QCOMPARE(bytes.find(wire::valueInfo("w", type)), std::string::npos);
}

void TestConvertFloats::convertsFunctionsWithTheirCalls()
{
    auto document
        = Document::open(testing::sourceDir() / "tests/data/features/function_attributes.onnx");
    QVERIFY(document);
    const auto said = convert(**document, R"("to":"fp16")");
    QVERIFY2(said.starts_with("converted"), said.c_str());
    expectSound(**document);
}

void TestConvertFloats::refusesWhatIsNoFloat()
{
    const auto document = opened("x: float[2]\ny = Relu(x)\ny -> float");
    QVERIFY(convert(*document, R"("to":"int8")").find("to is \"int8\", expected fp16, bf16 or fp32")
        != std::string::npos);
    QVERIFY(convert(*document, R"("to":"fp16","keep":["Softmax"])")
                .find("no node has the operator \"Softmax\"")
        != std::string::npos);
}

/// Cast has bfloat16 from opset 13 on, and operators of other domains may have it in any.
void TestConvertFloats::refusesACastThatTheOperatorSetLacks()
{
    const auto document = opened("opset 9\nopset com.microsoft 1\nx: float[2]\na = Relu(x)\n"
                                 "b = com.microsoft:Gelu(a)\n"
                                 "c = Relu(b)\nc -> float[2]");
    QVERIFY(document != nullptr);
    const auto before = testing::editedBytes(*document);
    const auto said = convert(*document, R"("to":"bf16")");
    QVERIFY2(
        said.find("\"a\" needs a Cast, but Cast of opset 9 does not take bf16, that of opset 13 "
                  "does; convert the operator set first")
            != std::string::npos,
        said.c_str());
    QVERIFY(testing::editedBytes(*document) == before);
    QVERIFY(convert(*document, R"("to":"fp16")").starts_with("converted"));
}

QTEST_GUILESS_MAIN(TestConvertFloats)
#include "tst_convert_floats.moc"
