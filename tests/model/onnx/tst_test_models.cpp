#include "model/decode.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/json.h"
#include "model/support/mapped_file.h"
#include "model/tensor_store.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <sys/stat.h>

namespace fs = std::filesystem;
using support::JsonValue;

namespace {

/// Rows of tests/data/MANIFEST.json: what each of our small models is about.
const JsonValue& manifest()
{
    static const JsonValue rows = [] {
        std::ifstream file(testing::sourceDir() / "tests/data/MANIFEST.json");
        std::stringstream text;
        text << file.rdbuf();
        auto parsed = support::parseJson(text.str());
        return parsed ? *std::move(parsed) : JsonValue();
    }();
    return rows;
}

/// A copy of the data with the links and pipes that some rows need.
fs::path preparedFolder()
{
    static const QTemporaryDir folder;
    static const fs::path root = [] {
        const fs::path copy = fs::path(folder.path().toStdString()) / "data";
        fs::copy(testing::sourceDir() / "tests/data", copy, fs::copy_options::recursive);
        for (const auto& row : manifest().items()) {
            const auto link = row["needs_link"].items();
            if (link.size() != 3)
                continue;
            const auto where = (copy / row["file"].stringOr("")).parent_path();
            const auto name = where / link[1].stringOr("");
            const auto kind = link[0].stringOr("");
            if (kind == "symbolic")
                fs::create_symlink(link[2].stringOr(""), name);
            else if (kind == "hard")
                fs::create_hard_link(where / link[2].stringOr(""), name);
            else
                ::mkfifo(name.c_str(), 0600);
        }
        return copy;
    }();
    return root;
}

void addRows(const std::function<bool(const JsonValue&)>& isWanted)
{
    QTest::addColumn<int>("index");
    const auto rows = manifest().items();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isWanted(rows[i]))
            QTest::newRow(rows[i]["file"].stringOr("").c_str()) << static_cast<int>(i);
    }
}

std::string lower(std::string text)
{
    std::erase(text, ','); // 4,096 is 4096
    std::ranges::transform(
        text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

double expectedNumber(const JsonValue& value)
{
    static const std::map<std::string, double> words { { "nan", std::nan("") }, { "inf", HUGE_VAL },
        { "-inf", -HUGE_VAL } };
    if (value.string())
        return words.at(value.stringOr("nan"));
    const auto part = value.items().empty() ? value : value.items()[0];
    if (part.boolean())
        return *part.boolean() ? 1 : 0;
    return part.string() ? words.at(part.stringOr("nan")) : part.numberOr(0);
}

} // namespace

class TestTestModels : public QObject {
    Q_OBJECT

private slots:
    void hasRows() { QVERIFY(manifest().items().size() > 100); }
    void opensWhatHasAGraph_data()
    {
        addRows([](const JsonValue&) { return true; });
    }
    void opensWhatHasAGraph();
    void reportsWhatIsWrong_data()
    {
        addRows([](const JsonValue& row) { return row["opens"].booleanOr(false); });
    }
    void reportsWhatIsWrong();
    void refusesWeightsByRule_data()
    {
        addRows([](const JsonValue& row) { return row.has("weights_refused"); });
    }
    void refusesWeightsByRule();
    void readsWeightsThatLieElsewhere_data()
    {
        addRows([](const JsonValue& row) {
            return row["file"].stringOr("").starts_with("external") && row["finding"].isNull();
        });
    }
    void readsWeightsThatLieElsewhere();
    void decodesEveryElementType_data()
    {
        addRows([](const JsonValue& row) { return row.has("values"); });
    }
    void decodesEveryElementType();

private:
    static const JsonValue& row()
    {
        const int index = *static_cast<const int*>(QTest::qData("index", qMetaTypeId<int>()));
        return manifest().items()[static_cast<std::size_t>(index)];
    }
    static auto open(const JsonValue& row)
    {
        return model::onnx::openModel(preparedFolder() / row["file"].stringOr(""));
    }
};

void TestTestModels::opensWhatHasAGraph()
{
    const auto opened = open(row());
    if (!row()["may_open"].booleanOr(false))
        QVERIFY2(static_cast<bool>(opened) == row()["opens"].booleanOr(false),
            opened ? "" : opened.error().message().c_str());
    if (opened) {
        if (const auto version = row()["ir_version"].integer())
            QCOMPARE((*opened)->irVersion, *version);
        return;
    }
    for (const auto& word : row()["mentions"].items())
        QVERIFY2(
            lower(opened.error().message()).find(lower(word.stringOr(""))) != std::string::npos,
            opened.error().message().c_str());
}

void TestTestModels::reportsWhatIsWrong()
{
    if (row()["file"].stringOr("").find("float6") != std::string::npos)
        QSKIP("the operators' types of opset 28 (float6) are not described yet");
    const auto opened = open(row());
    QVERIFY(opened);
    auto findings = (*opened)->diagnostics;
    const auto analysis = model::analyse(*opened);
    findings.insert(findings.end(), analysis->diagnostics.begin(), analysis->diagnostics.end());
    std::string report;
    auto worst = support::Severity::Note;
    for (const auto& finding : findings) {
        worst = std::max(worst, finding.severity);
        report += finding.code + ": " + finding.where.path + " " + finding.where.file + " "
            + finding.message + "\n";
    }
    const auto expected = row()["finding"].stringOr("note");
    const auto severity = expected == "error" ? support::Severity::Error
        : expected == "warning"               ? support::Severity::Warning
                                              : support::Severity::Note;
    QVERIFY2(worst == severity, ("expected " + expected + ", found\n" + report).c_str());
    for (const auto& word : row()["mentions"].items())
        QVERIFY2(lower(report).find(lower(word.stringOr(""))) != std::string::npos,
            (word.stringOr("") + " is not in\n" + report).c_str());
}

void TestTestModels::refusesWeightsByRule()
{
    const auto opened = open(row());
    QVERIFY(opened);
    for (const auto& wanted : row()["weights_refused"].items()) {
        const auto found
            = std::ranges::find((*opened)->tensors, wanted.stringOr(""), &model::Tensor::name);
        QVERIFY(found != (*opened)->tensors.end());
        QVERIFY(!found->ref.problem.empty());
        QVERIFY(!(*opened)->store->bytes(*found));
    }
    std::string report;
    for (const auto& finding : (*opened)->diagnostics)
        report += finding.where.path + " " + finding.where.file + " " + finding.message + "\n";
    QVERIFY(std::ranges::any_of((*opened)->diagnostics,
        [](const auto& finding) { return finding.severity == support::Severity::Error; }));
    for (const auto& word : row()["mentions"].items())
        QVERIFY2(lower(report).find(lower(word.stringOr(""))) != std::string::npos, report.c_str());
}

void TestTestModels::readsWeightsThatLieElsewhere()
{
    const auto opened = open(row());
    QVERIFY(opened);
    for (const auto& tensor : (*opened)->tensors) {
        const auto bytes = (*opened)->store->bytes(tensor);
        QVERIFY2(bytes, bytes ? "" : bytes.error().message().c_str());
    }
    QVERIFY(!(*opened)->store->openedFiles().empty());
}

void TestTestModels::decodesEveryElementType()
{
    const auto opened = open(row());
    QVERIFY(opened);
    const auto& tensor = (*opened)->tensors.at(0);
    QCOMPARE(static_cast<std::int64_t>(tensor.element), row()["element_type"].integerOr(0));
    const auto values = row()["values"].items();
    if (tensor.element == model::ElementType::String) {
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(QByteArray::fromStdString(tensor.ref.strings->at(i)),
                QByteArray::fromStdString(values[i].stringOr("")));
        return;
    }
    const auto bytes = (*opened)->store->bytes(tensor);
    QVERIFY(bytes);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double expected = expectedNumber(values[i]);
        const double actual = model::numberAt(tensor.element, bytes->bytes, i);
        QVERIFY2((std::isnan(expected) && std::isnan(actual)) || expected == actual,
            qPrintable(QString("element %1: %2, expected %3").arg(i).arg(actual).arg(expected)));
    }
}

QTEST_GUILESS_MAIN(TestTestModels)
#include "tst_test_models.moc"
