#include <QTest>

#include "profiler/statistics/scope_spans.h"
#include "tests/support/profiler/sample_profile.h"

using namespace profiler;

namespace {

std::vector<ScopeLevel> levelsOf(std::string_view lines)
{
    return scopeLevels(*Timeline::build(testing::profileFromText(lines)));
}

/// `name start-end (steps)`, one span after the other.
QString text(const ScopeLevel& level)
{
    QStringList spans;
    for (const auto& span : level.spans)
        spans += QStringLiteral("%1 %2-%3 (%4)")
                     .arg(QString::fromStdString(level.names[span.scope]))
                     .arg(span.startNs)
                     .arg(span.endNs)
                     .arg(span.steps);
    return spans.join(QStringLiteral(", "));
}

} // namespace

class TestScopeSpans : public QObject {
    Q_OBJECT

private slots:
    void stepsOfOneScopeInARowAreOneSpan_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QStringList>("wanted");
        QTest::newRow("no steps") << "run 0 1000\n" << QStringList {};
        QTest::newRow("names without scopes") << "run 0 1000\n  Conv 100 400\n  Relu 600 100\n"
                                              << QStringList {};
        QTest::newRow("all in one scope") << "run 0 1000\n  a/Conv 100 400\n  a/Relu 600 100\n"
                                          << QStringList {};
        QTest::newRow("two scopes")
            << "run 0 1000\n  a/Conv 100 300\n  a/Relu 400 100\n  b/Add 600 100\n"
            << QStringList { "a 100-500 (2), b 600-700 (1)" };
        QTest::newRow("a scope that comes back")
            << "run 0 1000\n  a/Conv 100 100\n  b/Add 200 100\n  a/Relu 300 100\n"
            << QStringList { "a 100-200 (1), b 200-300 (1), a 300-400 (1)" };
        QTest::newRow("two levels, one of them shorter")
            << "run 0 1000\n  a/x/Conv 100 100\n  a/y/Conv 200 100\n  b/Add 300 100\n"
            << QStringList { "a 100-300 (2), b 300-400 (1)", "a/x 100-200 (1), a/y 200-300 (1)" };
        QTest::newRow("what comes from no node is passed over")
            << "run 0 1000\n  a/Conv 100 100\n  reorder! 200 50\n  a/Relu 300 100\n  b/Add 400 9\n"
            << QStringList { "a 100-400 (2), b 400-409 (1)" };
    }
    void stepsOfOneScopeInARowAreOneSpan()
    {
        QFETCH(QString, lines);
        QStringList found;
        for (const auto& level : levelsOf(lines.toStdString()))
            found += text(level);
        QTEST(found, "wanted");
    }

    void aSpanEndsWithItsRun()
    {
        const auto levels = levelsOf("run 0 1000\n  a/Conv 100 100\n  b/Add 200 100\n  a/Relu 300 "
                                     "100\nrun 2000 1000\n  a/Conv 2100 100\n");
        QCOMPARE(levels.size(), 1U);
        QCOMPARE(levels[0].spans.size(), 4U);
        QVERIFY(levels[0].spans[2].run != levels[0].spans[3].run);
    }

    void aTimeFindsItsSpan()
    {
        const auto levels = levelsOf("run 0 1000\n  a/Conv 100 100\n  b/Add 300 100\n");
        const auto& level = levels.at(0);
        QCOMPARE(level.at(99), std::nullopt);
        QCOMPARE(level.at(100), std::size_t(0));
        QCOMPARE(level.at(250), std::nullopt);
        QCOMPARE(level.at(399), std::size_t(1));
        QCOMPARE(level.firstAfter(400), level.spans.size());
    }
};

QTEST_GUILESS_MAIN(TestScopeSpans)
#include "tst_scope_spans.moc"
