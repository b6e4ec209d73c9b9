#include "model/edit/convert/opset.h"
#include "model/edit/document.h"
#include "model/inference/analysis.h"
#include "tests/model/edit/model_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using namespace model;
using namespace model::edit;

namespace {

struct Row {
    const char* name;
    const char* graph;
    int version;
    const char*
        has; ///< a part of the model's text afterwards; or of the refusal, after `refused: `
};

constexpr Row rows[] {
    { "attributes become inputs",
        "opset 9\nx: float[4,4]\ny = Slice(x) {starts: [1]; ends: [3]}\ny -> float", 21,
        "init Slice_starts int64 1\ninit Slice_ends int64 1\ny = Slice (x, Slice_starts, "
        "Slice_ends)" },
    { "equal constants are made once",
        "opset 12\nx: float[4]\na = Unsqueeze(x) {axes: [0]}\nb = Unsqueeze(x) {axes: [0]}\na -> "
        "float\nb -> float",
        13,
        "init Unsqueeze_axes int64 1\na = Unsqueeze (x, Unsqueeze_axes)\nb = Unsqueeze (x, "
        "Unsqueeze_axes)" },
    { "constant inputs become attributes, and go",
        "opset 13\nx: float[4,1]\nk: int64[1] = {1}\ny = Squeeze(x, k)\ny -> float", 12,
        "out y: tensor(float) ? fp32\ny = Squeeze <axes = [1]> (x)" },
    { "an input that is no constant",
        "opset 13\nx: float[4,1]\nk: int64[1]\ny = Squeeze(x, k)\ny -> float", 12,
        "refused: axes is no constant" },
    { "softmax of the last axis", "opset 11\nx: float[2,3]\ny = Softmax(x)\ny -> float", 13,
        "y = Softmax <axis = -1> (x)" },
    { "softmax from an axis on", "opset 11\nx: float[2,3,4]\ny = Softmax(x) {axis: 1}\ny -> float",
        13,
        "y_Shape = Shape (x)\ny_Flatten = Flatten <axis = 1> (x)\ny_Softmax = Softmax <axis = -1> "
        "(y_Flatten)\ny = Reshape (y_Softmax, y_Shape)" },
    { "hardmax like softmax", "opset 12\nx: float[2,3,4]\ny = Hardmax(x) {axis: 0}\ny -> float", 13,
        "y_Flatten = Flatten <axis = 0> (x)" },
    { "softmax along an inner axis, down",
        "opset 13\nx: float[2,3,4]\ny = Softmax(x) {axis: 1}\ny -> float", 12,
        "y_Transpose = Transpose <perm = [0, 2, 1]> (x)\ny_Softmax = Softmax <axis = 2> "
        "(y_Transpose)\ny = Transpose <perm = [0, 2, 1]> (y_Softmax)" },
    { "resize is asymmetric before opset 11",
        "opset 10\nx: float[1,1,2,2]\ns: float[4] = {1,1,2,2}\ny = Resize(x, s) {mode: nearest}\ny "
        "-> float",
        13,
        "nearest_mode = \"floor\", coordinate_transformation_mode = \"asymmetric\"> (x, \"\", s)" },
    { "resize that shrinks",
        "opset 10\nx: float[1,1,4,4]\ns: float[4] = {1,1,0.5,0.5}\ny = Resize(x, s)\ny -> float",
        11, "nearest_mode = \"ceil\"" },
    { "resize that does both",
        "opset 10\nx: float[1,1,4,4]\ns: float[4] = {1,1,0.5,2}\ny = Resize(x, s)\ny -> float", 11,
        "refused: it enlarges one axis and shrinks another" },
    { "upsample",
        "opset 7\nx: float[1,1,2,2]\ny = Upsample(x) {scales: 1.0 1.0 2.0 2.0; mode: linear}\ny -> "
        "float",
        19,
        "mode = \"linear\", coordinate_transformation_mode = \"asymmetric\"> (x, \"\", "
        "Upsample_scales)" },
    { "groups become channels",
        "opset 20\nx: float[1,4,2]\ns: float[2] = {1,2}\nb: float[2] = {0,1}\ny = "
        "GroupNormalization(x, s, b) {num_groups: 2}\ny -> float",
        21,
        "y_Reshape = Reshape (s, GroupNormalization_column)\ny_Expand = Expand (y_Reshape, "
        "GroupNormalization_grid)" },
    { "old broadcasting",
        "opset 6\nx: float[2,3,4]\nb: float[3]\ny = Add(x, b) {broadcast: 1; axis: 1}\ny -> float",
        13, "y_Unsqueeze = Unsqueeze (b, Unsqueeze_axes)\ny = Add (x, y_Unsqueeze)" },
    { "old broadcasting of the last axes",
        "opset 6\nx: float[2,3]\nb: float[3]\ny = Add(x, b) {broadcast: 1}\ny -> float", 7,
        "\ny = Add (x, b)" },
    { "axes from the end, down",
        "opset 12\nx: float[2,3]\ny = ReduceMean(x) {axes: [-1]}\ny -> float", 9,
        "y = ReduceMean <axes = [1]> (x)" },
    { "split says its count", "opset 13\nx: float[4]\na, b = Split(x)\na -> float\nb -> float", 18,
        "Split <num_outputs = 2> (x)" },
    { "unequal parts, down",
        "opset 18\nx: float[5]\na, b = Split(x) {num_outputs: 2}\na -> float\nb -> float", 13,
        "init Split_split int64 2" },
    { "region of interest",
        "opset 10\nx: float[1,1,4,4]\nr: float[1,4]\nk: int64[1]\ny = RoiAlign(x, r, k)\ny -> "
        "float",
        16, "coordinate_transformation_mode = \"output_half_pixel\"" },
    { "modes of GridSample",
        "opset 16\nx: float[1,1,4,4]\ng: float[1,2,2,2]\ny = GridSample(x, g) {mode: bicubic}\ny "
        "-> float",
        20, "mode = \"cubic\"" },
    { "an axis becomes an input", "opset 17\nx: float[1,8,1]\ny = DFT(x)\ny -> float", 20,
        "y = DFT (x, \"\", DFT_axis)" },
    { "an operator that is too new", "opset 20\nx: float[2]\ny = Gelu(x)\ny -> float", 19,
        "refused: Gelu exists from opset 20 on" },
    { "a type that is too new", "opset 14\nx: int32[2]\ny = Relu(x)\ny -> float", 13,
        "refused: input \"X\" is tensor(int32), which opset 13 does not take" },
    { "an attribute that is too new",
        "opset 19\nx: float[1,1,4,4]\ny = AveragePool(x) {kernel_shape: 2 2; dilations: 2 2}\ny -> "
        "float",
        18, "refused: attribute \"dilations\" is [2, 2], which opset 18 cannot express" },
    { "an attribute with its default goes",
        "opset 19\nx: float[1,1,4,4]\ny = AveragePool(x) {kernel_shape: 2 2; dilations: 1 1}\ny -> "
        "float",
        18, "y = AveragePool <kernel_shape = [2, 2]> (x)" },
    { "an experimental operator",
        "opset 7\nx: float[1,2,2,2]\ny = ImageScaler(x) {scale: 2.0; bias: 1.0 2.0}\ny -> float",
        13,
        "y_ImageScaler = Mul (x, ImageScaler_scale)\ny = Add (y_ImageScaler, "
        "ImageScaler_bias)" },
    { "withdrawn without a successor", "opset 7\nx: float[2]\ny = Affine(x)\ny -> float", 10,
        "refused: Affine was withdrawn with opset 10" },
    { "other domains stay",
        "opset 11\nopset com.microsoft 1\nx: float[2]\ny = com.microsoft:Gelu(x)\ny -> float", 21,
        "y = com.microsoft.Gelu (x)" },
    { "training",
        "opset 6\nx: float[1,2]\ns: float[2]\ny, m, v, a, b = BatchNormalization(x, s, s, s, s)\ny "
        "-> float\nm -> float",
        7, "refused: it is in training mode" },
};

} // namespace

class TestConvertOpset : public QObject {
    Q_OBJECT
private slots:
    void convertsAndTakesBack_data();
    void convertsAndTakesBack();
    void namesEveryNodeThatIsRefused();
    void convertsFunctionsByTheirOwnImport();
    void convertsBodiesOfOtherDomains();
    void saysWhatIsAssumed();
    void keepsEverythingElse();
    void listsEveryStep();
    void refusesVersionsThatAreNotKnown();

private:
    std::unique_ptr<Document> opened(std::string_view graph)
    {
        const auto path = fs::path(m_folder.path().toStdString()) / "model.onnx";
        std::ofstream(path, std::ios::binary) << testing::modelBytesFromText(graph);
        auto document = Document::open(path);
        return document ? *std::move(document) : nullptr;
    }
    static std::string convert(Document& document, int version)
    {
        const auto operations
            = operationsFrom(R"({"op":"convertOpset","version":)" + std::to_string(version) + "}");
        const auto said = document.apply(operations->front());
        return said ? *said : "refused: " + said.error().message();
    }
    QTemporaryDir m_folder;
};

void TestConvertOpset::convertsAndTakesBack_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("has");
    for (const auto& row : rows)
        QTest::newRow(row.name) << row.graph << row.version << row.has;
}

void TestConvertOpset::convertsAndTakesBack()
{
    QFETCH(QString, graph);
    QFETCH(int, version);
    QFETCH(QString, has);
    const auto document = opened(graph.toStdString());
    QVERIFY(document);
    const auto original = testing::editedBytes(*document);
    const auto said = QString::fromStdString(convert(*document, version));
    if (has.startsWith("refused: ")) {
        QVERIFY2(said.startsWith("refused: ") && said.contains(has.mid(9)), qPrintable(said));
        QVERIFY(testing::editedBytes(*document) == original);
        return;
    }
    const auto text = QString::fromStdString(testing::modelText(*document->model()));
    QVERIFY2(text.contains(has), qPrintable(said + "\n" + text));
    QVERIFY2(text.contains("|  " + QString::number(version)), qPrintable(text));
    for (const auto& finding : allFindings(*analyse(document->model())))
        QVERIFY2(finding.severity != support::Severity::Error, finding.message.c_str());
    QVERIFY(document->undo());
    QVERIFY(testing::editedBytes(*document) == original);
}

void TestConvertOpset::namesEveryNodeThatIsRefused()
{
    const auto document = opened("opset 20\nx: float[2]\ny = Gelu(x) \"first\"\nz = Relu(y)\n"
                                 "a = Gelu(z) \"second\"\na -> float");
    const auto said = convert(*document, 12);
    QVERIFY2(said.find("2 nodes cannot be converted") != std::string::npos, said.c_str());
    QVERIFY2(said.find("'first' (Gelu): Gelu exists") != std::string::npos, said.c_str());
    QVERIFY2(said.find("'second' (Gelu): Gelu exists") != std::string::npos, said.c_str());
}

void TestConvertOpset::convertsFunctionsByTheirOwnImport()
{
    auto document
        = Document::open(testing::sourceDir() / "tests/data/features/function_attributes.onnx");
    QVERIFY(document);
    const auto functions = (*document)->model()->functions.size();
    const auto said = convert(**document, 21);
    QVERIFY2(said.starts_with("converted"), said.c_str());
    const auto& model = *(*document)->model();
    QCOMPARE(model.functions.size(), functions);
    for (const auto& function : model.functions)
        QCOMPARE(model.opset("", function.body), 21);
}

void TestConvertOpset::convertsBodiesOfOtherDomains()
{
    auto document = Document::open(testing::sourceDir() / "tests/data/features/loop_and_scan.onnx");
    QVERIFY(document);
    const auto said = convert(**document, 24);
    QVERIFY2(said.starts_with("converted"), said.c_str());
    for (const auto& finding : allFindings(*analyse((*document)->model())))
        QVERIFY2(finding.severity != support::Severity::Error, finding.message.c_str());
}

void TestConvertOpset::saysWhatIsAssumed()
{
    const auto document
        = opened("opset 12\nx: float[4]\ni: int64[2]\ny = Gather(x, i)\ny -> float");
    const auto said = convert(*document, 9);
    QVERIFY2(said.find("assumed that the indices of Gather are not negative (1 node)")
            != std::string::npos,
        said.c_str());
}

void TestConvertOpset::keepsEverythingElse()
{
    // A model whose operators all are the same: only the number of the import differs.
    const auto document = opened("opset 13\nx: float[2]\ny = Add(x, x) \"sum\"\ny -> float");
    const auto before = testing::editedBytes(*document);
    convert(*document, 14);
    const auto after = testing::editedBytes(*document);
    QCOMPARE(after.size(), before.size());
    int differences = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        differences += before[i] != after[i];
    QCOMPARE(differences, 1);
}

void TestConvertOpset::listsEveryStep()
{
    // Each later version of an operator has a row, and no explicit step is left out of the list.
    const auto rowsOfAll = convert::opsetCoverage("");
    std::size_t steps = 0;
    std::map<std::string, int> versions;
    for (const auto* const schema : OperatorRegistry::instance().all())
        if (schema->domain.empty())
            steps += versions[schema->name]++ > 0;
    QVERIFY(rowsOfAll.size() >= steps);
    std::size_t refusedUp = 0;
    for (const auto& row : rowsOfAll) {
        QVERIFY2(!row.up.empty(), row.type.c_str());
        refusedUp += row.up.starts_with("no");
    }
    // Scan 8, Tile 1, two of LabelEncoder's kind, and the withdrawn ones.
    QVERIFY2(refusedUp <= 8, std::to_string(refusedUp).c_str());
    const auto found = std::ranges::find_if(
        rowsOfAll, [](const auto& row) { return row.type == "Softmax" && row.to == 13; });
    QVERIFY(found != rowsOfAll.end());
    QCOMPARE(found->up, std::string("last axis, else Flatten and Reshape"));
}

void TestConvertOpset::refusesVersionsThatAreNotKnown()
{
    const auto document = opened("opset 13\nx: float[2]\ny = Relu(x)\ny -> float");
    QVERIFY(convert(*document, 99).find("version is 99, expected 1 to ") != std::string::npos);
    QVERIFY(convert(*document, 0).find("version is 0, expected 1 to ") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestConvertOpset)
#include "tst_convert_opset.moc"
