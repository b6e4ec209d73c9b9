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
        QCOMPARE(rows.front().name, std::string("block"));
        QCOMPARE(rows.front().figures.steps, 8U);
        QCOMPARE(std::ranges::count(rows, true, &profiler::SummedSteps::isInserted), 1);
    }

    /// Against sums by hand: medians of the sums of runs, which are not sums of medians.
    void kernelsAreSummedRunByRun()
    {
        auto profile = *testing::profileFromText(
            "run 0 1000\n  Conv 0 100\n  Relu 200 50\n  Gemm 300 300\n  reorder! 700 20\n"
            "run 2000 1000\n  Conv 2000 300\n  Relu 2400 70\n  Gemm 2500 100\n  reorder! 2700 40\n"
            "run 4000 1000\n  Conv 4000 100\n  Relu 4200 60\n  Gemm 4300 100\n  reorder! 4700 "
            "30\n");
        QCOMPARE(profile.steps.size(), std::size_t(4));
        // Conv and Gemm ran on one kernel, the inserted step on another; of Relu nothing is known.
        const auto one = profile.steps[0].opType;
        const auto other = profile.steps[2].opType;
        profile.steps[0].implementation = one;
        profile.steps[1].implementation = {};
        profile.steps[2].implementation = one;
        profile.steps[3].implementation = other;
        profile.steps[0].flops = 4000;
        profile.steps[2].flops.reset();
        const auto rows = profiler::kernelRows(profile, *profiler::computeStatistics(profile));
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[0].name, std::string("Conv"));
        QCOMPARE(rows[0].steps, (std::vector { engine::StepId(0U), engine::StepId(2U) }));
        QCOMPARE(rows[0].figures.steps, 2U);
        QCOMPARE(rows[0].figures.time.median, 400.0); // of 400, 400, 200
        QCOMPARE(rows[0].figures.time.min, 200.0);
        QCOMPARE(rows[0].figures.share, 0.4);
        QCOMPARE(rows[0].figures.callsPerRun, 2.0);
        QCOMPARE(rows[0].figures.flops, 4000U);
        QCOMPARE(rows[0].figures.unknownCosts, 1U);
        QCOMPARE(rows[1].name, std::string());
        QCOMPARE(rows[1].figures.time.median, 60.0);
        QCOMPARE(rows[2].name, std::string("Gemm"));
        QCOMPARE(rows[2].figures.time.median, 30.0);
        QVERIFY(!rows[2].isInserted);
    }

    /// A step of a body that runs three times a run does its work three times.
    void workCountsWithCalls()
    {
        const auto profile = testing::sampleProfile();
        const auto statistics = profiler::computeStatistics(*profile);
        const auto rows = profiler::kernelRows(*profile, *statistics);
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].name, std::string("oneDNN jit:avx512_core"));
        QCOMPARE(rows[0].steps.size(), std::size_t(11));
        std::uint64_t flops = 0;
        for (const auto& type : statistics->types)
            flops += type.flops;
        QCOMPARE(rows[0].figures.flops, flops);
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
