#include "profiler/charts/generation_figure.h"
#include "profiler/exporters/exporter.h"
#include "profiler/exporters/report.h"
#include "profiler/file/profile_file.h"
#include "profiler/record/benchmark.h"
#include "profiler/statistics/generation_report.h"
#include "profiler/statistics/run_shape.h"
#include "profiler/tables/profile_builder.h"

#include <QtTest>

using namespace profiler;

namespace {

constexpr std::int64_t us = 1000;

/// Generations of a prompt of 4 tokens and `tokens` more. Two layers of attention and product: a
/// product takes 10 µs, an attention 5 µs and 1 µs per position.
struct Sample {
    ProfileBuilder builder;
    TrackId runTrack;
    TrackId mainTrack;
    std::int64_t now = 0;

    Sample()
        : runTrack(builder.addTrack("runs", "CPU", TrackKind::Run))
        , mainTrack(builder.addTrack("CPU main", "CPU", TrackKind::Thread))
    {
        for (const auto* label : { "m/layers.0/qkv", "m/layers.0/attn", "m/layers.1/qkv",
                 "m/layers.1/attn", "m/head" }) {
            Step step;
            step.label = builder.text(label);
            step.opType
                = builder.text(std::string_view(label).ends_with("attn") ? "Attention" : "MatMul");
            step.origins.push_back(
                { model::NodeId(static_cast<std::uint32_t>(builder.profile().steps.size())),
                    step.label });
            builder.profile().steps.push_back(step);
        }
    }

    void addRun(Side side, std::uint32_t round, std::int64_t position, std::uint32_t tokens)
    {
        const auto index = static_cast<std::uint32_t>(builder.profile().runs.size());
        Run run;
        run.number = index + 1;
        run.side = side;
        run.round = round;
        run.startNs = now;
        run.position = position;
        run.tokens = tokens;
        run.outsideNs = 2 * us;
        auto at = now + us;
        for (std::uint32_t step = 0; step < 5; ++step) {
            const bool isAttention = step == 1 || step == 3;
            const auto duration = isAttention ? (5 + position) * us : 10 * us;
            if (side != Side::Unprofiled)
                builder.addSlice({ at, duration, step, index, mainTrack, SliceKind::Step });
            at += duration;
        }
        run.wallNs = at - now;
        builder.addSlice(runRow(run, index, runTrack));
        now = at + 10 * us;
        builder.profile().runs.push_back(run);
    }

    std::shared_ptr<const Profile> take() { return std::move(builder).build(); }
};

std::shared_ptr<const Profile> generations(std::uint32_t pairs, std::int64_t tokens)
{
    Sample sample;
    std::uint32_t round = 0;
    for (std::uint32_t pair = 0; pair < pairs; ++pair) {
        for (const auto side : { Side::Profiled, Side::Unprofiled }) {
            ++round;
            sample.addRun(Side::Prefill, round, 0, 4);
            for (std::int64_t i = 0; i + 1 < tokens; ++i)
                sample.addRun(side, round, 4 + i, 1);
        }
    }
    sample.builder.profile().metadata.set(keys::generationTokens, std::int64_t(tokens + 3));
    return sample.take();
}

/// A pair of generations; both take a prompt of 4 tokens.
std::shared_ptr<const Profile> unequalPair(std::int64_t recorded, std::int64_t plain)
{
    Sample sample;
    for (const auto& [side, tokens] :
        { std::pair(Side::Profiled, recorded), std::pair(Side::Unprofiled, plain) }) {
        const auto round = static_cast<std::uint32_t>(side);
        sample.addRun(Side::Prefill, round, 0, 4);
        for (std::int64_t i = 0; i + 1 < tokens; ++i)
            sample.addRun(side, round, 4 + i, 1);
    }
    return sample.take();
}

}

class TestTokenOperators : public QObject {
    Q_OBJECT

private slots:
    void layersAreOneRow()
    {
        const auto profile = generations(6, 9);
        const auto operators = tokenOperators(*profile);
        QCOMPARE(operators.runs.size(), std::size_t(6 * 8));
        std::map<std::string, double> calls;
        for (const auto& row : operators.rows)
            calls[row.name] = row.callsPerRun;
        const std::map<std::string, double> expected { { "layers.*/attn", 2.0 },
            { "layers.*/qkv", 2.0 }, { "head", 1.0 } };
        QCOMPARE(calls, expected);
    }

    void aTableIsOfItsTokenAndAddsUp()
    {
        const auto profile = generations(6, 9);
        const auto operators = tokenOperators(*profile);
        const auto table = tokenTable(*profile, operators, 6);
        QVERIFY(table.has_value());
        QCOMPARE(table->runs, std::size_t(6));
        QCOMPARE(operators.rows[table->rows[0].row].name, std::string("layers.*/attn"));
        QCOMPARE(table->rows[0].time.median, 2.0 * 11 * us);
        QCOMPARE(table->rows[1].time.median, 20.0 * us);
        QCOMPARE(table->outsideNs, 2 * us);
        QCOMPARE(table->wallNs, (1 + 30 + 22 + 2) * us);
        QCOMPARE(table->notInAnyOperatorNs(), 3 * us);
        QCOMPARE(table->account.operatorsNs + table->notInAnyOperatorNs(), table->wallNs);
        // Shares are of the median run, so they add up.
        double shares = 0;
        for (const auto& row : table->rows)
            shares += row.share;
        QVERIFY(std::abs(shares + 3.0 / 55 - 1) < 1e-9);
        QVERIFY(!tokenTable(*profile, operators, 77).has_value());
        // The prompt is apart.
        const auto prefill = tokenTable(*profile, prefillOperators(*profile));
        QCOMPARE(prefill->runs, std::size_t(12));
        QCOMPARE(prefill->rows[0].time.median, 20.0 * us);
    }

    void theReportSaysWhatGrows()
    {
        const auto profile = generations(6, 21);
        const auto statistics = computeStatistics(*profile);
        const auto report = generationReport(*profile, *statistics);
        QVERIFY(report != nullptr);
        QCOMPARE(report->growth.front().opType, std::string("Attention"));
        QVERIFY(std::abs(report->growth.front().slope.nsPerPosition - 2e3) < 1);
        QCOMPARE(report->curves.size(), std::size_t(2));
        QCOMPARE(report->curves.front().ns.size(), report->figures.positions.size());
        QCOMPARE(
            stoppedText(*report).text(), std::string("21 of 24 tokens: all figures are of these"));
        QVERIFY(differenceText(*report).empty());
        auto differing = *profile;
        differing.metadata.set(keys::generationDifference, std::int64_t(5));
        QVERIFY(differenceText(*generationReport(differing, *statistics))
                    .text()
                    .starts_with("runs chose different tokens from token 5 on"));
        auto traffic = *report;
        for (const auto& [rate, isSaid] :
            { std::pair(6e9, false), std::pair(8e9, true), std::pair(12e9, false) }) {
            traffic.traffic = TokenTraffic { 1e6, rate, 1e10 };
            QCOMPARE(!boundText(traffic).empty(), isSaid);
        }
        traffic.traffic.reset(); // no bandwidth was measured
        QVERIFY(boundText(traffic).empty());
        QVERIFY(generationReport(*Sample().take(), *statistics) == nullptr);
    }

    void anOutlierNamesACauseOnlyIfOneWasRecorded()
    {
        for (const std::uint32_t faults : { 0u, 1412u }) {
            auto profile = *generations(6, 21);
            const auto samples = tokenSamples(profile);
            const auto slow = samples[30].run;
            profile.runs[slow].wallNs *= 3;
            profile.runs[slow].minorFaults = faults;
            const auto slowed = tokenSamples(profile);
            const auto figures = generationFigures(slowed);
            const auto outliers = tokenOutliers(profile, slowed, figures);
            QCOMPARE(outliers.size(), std::size_t(1));
            QCOMPARE(slowed[outliers[0].sample].run, slow);
            QCOMPARE(outliers[0].cause, std::string(faults > 0 ? "page faults" : ""));
        }
    }

    void theFigureHasADotForEachRunAndTheChosenToken()
    {
        const auto profile = generations(6, 21);
        const auto report = generationReport(*profile, *computeStatistics(*profile));
        const auto figure = generationFigure(*report, GenerationView::Token, 800, 300);
        QVERIFY(figure.right > figure.left);
        QCOMPARE(figure.xOf(4), figure.left);
        QCOMPARE(figure.xOf(23), figure.right);
        QStringList texts;
        std::size_t dots = 0;
        auto shapes = figure.figure.shapes;
        std::ranges::copy(selectedToken(*report, figure, 10).shapes, std::back_inserter(shapes));
        for (const auto& shape : shapes) {
            dots += shape.kind == Shape::Kind::Circle ? 1 : 0;
            texts += QString::fromStdString(shape.text);
        }
        QVERIFY(dots >= 20); // equal times share a dot
        QVERIFY2(texts.join(u'|').contains("token 8 · "), qPrintable(texts.join(u'|')));
        QVERIFY(texts.join(u'|').contains("2.00 µs per position"));
        const auto curves = generationFigure(*report, GenerationView::ByType, 800, 300);
        QVERIFY(!curves.figure.shapes.empty());
        // Positions of a hostile file.
        auto hostile = *profile;
        for (auto& run : hostile.runs)
            run.position = run.position > 10 ? std::numeric_limits<std::int64_t>::max() / 4 : 0;
        const auto wide = generationReport(hostile, *computeStatistics(hostile));
        QVERIFY(!generationFigure(*wide, GenerationView::Token, 800, 300).figure.shapes.empty());
    }

    void figuresAreOfTheLongerSide()
    {
        // Stopped in the generation without recording.
        const auto cut = buildReport(unequalPair(20, 3));
        QCOMPARE(cut.generation->figures.tokens, std::int64_t(20));
        QCOMPARE(cut.generation->figures.positions.size(), std::size_t(19));
        QCOMPARE(cut.generation->growth.front().firstPosition, std::int64_t(4));
        QCOMPARE(cut.generation->growth.front().lastPosition, std::int64_t(22));
        const auto html = exportText(*findExporter("html"), cut);
        QVERIFY(html && html->find("At 22") != std::string::npos);
        const auto markdown = exportText(*findExporter("markdown"), cut);
        QVERIFY(markdown && markdown->find("| at 22 |") != std::string::npos);
        // Stopped in the recorded one.
        const auto recorded = buildReport(unequalPair(8, 20));
        QCOMPARE(recorded.generation->figures.tokens, std::int64_t(20));
        QCOMPARE(recorded.generation->growth.front().lastPosition, std::int64_t(10));
        const auto& curve = recorded.generation->curves.front();
        QCOMPARE(curve.positions, std::vector<std::int64_t>({ 4, 5, 6, 7, 8, 9, 10 }));
        QCOMPARE(curve.ns.size(), curve.positions.size());
        QVERIFY(std::ranges::min(curve.ns) > 0);
        QVERIFY(!generationFigure(*recorded.generation, GenerationView::ByType, 800, 300)
                     .figure.shapes.empty());
    }

    void runsOfOtherSidesAreNotOfAGeneration()
    {
        Sample sample;
        sample.addRun(Side::Prefill, 1, 0, 4);
        for (std::int64_t position = 1; position <= 6; ++position)
            sample.addRun(Side::Single, 1, position, 1);
        const auto report = buildReport(sample.take());
        QVERIFY(report.generation != nullptr);
        QVERIFY(report.generation->growth.empty());
        QVERIFY(report.generation->tokens.runs.empty());
        QVERIFY(bool(exportText(*findExporter("html"), report)));
        QVERIFY(bool(exportText(*findExporter("markdown"), report)));
    }

    void onlyAnEvenIntervalIsWrittenWithPlusMinus()
    {
        auto report
            = *generationReport(*generations(6, 21), *computeStatistics(*generations(6, 21)));
        const auto label = [&] {
            std::string texts;
            for (const auto& shape :
                generationFigure(report, GenerationView::Token, 800, 300).figure.shapes)
                texts += shape.text + "|";
            return QString::fromStdString(texts);
        };
        report.figures.slope = PositionSlope { 2e3, Interval { 1.5e3, 2.1e3 } };
        QVERIFY2(label().contains("+2.00 µs, 1.50 … 2.10 per position"), qPrintable(label()));
        report.figures.slope = PositionSlope { -2e3, Interval { -2.1e3, -1.9e3 } };
        QVERIFY2(label().contains("−2.00 µs ± 0.10 per position"), qPrintable(label()));
        const auto lines = generationLines(report.figures);
        const auto found = std::ranges::find(lines, "Growth with position", &FigureLine::name);
        QVERIFY(found != lines.end());
        QCOMPARE(found->value, std::string("−2.00 µs ± 0.10 per position"));
    }

    void remarksCountGenerations()
    {
        auto profile = *generations(2, 61); // a token takes longer at each position: no drift
        profile.metadata.set(keys::runsRequested, std::int64_t(6));
        profile.metadata.set(keys::end, benchmarkEndName(BenchmarkEnd::Stopped));
        const auto end = std::string(benchmarkEndName(BenchmarkEnd::Stopped));
        const auto remarks = runRemarks(profile);
        QCOMPARE(remarks.size(), std::size_t(1));
        QCOMPARE(remarks[0].text(), end + ": 2 of 6 generations were recorded");
        auto prompts = *generations(2, 1);
        prompts.metadata.set(keys::runsRequested, std::int64_t(6));
        prompts.metadata.set(keys::end, benchmarkEndName(BenchmarkEnd::Stopped));
        QCOMPARE(runRemarks(prompts).back().text(), end + ": 2 of 6 generations were recorded");
        prompts.metadata.set(keys::runsRequested, std::int64_t(2));
        QVERIFY(runRemarks(prompts).empty());
    }

    void aFileWithManyTypesIsBounded()
    {
        Sample sample;
        sample.addRun(Side::Prefill, 1, 0, 4);
        for (std::int64_t position = 4; position < 12; ++position)
            sample.addRun(Side::Profiled, 1, position, 1);
        auto& profile = sample.builder.profile();
        constexpr std::int64_t types = 900;
        for (std::int64_t type = 0; type < types; ++type) {
            Step step;
            step.opType = sample.builder.text("Type" + std::to_string(type));
            step.label = step.opType;
            profile.steps.push_back(step);
            for (std::uint32_t run = 1; run < 9; ++run) {
                sample.builder.addSlice(
                    { sample.now, 1 + type, static_cast<std::uint32_t>(profile.steps.size() - 1),
                        run, sample.mainTrack, SliceKind::Step });
                sample.now += 2 + type;
            }
        }
        const auto built = sample.take();
        const auto report = generationReport(*built, *computeStatistics(*built));
        QCOMPARE(report->tokens.rows.size(), std::size_t(400));
        QVERIFY(report->growth.size() <= 400);
        std::vector<std::string> names;
        for (const auto& row : report->tokens.rows)
            names.push_back(row.name);
        QVERIFY(std::ranges::count(names, "Type899") == 1); // the longest ones are kept
        QVERIFY(std::ranges::count(names, "Type0") == 0);
    }

    void theTimeOutsideOfAHostileFileIsBounded()
    {
        auto profile = *generations(1, 9);
        for (auto& run : profile.runs)
            run.outsideNs = std::numeric_limits<std::int64_t>::max();
        const QTemporaryDir folder;
        const auto path = folder.filePath("hostile.opscope").toStdString();
        QVERIFY(bool(writeProfileFile(path, profile)));
        const auto read = readProfileFile(path);
        QVERIFY(bool(read));
        const auto table = tokenTable(**read, tokenOperators(**read));
        QVERIFY(table.has_value());
        QVERIFY(table->outsideNs > 0);
        QVERIFY(table->wallNs > table->outsideNs);
    }

    void theReportsHaveASection()
    {
        const auto report = buildReport(generations(6, 21));
        const auto html = exportText(*findExporter("html"), report);
        QVERIFY(html && html->find("Token generation") != std::string::npos);
        QVERIFY(html->find("Time per token over position") != std::string::npos);
        QVERIFY(html->find("What grows with position") != std::string::npos);
        const auto markdown = exportText(*findExporter("markdown"), report);
        QVERIFY(markdown && markdown->find("what grows with position") != std::string::npos);
        QVERIFY(markdown->find("21 of 24 tokens") != std::string::npos);
        const auto plain = buildReport(Sample().take());
        QVERIFY(exportText(*findExporter("html"), plain)->find("Token generation")
            == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestTokenOperators)
#include "tst_token_operators.moc"
