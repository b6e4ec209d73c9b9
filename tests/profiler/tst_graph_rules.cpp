// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/profile_run.h"
#include "profiler/report.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/profiler/findings.h"

#include <QTemporaryDir>

#include <numeric>

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;

namespace {

/// Measured: a few runs of one thread.
std::shared_ptr<const Profile> measured(std::string_view model, engine::Optimisation level)
{
    engine::RunRequest request;
    request.model = testing::modelFromText(model);
    request.optimisation = level;
    request.threads = 1;
    BenchmarkOptions options;
    options.runs = 12;
    options.warmUp.runs = 2;
    const auto run = profileRun(request, options);
    return run ? run->profile : nullptr;
}

/// Of the steps, by the rows of the statistics.
double medians(const Report& report, const std::vector<engine::StepId>& steps)
{
    return std::accumulate(steps.begin(), steps.end(), 0.0, [&](double sum, engine::StepId step) {
        return sum + report.statistics->steps[step.value()].total.median;
    });
}

constexpr std::string_view constantPart = "input x: float 1 256\nweight w: float 256 256 = 0.5\n"
                                          "t = Transpose(w)\np = MatMul(t, w)\n"
                                          "y = MatMul(x, p)\noutput y";
constexpr std::string_view twice = "input x: float 64 1024\na = Tanh(x)\nb = Tanh(x)\n"
                                   "c = Exp(a)\nd = Exp(b)\ny = Add(c, d)\noutput y";

} // namespace

/// Rules about nodes and their neighbours, on models that are run.
class TestGraphRules : public QObject {
    Q_OBJECT

private slots:
    void whatDependsOnWeightsOnlyIsFoundWhereItRuns()
    {
        const auto report = buildReport(measured(constantPart, engine::Optimisation::None));
        const auto* finding = findingOf(report, "constant-subgraph");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->steps.size(), std::size_t(2));
        QCOMPARE(finding->gainNs, medians(report, finding->steps));
        QVERIFY(finding->gainNs > 0.5 * report.statistics->wall.median);
        QCOMPARE(evidenceOf(*finding, "executions in a run"), QString("2"));
        QCOMPARE(evidenceOf(*finding, "makes"), QString("256×256 fp32"));
        QCOMPARE(evidenceOf(*finding, "confidence"), QString("certain"));
        QVERIFY(!evidenceOf(*finding, "bound").isEmpty());
        QVERIFY(finding->advice.find("--optimize basic") != std::string::npos);
    }

    void whatIsFoldedIsNoFinding()
    {
        const auto report = buildReport(measured(constantPart, engine::Optimisation::Basic));
        QVERIFY(findingOf(report, "constant-subgraph") == nullptr);
    }

    void operatorsThatComputeTheSameAreFound_data()
    {
        QTest::addColumn<int>("level");
        QTest::newRow("node by node") << int(engine::Optimisation::None);
        QTest::newRow("after all passes") << int(engine::Optimisation::Full);
    }
    void operatorsThatComputeTheSameAreFound()
    {
        QFETCH(int, level);
        const auto report = buildReport(measured(twice, engine::Optimisation(level)));
        const auto* finding = findingOf(report, "redundant-op");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->steps.size(), std::size_t(4)); // two and what they repeat
        QCOMPARE(finding->gainNs, medians(report, { finding->steps[0], finding->steps[2] }));
        const auto words = evidenceOf(*finding, "same operator, inputs and attributes");
        QVERIFY2(
            words.startsWith("2, ") && words.contains("computes the same as"), qPrintable(words));
        QVERIFY(evidenceOf(*finding, "Identity").isEmpty());
    }

    void otherAttributesAreAnotherOperator()
    {
        const auto report
            = buildReport(measured("input x: float 64 1024\na = LeakyRelu(x) {alpha: 0.5}\n"
                                   "b = LeakyRelu(x) {alpha: 0.25}\ny = Add(a, b)\noutput y",
                engine::Optimisation::None));
        QVERIFY(findingOf(report, "redundant-op") == nullptr);
    }

    void theFileKeepsWhatTheyRestOn()
    {
        const QTemporaryDir folder;
        const auto path = folder.filePath("a.opscope").toStdString();
        for (const auto& [model, rule] : { std::pair { constantPart, "constant-subgraph" },
                 std::pair { twice, "redundant-op" } }) {
            const auto before = measured(model, engine::Optimisation::None);
            QVERIFY(writeProfileFile(path, *before));
            const auto after = readProfileFile(path);
            QVERIFY(after);
            const auto first = buildReport(before);
            const auto second = buildReport(*after);
            QVERIFY(findingOf(second, rule) != nullptr);
            QCOMPARE(findingOf(second, rule)->steps, findingOf(first, rule)->steps);
            QCOMPARE(findingOf(second, rule)->text, findingOf(first, rule)->text);
        }
    }
};

QTEST_GUILESS_MAIN(TestGraphRules)
#include "tst_graph_rules.moc"
