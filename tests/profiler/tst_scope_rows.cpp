#include <QTest>

#include "profiler/device/step_kernels.h"
#include "profiler/statistics/flame.h"
#include "profiler/statistics/scope_rows.h"
#include "profiler/statistics/scope_spans.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"

#include <algorithm>
#include <cmath>
#include <string>

class TestScopeRows : public QObject {
    Q_OBJECT

private slots:
    /// Names of PyTorch's newer exporter tell nothing, what it writes beside them does: rows, flame
    /// graph and timeline show the same scopes.
    void scopesThatTheModelTellsAreThoseOfEveryView()
    {
        profiler::ProfileBuilder builder;
        const auto track = builder.addTrack("CPU main", "CPU", profiler::TrackKind::Thread);
        const std::pair<const char*, const char*> steps[] { { "node_linear", "/model/layers.0" },
            { "node_linear_1", "/model/layers.0" }, { "node_linear_2", "/model/layers.1" } };
        profiler::Run run;
        run.wallNs = 300;
        builder.profile().runs.push_back(run);
        for (std::uint32_t i = 0; i < 3; ++i) {
            profiler::Step step;
            step.label = builder.text(steps[i].first);
            step.opType = builder.text("Gemm");
            step.scope = builder.text(steps[i].second);
            step.origins.push_back({ model::NodeId(i), step.label });
            builder.addStep(std::move(step));
            profiler::SliceRow row;
            row.startNs = 100 * i;
            row.durationNs = 100;
            row.step = i;
            row.run = 0;
            row.track = track;
            row.kind = profiler::SliceKind::Step;
            builder.addSlice(row);
        }
        const std::shared_ptr<const profiler::Profile> profile = std::move(builder).build();
        const auto statistics = profiler::computeStatistics(*profile);
        const auto rows = profiler::scopeRows(*profile, *statistics);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].name, std::string("model/layers.0"));
        QCOMPARE(rows[0].figures.time.median, 200.0);
        const auto flame = profiler::flameOf(*profile, *statistics, profiler::FlameTime::MedianRun);
        QCOMPARE(flame.path(flame.ofStep[2]), std::string("layers.1/node_linear_2"));
        const auto levels = profiler::scopeLevels(*profiler::Timeline::build(profile));
        QCOMPARE(levels.size(), std::size_t(1));
        QCOMPARE(levels[0].names, (std::vector<std::string> { "layers.0", "layers.1" }));
        QCOMPARE(levels[0].titles, levels[0].names);
        QCOMPARE(levels[0].spans.size(), std::size_t(2));
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

    /// Of a device the rows are its kernels, launch by launch, whichever step they worked for.
    void kernelsOfADeviceAreRowsByTheirShortNames()
    {
        auto sample = testing::deviceSampleFromText("run 0 100000\n"
                                                    "  step MatMul 1000 5000\n"
                                                    "    kernel cutlass::Kernel2 6000 20000 1\n"
                                                    "    kernel splitK 26000 3000 2\n"
                                                    "  step Gemm 7000 5000\n"
                                                    "    kernel cutlass::Kernel2 30000 10000 3\n"
                                                    "    copy d2h 4096 41000 500 4\n"
                                                    "  step Add 13000 1000\n"
                                                    "    kernel add 43000 700 5\n"
                                                    "  cpu NonZero 50000 4000\n"
                                                    "  loose fill 60000 100 6\n");
        auto& steps = sample.tables.steps;
        for (auto& step : steps)
            step.flops = 1000;
        steps.back().implementation = steps.back().opType;
        const auto profile = testing::profileOf(std::move(sample));
        const auto rows = profiler::kernelRows(*profile, *profiler::computeStatistics(*profile));
        struct Wanted {
            std::string name;
            double perRun;
            double calls;
            std::uint32_t steps;
            std::uint64_t flops;
            std::uint32_t unknown;
        };
        const std::vector<Wanted> wanted { { "Kernel2", 30'000, 2, 2, 0, 2 },
            { "NonZero", 4'000, 1, 1, 1000, 0 }, { "splitK", 3'000, 1, 1, 0, 1 },
            { "add", 700, 1, 1, 1000, 0 }, { "copy to host", 500, 1, 1, 0, 1 },
            { "fill", 100, 1, 0, 0, 0 } };
        QCOMPARE(rows.size(), wanted.size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].name, wanted[i].name);
            QCOMPARE(rows[i].figures.time.median, wanted[i].perRun);
            QCOMPARE(rows[i].figures.callsPerRun, wanted[i].calls);
            QCOMPARE(rows[i].figures.steps, wanted[i].steps);
            QCOMPARE(rows[i].figures.flops, wanted[i].flops);
            QCOMPARE(rows[i].figures.unknownCosts, wanted[i].unknown);
            QCOMPARE(rows[i].figures.share, wanted[i].perRun / 100'000);
        }
    }

    void shortNamesTellKernelsApart_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shown");
        QTest::newRow("of C") << "sm90_xmma_gemm"
                              << "sm90_xmma_gemm";
        QTest::newRow("short arguments") << "void cutlass::Kernel2<cutlass_80_tensorop>(Params)"
                                         << "Kernel2<cutlass_80_tensorop>";
        QTest::newRow("long arguments")
            << "void at::native::vectorized<4, at::native::(anonymous namespace)::Very<long, "
               "arguments>, std::array<char*, 3ul> >(int)"
            << "vectorized";
        QTest::newRow("our elements")
            << "void engine::cuda::runElements<engine::cuda::(anonymous namespace)::Add>(long, "
               "engine::cuda::(anonymous namespace)::Add)"
            << "Add";
        QTest::newRow("our blocks")
            << "void engine::cuda::runBlocks<256, engine::cuda::TiledProduct<float, "
               "engine::cuda::(anonymous namespace)::StackedMatrix<float>, "
               "engine::cuda::(anonymous namespace)::StoreDense<float> > >(long)"
            << "TiledProduct";
        QTest::newRow("of an own function")
            << "void engine::cuda::runBlocks<256, engine::cuda::Softmax<float, 256> >(long)"
            << "Softmax<float, 256>";
    }
    void shortNamesTellKernelsApart()
    {
        QFETCH(QString, name);
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(profiler::shortKernelName(name.toStdString())), shown);
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
