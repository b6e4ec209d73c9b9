// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/build_servers/github.h"
#include "tests/support/profiler/simulated_pair.h"

#include <QStringList>

using namespace profiler;

namespace {

Comparison comparisonOf(std::vector<double> factors, const std::string& name = "op")
{
    testing::PairShape shape;
    shape.operatorNs = testing::twentyOperators();
    shape.factors = std::move(factors);
    shape.rounds = 40;
    shape.isSteady = true;
    shape.name = name;
    const auto pair = testing::simulatedPair(shape);
    return compareProfiles(pair[0], pair[1]);
}

std::vector<double> oneSlower(double factor)
{
    std::vector<double> factors(testing::twentyOperators().size(), 1.0);
    factors[testing::largeOperator] = factor;
    return factors;
}

QStringList linesOf(const std::string& text)
{
    return QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
}

} // namespace

class TestGithub : public QObject {
    Q_OBJECT

private slots:
    void textIsEscapedAsGithubReadsIt();
    void theGateDecidesTheKind();
    void operatorsOfOneNameHaveTheirOwnOutcome();
    void moreThanTenAreCounted();
    void namesCannotBeCommands();
};

void TestGithub::textIsEscapedAsGithubReadsIt()
{
    QCOMPARE(githubCommand(AnnotationKind::Error, "a,b:c.onnx", "50 %: x", "1:2, 3 %\r\nend"),
        "::error file=a%2Cb%3Ac.onnx,line=1,title=50 %25%3A x::1:2, 3 %25%0D%0Aend\n");
    QCOMPARE(githubCommand(AnnotationKind::Notice, "", "t", "m"), "::notice title=t::m\n");
}

void TestGithub::theGateDecidesTheKind()
{
    const auto comparison = comparisonOf(oneSlower(1.10));
    const auto failed = applyGate(comparison, { {}, 0.05 });
    auto lines = linesOf(githubAnnotations(comparison, &failed, "m.onnx"));
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].startsWith("::error file=m.onnx,line=1,title=Slower%3A op4::op4 (Conv): "),
        qPrintable(lines[0]));
    QVERIFY(lines[0].contains("allowed 5.0 %25"));
    const auto passed = applyGate(comparison, { {}, 0.5 });
    lines = linesOf(githubAnnotations(comparison, &passed, "m.onnx"));
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].startsWith("::notice "), qPrintable(lines[0]));
    lines = linesOf(githubAnnotations(comparison, nullptr, "m.onnx"));
    QVERIFY2(lines.filter("op4").size() == 1, qPrintable(lines.join('\n')));
    QVERIFY(lines.filter("op4").front().startsWith("::warning "));
    const auto equal = comparisonOf({});
    QVERIFY(githubAnnotations(equal, nullptr, "m.onnx").empty());
}

void TestGithub::operatorsOfOneNameHaveTheirOwnOutcome()
{
    auto comparison = comparisonOf(oneSlower(1.10));
    comparison.rows.insert(comparison.rows.begin(), comparison.rows.front());
    comparison.rows.front().isIgnored = true;
    const auto outcome = applyGate(comparison, { 0.03, 0.05 });
    QVERIFY(outcome.ofOperator(0) == nullptr);
    for (std::size_t i = 1; i < comparison.rows.size(); ++i)
        QCOMPARE(outcome.ofOperator(i)->name, comparison.rows[i].label);
}

void TestGithub::moreThanTenAreCounted()
{
    const auto comparison
        = comparisonOf(std::vector<double>(testing::twentyOperators().size(), 1.5));
    const auto gate = applyGate(comparison, { 0.05, 0.05 });
    const auto lines = linesOf(githubAnnotations(comparison, &gate, ""));
    QCOMPARE(lines.size(), 10);
    QVERIFY2(lines[0].contains("the whole model"), qPrintable(lines[0]));
    const auto left = QString::number(gate.count(GateResult::Beyond) - 9);
    QCOMPARE(lines[9],
        "::error title=And " + left + " more::the step summary and the result list all of them");
}

void TestGithub::namesCannotBeCommands()
{
    const auto comparison = comparisonOf(oneSlower(1.5), "x\n::set-output name=a::b,%");
    const auto lines = linesOf(githubAnnotations(comparison, nullptr, ""));
    for (const auto& line : lines)
        QVERIFY2(line.startsWith("::warning title="), qPrintable(line));
    QCOMPARE(
        withoutCommands("::error::x", "word"), "::stop-commands::word\n::error::x\n::word::\n");
}

QTEST_GUILESS_MAIN(TestGithub)
#include "tst_github.moc"
