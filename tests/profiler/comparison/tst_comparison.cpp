// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/comparison/comparison.h"

#include "profiler/comparison/comparison_charts.h"
#include "profiler/comparison/gate.h"
#include "profiler/comparison/pair_benchmark.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/profiler/sample_profile.h"
#include "tests/support/profiler/simulated_pair.h"

#include <numeric>

using namespace profiler;

namespace {

constexpr std::uint64_t comparisons = 200;

Comparison simulated(std::uint64_t seed, std::vector<double> factors = {})
{
    testing::PairShape shape;
    shape.operatorNs = testing::twentyOperators();
    shape.factors = std::move(factors);
    shape.seed = seed;
    const auto pair = testing::simulatedPair(shape);
    return compareProfiles(pair[0], pair[1]);
}

bool isDifference(Verdict verdict)
{
    return verdict == Verdict::Faster || verdict == Verdict::Slower;
}

const ComparedRow* rowOf(const Comparison& comparison, std::string_view label)
{
    const auto row = std::ranges::find(comparison.rows, label, &ComparedRow::label);
    return row == comparison.rows.end() ? nullptr : &*row;
}

/// `TYPE {nodes} ns` per step; `!` instead of nodes is an inserted reorder. Runs vary by 0.1 %.
std::shared_ptr<const Profile> planned(
    const QStringList& steps, Side side = Side::A, const char* pair = "pair")
{
    ProfileBuilder builder;
    const auto track = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    std::vector<std::int64_t> times;
    for (const auto& line : steps) {
        const auto words = line.split(' ');
        Step step;
        step.opType = builder.text(words[0].toStdString());
        for (const auto& node : words[1].split(',')) {
            if (node == "!") {
                step.kind = StepKind::Reorder;
                continue;
            }
            const auto label = builder.text(node.toStdString());
            step.origins.push_back({ model::NodeId(step.origins.size()), label });
            builder.profile().provenance.push_back(
                { model::NodeId(), label, step.opType, {}, Fate::Kept, {}, model::NodeId() });
        }
        step.label = step.origins.empty() ? builder.text("reorder") : step.origins.front().label;
        builder.addStep(std::move(step));
        times.push_back(words[2].toLongLong());
    }
    if (pair != nullptr)
        builder.profile().metadata.set(pairKey, pair);
    std::int64_t now = 0;
    for (std::uint32_t i = 0; i < 48; ++i) {
        Run run;
        run.side = side;
        run.round = i / 4 + 1;
        run.startNs = now;
        for (std::uint32_t step = 0; step < times.size(); ++step) {
            SliceRow slice { now + 10, times[step] + times[step] * (i * 7 % 5) / 1000, step, i,
                track };
            builder.addSlice(slice);
            now = slice.startNs + slice.durationNs;
        }
        run.wallNs = now + 10 - run.startNs;
        now += 100;
        builder.profile().runs.push_back(run);
    }
    return std::move(builder).build();
}

QString rowsText(const Comparison& comparison)
{
    QStringList lines;
    for (const auto& row : comparison.rows)
        lines << QString("%1: %2 | %3, %4 and %5 steps, %6")
                     .arg(row.label.c_str(), row.typeA.c_str(), row.typeB.c_str())
                     .arg(row.steps.a.size())
                     .arg(row.steps.b.size())
                     .arg(verdictName(row.change.verdict).data());
    lines.sort();
    return lines.join('\n');
}

} // namespace

/// Verdicts, alignment and the sums of two profiles side by side.
class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void equalThingsAreSeldomCalledDifferent();
    void aSlowerOperatorIsFound();
    void onePercentNeverGates();
    void aGateIsBeyondOnlyAsAWhole_data();
    void aGateIsBeyondOnlyAsAWhole();
    void fewRoundsNeverFailAGate();
    void aTenfoldSlowdownAmongManyFailsAGateAfterEightRounds();
    void partsWithoutATestHaveNoColour();
    void fusedAndUnfusedPlansAreComparedAsGroups();
    void newAndGoneOperators();
    void equalLabelsOfOtherNodesStayApart();
    void whatQuantisesIsInTheRowOfItsOperator();
    void theWaterfallAddsUpExactly();
    void otherSettingsAreNotComparable_data();
    void otherSettingsAreNotComparable();
    void separateProfilesNeedMoreThanTheSpread_data();
    void separateProfilesNeedMoreThanTheSpread();
    void ignoredScopesHaveNoVerdict();
    void lostRecordsLeaveTheGateUndecided();
    void emptyProfilesAreNoDifference();
    void pairsAreMeasuredInRounds();
    void bothSidesSettleBeforeRounds();
    void preparedAnewForEachRound();
};

void TestComparison::equalThingsAreSeldomCalledDifferent()
{
    std::uint64_t walls = 0;
    std::uint64_t any = 0;
    for (std::uint64_t seed = 1; seed <= comparisons; ++seed) {
        const auto comparison = simulated(seed);
        const bool isWall = isDifference(comparison.wall.verdict);
        walls += isWall;
        any += isWall || comparison.count(Verdict::Slower) + comparison.count(Verdict::Faster) > 0;
    }
    qInfo("%d of %d comparisons raise a false alarm, %d by the wall", int(any), int(comparisons),
        int(walls));
    QVERIFY(any <= comparisons / 20);
}

void TestComparison::aSlowerOperatorIsFound()
{
    std::vector<double> factors(testing::twentyOperators().size(), 1.0);
    factors[testing::largeOperator] = 1.05;
    const auto label = "op" + std::to_string(testing::largeOperator);
    std::uint64_t found = 0;
    std::uint64_t others = 0;
    double effects = 0;
    for (std::uint64_t seed = 1; seed <= comparisons; ++seed) {
        const auto comparison = simulated(seed, factors);
        const auto* row = rowOf(comparison, label);
        QVERIFY(row != nullptr);
        found += row->change.verdict == Verdict::Slower;
        effects += row->change.ratio / static_cast<double>(comparisons);
        others += comparison.count(Verdict::Slower) + comparison.count(Verdict::Faster)
                - isDifference(row->change.verdict)
            > 0;
    }
    qInfo("found in %d of %d comparisons, others blamed in %d", int(found), int(comparisons),
        int(others));
    QVERIFY(found >= comparisons * 9 / 10);
    QVERIFY(others <= comparisons / 20);
    QVERIFY2(std::abs(effects - 0.05) < 0.003, qPrintable(QString::number(effects)));
}

void TestComparison::onePercentNeverGates()
{
    const std::vector<double> factors(testing::twentyOperators().size(), 1.01);
    for (std::uint64_t seed = 1; seed <= comparisons; ++seed) {
        const auto outcome = applyGate(simulated(seed, factors), { 0.03, 0.05 });
        QVERIFY2(outcome.result() != GateResult::Beyond, qPrintable(QString::number(seed)));
    }
}

void TestComparison::aGateIsBeyondOnlyAsAWhole_data()
{
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("limit");
    QTest::addColumn<int>("expected");
    QTest::newRow("far below") << 1.0 << 0.2 << int(GateResult::Within);
    QTest::newRow("faster") << 0.7 << 0.05 << int(GateResult::Within);
    QTest::newRow("at the limit") << 1.10 << 0.10 << int(GateResult::Undecided);
    QTest::newRow("far above") << 1.3 << 0.10 << int(GateResult::Beyond);
}

void TestComparison::aGateIsBeyondOnlyAsAWhole()
{
    QFETCH(double, factor);
    QFETCH(double, limit);
    QFETCH(int, expected);
    const std::vector<double> factors(testing::twentyOperators().size(), factor);
    const auto outcome = applyGate(simulated(3, factors), { limit, {} });
    QCOMPARE(int(outcome.result()), expected);
    QCOMPARE(outcome.rows.size(), 1u);
    QCOMPARE(outcome.help.empty(), expected != int(GateResult::Undecided));
}

void TestComparison::fewRoundsNeverFailAGate()
{
    // Nine rounds of one sign have p = 2 / 2^9.
    testing::PairShape shape;
    shape.operatorNs = testing::twentyOperators();
    shape.factors.assign(shape.operatorNs.size(), 2.0);
    for (const auto& [rounds, expected] :
        { std::pair(9u, GateResult::Undecided), std::pair(10u, GateResult::Beyond) }) {
        shape.rounds = rounds;
        const auto pair = testing::simulatedPair(shape);
        const auto comparison = compareProfiles(pair[0], pair[1]);
        QCOMPARE(comparison.wall.verdict, Verdict::Slower);
        const auto outcome = applyGate(comparison, { 0.03, {} });
        QCOMPARE(outcome.result(), expected);
        if (expected == GateResult::Undecided)
            QVERIFY(outcome.rows.front().reason.find("may be chance") != std::string::npos);
    }
}

/// With 200 operators in view 8 rounds cannot pass a test of all of them: 2 / 2^8 · 200 is over 1.
/// What takes ten times as long is no noise all the same, and nothing else fails the gate.
void TestComparison::aTenfoldSlowdownAmongManyFailsAGateAfterEightRounds()
{
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        testing::PairShape shape;
        shape.operatorNs.assign(200, 50'000);
        shape.operatorNs[7] = 200'000; // 2 % of the wall
        shape.rounds = 8;
        shape.seed = seed;
        const auto equal = testing::simulatedPair(shape);
        const auto calm = applyGate(compareProfiles(equal[0], equal[1]), { {}, 0.05 });
        QCOMPARE(calm.count(GateResult::Beyond), std::size_t(0));
        shape.factors.assign(200, 1.0);
        shape.factors[7] = 10;
        const auto pair = testing::simulatedPair(shape);
        const auto comparison = compareProfiles(pair[0], pair[1]);
        const auto outcome = applyGate(comparison, { {}, 0.05 });
        QCOMPARE(outcome.result(), GateResult::Beyond);
        QCOMPARE(outcome.count(GateResult::Beyond), std::size_t(1));
        QCOMPARE(comparison.rows.front().change.verdict, Verdict::Slower);
    }
}

/// Colours say what a test of the part as a whole says, also of what lies between operators.
void TestComparison::partsWithoutATestHaveNoColour()
{
    std::size_t coloured = 0;
    std::size_t parts = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        for (const auto& part : simulated(seed).waterfall.parts) {
            ++parts;
            coloured += part.isNoise ? 0 : 1;
            QVERIFY(part.isNoise == !part.remark().empty());
        }
        const auto bars = waterfallBars(simulated(seed).waterfall, 12);
        for (std::size_t i = 1; i + 1 < bars.size(); ++i)
            QVERIFY(bars[i].kind == WaterfallBar::Kind::Noise
                || bars[i].kind == WaterfallBar::Kind::Faster
                || bars[i].kind == WaterfallBar::Kind::Slower);
    }
    // Equal things: false discoveries are held at 5 % of the comparisons.
    QVERIFY2(coloured <= 6, qPrintable(QStringLiteral("%1 of %2").arg(coloured).arg(parts)));
    // A reorder that is gone, and one that takes twice as long, are differences.
    const auto gone = compareProfiles(planned({ "Conv c 100000", "Reorder ! 7000" }, Side::A),
        planned({ "Conv c 100000" }, Side::B))
                          .waterfall.parts;
    const auto slower = compareProfiles(planned({ "Conv c 100000", "Reorder ! 7000" }, Side::A),
        planned({ "Conv c 100000", "Reorder ! 14000" }, Side::B))
                            .waterfall.parts;
    for (const auto* both : { &gone, &slower }) {
        const auto reorders = std::ranges::find(*both, "reorders", &WaterfallPart::label);
        QVERIFY(reorders != both->end() && !reorders->isNoise && reorders->remark().empty());
        const auto conv = std::ranges::find(*both, "Conv", &WaterfallPart::label);
        QVERIFY(conv != both->end() && conv->isNoise);
    }
}

void TestComparison::fusedAndUnfusedPlansAreComparedAsGroups()
{
    const auto fused
        = planned({ "Conv conv1,relu1 100000", "Softmax soft 50000", "Reorder ! 7000" });
    const auto plain
        = planned({ "Conv conv1 90000", "Relu relu1 40000", "Softmax soft 50000" }, Side::B);
    const auto comparison = compareProfiles(fused, plain);
    QCOMPARE(comparison.method, Method::Interleaved);
    QCOMPARE(comparison.rounds, 12u);
    QCOMPARE(rowsText(comparison),
        QString("conv1: Conv | Conv + Relu, 1 and 2 steps, slower\n"
                "soft: Softmax | Softmax, 1 and 1 steps, within noise"));
    QVERIFY(std::abs(rowOf(comparison, "conv1")->change.ratio - 0.3) < 0.001);
    QCOMPARE(comparison.alignment.aligned, 3u);
    QVERIFY(comparison.alignment.onlyA.empty() && comparison.alignment.onlyB.empty());
}

void TestComparison::newAndGoneOperators()
{
    const auto a = planned({ "Conv c 100000", "Cast cast 10000" });
    const auto b = planned({ "Conv c 100000", "Quantize q 20000" }, Side::B);
    const auto comparison = compareProfiles(a, b);
    QCOMPARE(rowsText(comparison),
        QString("c: Conv | Conv, 1 and 1 steps, within noise\n"
                "cast: Cast | , 1 and 0 steps, gone\n"
                "q:  | Quantize, 0 and 1 steps, new"));
    QCOMPARE(comparison.alignment.onlyA, std::vector<std::string> { "cast" });
    QCOMPARE(comparison.alignment.onlyB, std::vector<std::string> { "q" });
}

void TestComparison::equalLabelsOfOtherNodesStayApart()
{
    // The models say that `x` of A is `y` of B; the `x` of B is another node.
    const auto a = planned({ "Conv x 100000" });
    const auto b = planned({ "Conv y 100000", "Relu x 10000" }, Side::B);
    CompareOptions options;
    options.labels = NodeLabels { { { "x", "y" } }, {}, {} };
    QCOMPARE(rowsText(compareProfiles(a, b, options)),
        QString("x:  | Relu, 0 and 1 steps, new\nx: Conv | Conv, 1 and 1 steps, within noise"));
}

void TestComparison::whatQuantisesIsInTheRowOfItsOperator()
{
    const auto a = planned({ "MatMul fc 100000", "Relu act 1000" });
    const auto b = planned({ "DynamicQuantizeLinear q 20000", "MatMulInteger fc_quant 50000",
                               "Mul scale 10000", "Relu act 1000" },
        Side::B);
    CompareOptions options;
    options.labels = NodeLabels { { { "fc", "fc_quant" }, { "act", "act" } }, {},
        { { "q", "fc_quant" }, { "scale", "fc_quant" } } };
    const auto text = rowsText(compareProfiles(a, b, options));
    QVERIFY2(text.contains("fc: MatMul | DynamicQuantizeLinear + MatMulInteger + Mul, 1 and 3 "
                           "steps, faster"),
        qPrintable(text));
    // The other way round it is A that quantises.
    options.labels = NodeLabels { { { "fc_quant", "fc" }, { "act", "act" } },
        { { "q", "fc_quant" }, { "scale", "fc_quant" } }, {} };
    QVERIFY(rowsText(compareProfiles(b, a, options)).contains(", 3 and 1 steps, "));
}

void TestComparison::theWaterfallAddsUpExactly()
{
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::vector<double> factors(testing::twentyOperators().size(), 1.0);
        factors[0] = 1.2;
        factors[1] = 0.7;
        const auto comparison = simulated(seed, factors);
        const auto& waterfall = comparison.waterfall;
        std::int64_t a = 0;
        std::int64_t b = 0;
        for (const auto& part : waterfall.parts) {
            a += part.aNs;
            b += part.bNs;
        }
        QCOMPARE(a, waterfall.aNs);
        QCOMPARE(b, waterfall.bNs);
        QVERIFY(std::abs(double(waterfall.aNs) - comparison.wall.a.median) <= 0.5);
        QVERIFY(std::abs(double(waterfall.bNs) - comparison.wall.b.median) <= 0.5);
    }
    const auto parts = compareProfiles(
        planned({ "Conv c 100000", "Reorder ! 7000" }), planned({ "ConvInteger c 50000" }, Side::B))
                           .waterfall.parts;
    QCOMPARE(parts.size(), 3u);
    QCOMPARE(parts[0].label, std::string("Conv → ConvInteger"));
    QCOMPARE(parts[1].label, std::string("reorders"));
    QVERIFY(parts[1].aNs > 6900 && parts[1].bNs == 0);
    QCOMPARE(parts[2].label, std::string("between operators"));
}

void TestComparison::otherSettingsAreNotComparable_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("name"); // empty: no difference
    QTest::addColumn<bool>("isComparable");
    const auto text
        = [](std::string_view key) { return QString::fromUtf8(key.data(), qsizetype(key.size())); };
    QTest::newRow("machine") << text(keys::cpu) << "one"
                             << "other"
                             << "processor" << false;
    QTest::newRow("threads") << text(keys::threads) << "1"
                             << "2"
                             << "threads" << false;
    QTest::newRow("engine") << text(keys::opscopeVersion) << "0.1"
                            << "0.2"
                            << "Opscope" << true;
    QTest::newRow("equal") << text(keys::threads) << "2"
                           << "2"
                           << "" << true;
    QTest::newRow("unknown on one side") << text(keys::threads) << "2"
                                         << ""
                                         << "" << true;
    QTest::newRow("a dimension of both") << text(keys::dims) << "batch=1, s=8"
                                         << "batch=4, t=9"
                                         << "dimension batch" << false;
}

void TestComparison::otherSettingsAreNotComparable()
{
    QFETCH(QString, key);
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, name);
    QFETCH(bool, isComparable);
    const auto with = [&](Profile profile, const QString& value) {
        if (!value.isEmpty())
            profile.metadata.set(key.toStdString(), std::string_view(value.toStdString()));
        return std::make_shared<const Profile>(std::move(profile));
    };
    const auto a = with(*planned({ "Conv c 100000", "Cast gone 5000" }), before);
    const auto b = with(*planned({ "Conv c 200000" }, Side::B), after);
    const auto comparison = compareProfiles(a, b);
    QCOMPARE(comparison.settings.size(), name.isEmpty() ? 0u : 1u);
    if (!name.isEmpty())
        QCOMPARE(QString::fromStdString(comparison.settings[0].name), name);
    QCOMPARE(comparison.isComparable(), isComparable);
    QCOMPARE(rowOf(comparison, "c")->change.verdict,
        isComparable ? Verdict::Slower : Verdict::NotComparable);
    QCOMPARE(rowOf(comparison, "gone")->change.verdict, Verdict::Gone);
    const auto outcome = applyGate(comparison, { 0.03, {} });
    QCOMPARE(outcome.result(), isComparable ? GateResult::Beyond : GateResult::Undecided);
    CompareOptions allowing;
    allowing.allowsMachine = allowing.allowsSettings = true;
    QCOMPARE(rowOf(compareProfiles(a, b, allowing), "c")->change.verdict, Verdict::Slower);
}

void TestComparison::separateProfilesNeedMoreThanTheSpread_data()
{
    QTest::addColumn<int>("ns");
    QTest::addColumn<int>("expected");
    QTest::addColumn<int>("gate");
    QTest::newRow("4 %") << 104'000 << int(Verdict::WithinNoise) << int(GateResult::Undecided);
    QTest::newRow("7 %") << 107'000 << int(Verdict::Slower) << int(GateResult::Undecided);
    QTest::newRow("20 %") << 120'000 << int(Verdict::Slower) << int(GateResult::Beyond);
    QTest::newRow("20 % faster") << 80'000 << int(Verdict::Faster) << int(GateResult::Within);
}

void TestComparison::separateProfilesNeedMoreThanTheSpread()
{
    QFETCH(int, ns);
    QFETCH(int, expected);
    QFETCH(int, gate);
    const auto a = planned({ "Conv c 100000" }, Side::Profiled, nullptr);
    const auto b = planned({ QString("Conv c %1").arg(ns) }, Side::Profiled, nullptr);
    const auto comparison = compareProfiles(a, b);
    QCOMPARE(comparison.method, Method::Separate);
    QVERIFY(!comparison.wall.p);
    QCOMPARE(int(rowOf(comparison, "c")->change.verdict), expected);
    const auto outcome = applyGate(comparison, { 0.03, {} });
    QCOMPARE(int(outcome.result()), gate);
    if (outcome.result() == GateResult::Undecided)
        QVERIFY(outcome.help.front().find("--measure") != std::string::npos);
}

void TestComparison::ignoredScopesHaveNoVerdict()
{
    CompareOptions options;
    options.ignoredScopes = { "enc" };
    const auto comparison
        = compareProfiles(planned({ "Conv enc/c 100000", "Conv encoder/c 100000" }),
            planned({ "Conv enc/c 200000", "Conv encoder/c 200000" }, Side::B), options);
    QVERIFY(rowOf(comparison, "enc/c")->isIgnored);
    QCOMPARE(rowOf(comparison, "enc/c")->change.verdict, Verdict::WithinNoise);
    QCOMPARE(rowOf(comparison, "encoder/c")->change.verdict, Verdict::Slower);
    QCOMPARE(comparison.count(Verdict::Slower), 1u);
    QCOMPARE(applyGate(comparison, { {}, 0.05 }).rows.size(), 1u);
}

void TestComparison::lostRecordsLeaveTheGateUndecided()
{
    auto lossy = *planned({ "Conv c 100000" }, Side::B);
    lossy.losses.dropped = 3;
    const auto comparison = compareProfiles(
        planned({ "Conv c 100000" }), std::make_shared<const Profile>(std::move(lossy)));
    QVERIFY(comparison.isLossy());
    const auto outcome = applyGate(comparison, { 0.03, 0.05 });
    QCOMPARE(outcome.result(), GateResult::Undecided);
    QVERIFY(outcome.help.front().find("records were lost") != std::string::npos);
}

void TestComparison::emptyProfilesAreNoDifference()
{
    const auto empty = ProfileBuilder().build();
    const auto comparison = compareProfiles(empty, planned({ "Conv c 100000" }, Side::B));
    QCOMPARE(rowsText(comparison), QString("c:  | Conv, 0 and 1 steps, new"));
    QVERIFY(comparison.waterfall.parts.empty());
    QVERIFY(compareProfiles(empty, empty).rows.empty());
    QCOMPARE(
        applyGate(compareProfiles(empty, empty), { 0.03, 0.05 }).result(), GateResult::Undecided);
}

void TestComparison::pairsAreMeasuredInRounds()
{
    QByteArray order;
    const RunOnce a = [&](engine::Observer* observer) -> support::Result<void> {
        order += observer != nullptr ? 'A' : 'a';
        return {};
    };
    const RunOnce b = [&](engine::Observer* observer) -> support::Result<void> {
        order += observer != nullptr ? 'B' : 'b';
        return {};
    };
    PairOptions options;
    options.rounds = 40;
    options.runsPerBlock = 2;
    options.warmUpRuns = 2;
    const auto pair = runPairBenchmark({ a, b }, options);
    QVERIFY(pair);
    QVERIFY(order.startsWith("abab"));
    order.remove(0, 4);
    int abba = 0;
    for (qsizetype i = 0; i < order.size(); i += 8) {
        const auto round = order.mid(i, 8);
        QVERIFY2(round == "AABBBBAA" || round == "BBAAAABB", round);
        abba += round == "AABBBBAA";
    }
    QVERIFY(abba > 8 && abba < 32); // tossed, not fixed
    for (std::size_t side = 0; side < 2; ++side) {
        const auto& runs = (*pair)[side].runs;
        QCOMPARE(runs.size(), 2u + 160u);
        QCOMPARE(runs.back().round, 40u);
        QCOMPARE(runs.back().side, side == 0 ? Side::A : Side::B);
        QVERIFY(std::ranges::is_sorted(runs, {}, &Run::startNs));
    }
}

void TestComparison::bothSidesSettleBeforeRounds()
{
    QByteArray order;
    const auto side = [&](char recorded, char plain) -> RunOnce {
        return [&order, recorded, plain](engine::Observer* observer) -> support::Result<void> {
            order += observer != nullptr ? recorded : plain;
            return {};
        };
    };
    PairOptions options;
    options.rounds = 30;
    options.runsPerBlock = 1;
    options.warmUpRuns = 1;
    options.beforeRound = [&]() -> support::Result<void> {
        order += '|';
        return {};
    };
    const auto pair = runPairBenchmark({ side('A', 'a'), side('B', 'b') }, options);
    QVERIFY(pair);
    QVERIFY(order.startsWith("ab"));
    const auto rounds = order.mid(2).split('|');
    QCOMPARE(rounds.size(), 30);
    // The side that begins is run last before it: each side has one letter that begins cold.
    for (const auto& round : rounds)
        QVERIFY2(round == "bbaaABBA" || round == "aabbBAAB", round);
    QVERIFY(rounds.contains("bbaaABBA") && rounds.contains("aabbBAAB"));
    for (const auto& benchmark : *pair)
        QCOMPARE(std::ranges::count(benchmark.runs, Side::WarmUp, &Run::side), 1 + 2 * 30);

    int left = 3;
    options.beforeRound = [&]() -> support::Result<void> {
        return --left > 0 ? support::Result<void>() : support::fail("no memory for B");
    };
    const auto failed = runPairBenchmark({ side('A', 'a'), side('B', 'b') }, options);
    QVERIFY(!failed);
    QCOMPARE(QString::fromStdString(failed.error().message()), "no memory for B");
}

/// Where memory lies must differ from round to round, or it is measured as a difference.
void TestComparison::preparedAnewForEachRound()
{
    engine::RunRequest request;
    request.model = testing::modelFromText("input x: float 4096\n"
                                           "y = Neg(x)\n"
                                           "z = Exp(y)\n"
                                           "output z");
    PairOptions options;
    options.rounds = 4;
    options.runsPerBlock = 1;
    options.warmUpRuns = 1;
    const auto pair = profilePair(
        { &request, &request }, { engine::prepare(request), engine::prepare(request) }, options);
    QVERIFY2(pair, pair ? "" : pair.error().message().c_str());
    for (const auto& profile : pair->profiles) {
        const auto settling = std::ranges::count_if(profile->runs,
            [](const Run& run) { return run.side == Side::WarmUp && run.round > 0; });
        QCOMPARE(settling, 2 * 4);
        QCOMPARE(profile->losses.unbalanced, 0u);
    }
    QCOMPARE(pair->profiles[0]->steps.size(), pair->profiles[1]->steps.size());
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
