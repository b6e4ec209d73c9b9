// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/report.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/profile_run.h"
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
    options.warmUpRuns = 2;
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
constexpr std::string_view twice
    = "weight k: int64 = 1\ninput x: float 64 1024\na = Softmax(x)\nb = Softmax(x)\n"
      "c = CumSum(a, k)\nd = CumSum(b, k)\ny = Add(c, d)\noutput y";

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

    void anActivationSaysWhyItWasNotFused_data()
    {
        QTest::addColumn<QString>("sizes");
        QTest::addColumn<QString>("activation");
        QTest::addColumn<int>("level");
        QTest::addColumn<QString>("reason"); // empty: it is fused
        const int full = int(engine::Optimisation::Full);
        QTest::newRow("not asked for")
            << "64 256 256"
            << "Relu" << int(engine::Optimisation::Basic)
            << "1 of 1: operators are fused with --optimize full, this run had basic";
        QTest::newRow("no such activation")
            << "64 256 256"
            << "Softplus" << full << "1 of 1: Softplus is none of the activations that are fused";
        QTest::newRow("small")
            << "4 64 64"
            << "Relu" << full
            << "1 of 1: its product is small: 16,384 multiply-adds, fused from 20,000 on";
        QTest::newRow("fused") << "64 256 256"
                               << "Relu" << full << "";
    }
    void anActivationSaysWhyItWasNotFused()
    {
        QFETCH(QString, sizes);
        QFETCH(QString, activation);
        QFETCH(int, level);
        QFETCH(QString, reason);
        const auto size = sizes.split(' ');
        const auto model = QString("input x: float %1 %2\nweight w: float %2 %3 = 0.5\n"
                                   "p = MatMul(x, w)\ny = %4(p)\noutput y")
                               .arg(size[0], size[1], size[2], activation)
                               .toStdString();
        const auto profile = measured(model, engine::Optimisation(level));
        QVERIFY(profile != nullptr);
        const auto report = buildReport(profile);
        const auto* finding = findingOf(report, "unfused-activation");
        QCOMPARE(finding == nullptr, reason.isEmpty());
        if (finding == nullptr)
            return;
        QCOMPARE(evidenceOf(*finding, "not fused"), reason);
        QVERIFY(!evidenceOf(*finding, "bound").isEmpty());

        // Of another program's run nothing is known of why.
        auto foreign = *profile;
        foreign.metadata = {};
        const auto other = buildReport(std::make_shared<const Profile>(std::move(foreign)));
        const auto* bare = findingOf(other, "unfused-activation");
        QVERIFY(bare != nullptr && evidenceOf(*bare, "not fused").isEmpty());
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
