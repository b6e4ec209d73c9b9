#include <QTest>

#include "profiler/scope_rows.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <cmath>
#include <string>

class TestScopeRows : public QObject {
    Q_OBJECT

private slots:
    void aScopeIsWhatStandsBeforeTheLastPart_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("scope");
        QTest::newRow("none") << "Conv_1"
                              << "";
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("slashes") << "/stage1/conv1/Conv"
                                 << "/stage1/conv1";
        QTest::newRow("dots") << "layers.7.Attention"
                              << "layers.7";
        QTest::newRow("slashes win") << "layers.7/self_attn/q.proj"
                                     << "layers.7/self_attn";
    }
    void aScopeIsWhatStandsBeforeTheLastPart()
    {
        QFETCH(QString, label);
        QFETCH(QString, scope);
        const auto text = label.toStdString();
        QCOMPARE(QString::fromStdString(std::string(profiler::scopeOf(text))), scope);
    }

    void rowsAddUpToAllSteps()
    {
        const auto profile = testing::sampleProfile({ .nodeName = "block/conv" });
        const auto statistics = profiler::computeStatistics(*profile);
        const auto rows = profiler::scopeRows(*profile, *statistics);
        std::uint32_t steps = 0;
        double shares = 0;
        for (const auto& row : rows) {
            steps += row.figures.steps;
            shares += row.figures.share;
        }
        QCOMPARE(steps, 11U); // eight, a reorder, a loop and its body
        double wanted = 0;
        for (const auto& row : statistics->steps)
            wanted += row.share;
        QVERIFY(std::abs(shares - wanted) < 0.01);
        QCOMPARE(rows.front().scope, std::string("block"));
        QCOMPARE(rows.front().figures.steps, 8U);
        QCOMPARE(std::ranges::count(rows, true, &profiler::ScopeRow::isInserted), 1);
    }

    void theCommonPrefixEndsAtASeparator()
    {
        QCOMPARE(
            profiler::commonPrefix(*testing::sampleProfile()), std::string()); // conv_0 and loop
        const auto profile = testing::profileFromText("run 0 1000\n  Conv 100 400\n");
        QCOMPARE(profiler::commonPrefix(*profile), std::string());
    }
};

QTEST_GUILESS_MAIN(TestScopeRows)
#include "tst_scope_rows.moc"
