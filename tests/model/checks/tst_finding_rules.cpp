#include "model/checks/finding_rules.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/wire.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;
namespace wire = testing::wire;

namespace {

std::string textOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
}

QString listed(const support::Diagnostics& findings)
{
    QString text;
    for (const auto& finding : findings)
        text += QString::fromStdString(
            finding.code + " @ " + finding.where.path + ": " + finding.message + "\n");
    return text;
}

std::shared_ptr<const model::Model> parsed(const std::string& bytes)
{
    const auto model = model::onnx::parseModel(std::as_bytes(std::span(bytes)));
    return model ? *model : nullptr;
}

} // namespace

/// Which findings stop a run.
class TestFindingRules : public QObject {
    Q_OBJECT

private slots:
    void knowsTheRuleOfEachFinding();
    void stopsWhatHasNoMeaning_data();
    void stopsWhatHasNoMeaning();
    void leavesBodiesThatMayNeverRun_data();
    void leavesBodiesThatMayNeverRun();
    void leavesFunctionsThatNobodyCalls();
};

/// Every code that the sources of `model` give to a finding is in the table, and every row of the
/// table in the page for people.
void TestFindingRules::knowsTheRuleOfEachFinding()
{
    const auto page = textOf(testing::sourceDir() / "docs" / "checks.md");
    for (const auto& rule : model::checks::allFindingRules()) {
        const auto row = "| `" + std::string(rule.code) + "` | ";
        QVERIFY2(!rule.summary.empty() && page.find(row) != std::string::npos, row.c_str());
    }
    static const QRegularExpression code(QStringLiteral(
        "(?:Severity::[A-Za-z]+|Place::[A-Za-z]+, [a-z0]+),\\s*\"([a-z0-9]+(?:-[a-z0-9]+)+)\""));
    int count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(testing::sourceDir() / "model")) {
        if (entry.path().extension() != ".cpp")
            continue;
        const auto source = QString::fromStdString(textOf(entry.path()));
        for (auto found = code.globalMatch(source); found.hasNext(); ++count) {
            const auto name = found.next().captured(1).toStdString();
            QVERIFY2(model::checks::findingRule(name) != nullptr,
                (name + " in " + entry.path().string()).c_str());
        }
    }
    QVERIFY2(count > 30, std::to_string(count).c_str());
}

void TestFindingRules::stopsWhatHasNoMeaning_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<bool>("stops");
    const auto row = [](const char* name, const char* graph, bool stops) {
        QTest::newRow(name) << QString(graph) << stops;
    };
    row("a sound model", "x: float[2]\ny = Relu(x)\ny -> float[2]", false);
    row("too few inputs", "x: float[2]\ny = Add(x)\ny -> float[2]", true);
    row("missing attribute", "x: float[2]\ny = Cast(x)\ny -> float[2]", true);
    row("an attribute that no version has", "x: float[2]\ny = Relu(x) {slope: 1}\ny -> float[2]",
        false);
    row("an attribute of another version",
        "opset 13\nx: float[1]\ny = Squeeze(x) {axes: 0}\ny -> float[]", true);
    row("two types that must be equal", "x: float[2]\nz: double[2]\ny = Add(x, z)\ny -> float[2]",
        true);
    row("two types that a later version takes",
        "opset 7\nx: float[2]\nz: int64[2]\ny = Pow(x, z)\ny -> float[2]", false);
    row("one type that the operator does not take",
        "x: int8[2,2]\ny = MatMul(x, x)\ny -> int8[2,2]", false);
    row("a sequence where a tensor is expected",
        "x: float[2]\ns = SequenceConstruct(x)\ny = Relu(s)\ny -> float[2]", true);
    row("shapes that do not fit", "x: float[2]\nz: float[3]\ny = Add(x, z)\ny -> float[2]", true);
    row("unknown operator", "x: float[2]\ny = Frobnicate(x)\ny -> float[2]", false);
    row("no outputs", "x: float[2]\ny = Relu(x)", true);
    row("declared shape that contradicts", "x: float[2]\ny = Relu(x)\ny -> float[3]", false);
    row("declared type that contradicts", "x: float[2]\ny = Relu(x)\ny -> int64[2]", true);
}

void TestFindingRules::stopsWhatHasNoMeaning()
{
    QFETCH(QString, graph);
    QFETCH(bool, stops);
    const auto model = testing::modelFromGraphText(graph.toStdString());
    const auto all = model::allFindings(*model::analyse(model));
    const auto stopping = model::checks::stoppingFindings(*model, all);
    QVERIFY2(stopping.empty() != stops, qPrintable(listed(all)));
    const std::vector<std::string> everything { "all" };
    QVERIFY(model::checks::stoppingFindings(*model, all, everything).empty());
    std::vector<std::string> codes;
    std::ranges::transform(stopping, std::back_inserter(codes), &support::Diagnostic::code);
    QVERIFY(model::checks::stoppingFindings(*model, all, codes).empty());
}

void TestFindingRules::leavesBodiesThatMayNeverRun_data()
{
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<bool>("stops");
    const auto row = [](const char* name, const std::string& node, bool stops) {
        QTest::newRow(name) << QByteArray::fromStdString(node) << stops;
    };
    row("shapes that do not fit", wire::nodeField("Add", { "x", "w" }, { "z" }), false);
    row("types that do not fit", wire::nodeField("Add", { "x", "c" }, { "z" }), false);
    row("too few inputs", wire::nodeField("Add", { "x" }, { "z" }), true);
    row("nothing wrong", wire::nodeField("Add", { "x", "x" }, { "z" }), false);
}

/// Exporters leave branches for other sizes behind, whose shapes do not fit; too few inputs are
/// wrong anywhere.
void TestFindingRules::leavesBodiesThatMayNeverRun()
{
    QFETCH(QByteArray, node);
    QFETCH(bool, stops);
    const auto branch = [](const std::string& nodes) {
        return wire::bytes(2, "branch") + nodes
            + wire::outputField("z", wire::tensorType(1, { 2 }));
    };
    const auto bodies = wire::graphAttribute("then_branch", branch(node.toStdString()))
        + wire::graphAttribute("else_branch", branch(wire::nodeField("Abs", { "x" }, { "z" })));
    const auto model
        = parsed(wire::model(wire::bytes(2, "main") + wire::inputField("c", wire::tensorType(9, {}))
            + wire::inputField("x", wire::tensorType(1, { 2 }))
            + wire::inputField("w", wire::tensorType(1, { 3 }))
            + wire::nodeField("If", { "c" }, { "y" }, bodies)
            + wire::outputField("y", wire::tensorType(1, { 2 }))));
    QVERIFY(model != nullptr);
    const auto all = model::allFindings(*model::analyse(model));
    QVERIFY2(
        model::checks::stoppingFindings(*model, all).empty() != stops, qPrintable(listed(all)));
}

void TestFindingRules::leavesFunctionsThatNobodyCalls()
{
    const auto function = [](std::string_view name) {
        return wire::bytes(25,
            wire::bytes(1, name) + wire::bytes(4, "a") + wire::bytes(5, "b")
                + wire::bytes(7, wire::node("Add", { "a" }, { "b" })) + wire::operatorSet("", 17)
                + wire::bytes(10, "local"));
    };
    const auto call = [](std::string_view name) {
        return wire::nodeField(name, { "x" }, { "y" }, wire::bytes(7, "local"));
    };
    const auto file = [&](std::string_view called) {
        return wire::model(wire::bytes(2, "main")
                   + wire::inputField("x", wire::tensorType(1, { 2 })) + call(called)
                   + wire::outputField("y", wire::tensorType(1, { 2 })))
            + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1)) + function("Broken");
    };
    for (const auto* called : { "Broken", "Other" }) {
        const auto model = parsed(file(called));
        QVERIFY(model != nullptr);
        const auto all = model::allFindings(*model::analyse(model));
        const auto stopping = model::checks::stoppingFindings(*model, all);
        const bool stops = std::ranges::any_of(
            stopping, [](const auto& finding) { return finding.code == "arity-input"; });
        QVERIFY2(stops == (std::string_view(called) == "Broken"), qPrintable(listed(all)));
    }
}

QTEST_GUILESS_MAIN(TestFindingRules)
#include "tst_finding_rules.moc"
