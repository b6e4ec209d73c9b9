// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/report.h"
#include "profiler/linter/linter.h"
#include "profiler/linter/rules.h"
#include "profiler/peaks/arithmetic_type.h"
#include "profiler/peaks/machine_peaks.h"
#include "profiler/peaks/short_products.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/findings.h"

#include <QFile>
#include <QTemporaryDir>

using namespace profiler;
using testing::evidenceOf;
using testing::findingOf;

namespace {

struct StepText {
    const char* type;
    int ns;
    const char* inputs = "";
    const char* tier = "library";
    StepKind kind = StepKind::Operator;
    std::vector<std::uint32_t> after = {};
    std::uint64_t flops = 0;
    std::uint64_t bytes = 0;
};

/// Ten equal runs of these steps, one after the other, with `gap` ns between them.
std::shared_ptr<const Profile> profileOf(const std::vector<StepText>& steps, int gap = 0,
    const std::optional<MachinePeaks>& peaks = {}, const char* isa = "AMX, AVX-512",
    const char* precision = "f32")
{
    ProfileBuilder builder;
    for (const auto& text : steps) {
        Step step;
        step.opType = builder.text(text.type);
        step.label
            = builder.text(std::string(text.type) + std::to_string(builder.profile().steps.size()));
        step.inputTypes = builder.text(text.inputs);
        step.tier = builder.text(text.tier);
        step.kind = text.kind;
        for (const auto id : text.after)
            step.after.emplace_back(id);
        if (text.bytes > 0) {
            step.flops = text.flops;
            step.bytes = text.bytes;
        }
        step.origins.push_back({ model::NodeId(builder.profile().steps.size()), step.label });
        builder.addStep(std::move(step));
    }
    builder.profile().metadata.set(keys::isa, isa);
    builder.profile().metadata.set(keys::precision, precision);
    if (peaks)
        describePeaks(builder.profile().metadata, *peaks);
    const auto runs = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto main = builder.addTrack("main", "CPU", TrackKind::Thread);
    std::int64_t now = 0;
    for (std::uint32_t run = 0; run < 10; ++run) {
        Run row;
        row.number = run + 1;
        row.startNs = now;
        for (std::uint32_t i = 0; i < steps.size(); ++i) {
            builder.addSlice({ now, steps[i].ns, i, run, main, SliceKind::Step });
            now += steps[i].ns + gap;
        }
        row.wallNs = now - row.startNs;
        builder.addSlice({ row.startNs, row.wallNs, Slices::none, run, runs, SliceKind::Run });
        builder.profile().runs.push_back(row);
        now += 100;
    }
    return std::move(builder).build();
}

MachinePeaks peaks()
{
    return { .threads = 1,
        .flopsPerSecond = 1e11,
        .bandwidths = { { 1 << 20, 1e11 }, { 256 << 20, 1e10 } } };
}

} // namespace

class TestLinter : public QObject {
    Q_OBJECT

private slots:
    void everyRuleHasAnIdOfItsOwn();
    void everyRuleIsInTheDocumentation();
    void rulesFindWhatTheyAreFor_data();
    void rulesFindWhatTheyAreFor();
    void findingsNameStepsGainAndAdvice();
    void smallSharesAreLeftAlone();
    void aStepFarFromItsRoofIsNamed();
    void repeatedBlocksAreOneFinding();
    void shorterTypesHaveNoRoofOfFloat();
    void aReportNamesTheTypesOfItsProducts();
    void shorterNumbersGainWhatThePeaksAllow_data();
    void shorterNumbersGainWhatThePeaksAllow();
    void whatRunsInShorterNumbersGainsNothingMore();
    void withoutPeaksNoRoofIsMadeUp();
    void theLongestChainLeavesOutWhatRunsBeside();
    void typesAreReadFromTheirTexts();
    void shorterTypesHaveTheirOwnRoof();
    void chainsOfShortProductsComputeWhatTheyCount();
    void peaksOfShortTypesAreKeptAndRead();
    void distrustedPeaksAreNotKept();
    void aReorderIsHeldAgainstItsReader_data();
    void aReorderIsHeldAgainstItsReader();
};

void TestLinter::everyRuleHasAnIdOfItsOwn()
{
    std::vector<std::string_view> ids;
    for (const auto& rule : lintRules())
        ids.push_back(rule.id);
    std::ranges::sort(ids);
    QVERIFY(std::ranges::adjacent_find(ids) == ids.end());
    QVERIFY(ids.size() >= 20);
}

void TestLinter::everyRuleIsInTheDocumentation()
{
    QFile file(QString::fromStdString((testing::sourceDir() / "docs/numbers.md").string()));
    QVERIFY(file.open(QFile::ReadOnly));
    const auto text = QString::fromUtf8(file.readAll());
    for (const auto& rule : lintRules()) {
        const auto row = QString("\n| `%1` | ")
                             .arg(QString::fromUtf8(rule.id.data(), qsizetype(rule.id.size())));
        QVERIFY2(text.contains(row), qPrintable(row));
    }
}

using Steps = std::vector<StepText>;
Q_DECLARE_METATYPE(Steps)

void TestLinter::rulesFindWhatTheyAreFor_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<Steps>("bad");
    QTest::addColumn<Steps>("good");
    QTest::addColumn<int>("gap");
    const char* image = "1×3×8×8 fp32, 67×3×3×3 fp32";
    const char* wide = "1×64×8×8 fp32, 64×64×3×3 fp32";
    const char* vector = "1×512 fp32, 512×512 fp32";
    const char* matrix = "64×512 fp32, 512×512 fp32";
    const StepText filler { "Add", 1000 };
    QTest::newRow("reference") << "reference-kernel"
                               << Steps { filler, { "Conv", 500, wide, "reference" } }
                               << Steps { filler, { "Conv", 500, wide } } << 0;
    QTest::newRow("reorders") << "reorder-share"
                              << Steps { filler, { "Reorder", 200, "", "", StepKind::Reorder } }
                              << Steps { filler, { "Reorder", 20, "", "", StepKind::Reorder } }
                              << 0;
    QTest::newRow("dispatch") << "dispatch-bound" << Steps(10, { "Add", 100 })
                              << Steps(10, { "Add", 10'000 }) << 60;
    QTest::newRow("activation") << "unfused-activation"
                                << Steps { { "Conv", 1000, wide },
                                       { "Relu", 200, "", "", StepKind::Operator, { 0 } } }
                                << Steps { { "Add", 1000 },
                                       { "Relu", 200, "", "", StepKind::Operator, { 0 } } }
                                << 0;
    QTest::newRow("quantisers") << "qdq-unfused" << Steps { filler, { "DequantizeLinear", 300 } }
                                << Steps { filler } << 0;
    QTest::newRow("copies") << "big-copy" << Steps { filler, { "Concat", 100 } }
                            << Steps { filler, { "Concat", 20 } } << 0;
    QTest::newRow("pairs") << "redundant-op"
                           << Steps { filler, { "Cast", 100 },
                                  { "Cast", 100, "", "", StepKind::Operator, { 1 } } }
                           << Steps { filler, { "Cast", 100 } } << 0;
    QTest::newRow("channels") << "channels-unaligned" << Steps { { "Conv", 1000, image } }
                              << Steps { { "Conv", 1000, wide } } << 0;
    QTest::newRow("columns") << "channels-unaligned"
                             << Steps { { "MatMul", 1000, "64×512 fp32, 512×17 fp32" } }
                             << Steps { { "MatMul", 1000, matrix } } << 0;
    QTest::newRow("a weight that may be transposed")
        << "channels-unaligned" << Steps { { "MatMul", 1000, "64×512 fp32, 512×17 fp32" } }
        << Steps { { "Gemm", 1000, "64×17 fp32, 512×17 fp32" } } << 0;
    QTest::newRow("matrix units") << "bf16-possible" << Steps { { "MatMul", 1000, matrix } }
                                  << Steps { { "MatMul", 1000, "64×512 int8, 512×512 int8" } } << 0;
    QTest::newRow("few rows") << "small-batch" << Steps { { "MatMul", 1000, vector } }
                              << Steps { { "MatMul", 1000, matrix } } << 0;
    QTest::newRow("branches") << "parallel-branches"
                              << Steps { { "Add", 100 },
                                     { "Conv", 1000, wide, "library", StepKind::Operator, { 0 } },
                                     { "Conv", 1000, wide, "library", StepKind::Operator, { 0 } } }
                              << Steps { { "Add", 100 },
                                     { "Conv", 1000, wide, "library", StepKind::Operator, { 0 } },
                                     { "Conv", 1000, wide, "library", StepKind::Operator, { 1 } } }
                              << 0;
}

void TestLinter::rulesFindWhatTheyAreFor()
{
    QFETCH(QString, rule);
    QFETCH(Steps, bad);
    QFETCH(Steps, good);
    QFETCH(int, gap);
    const auto id = rule.toStdString();
    const auto report = buildReport(profileOf(bad, gap));
    const auto* finding = findingOf(report, id);
    QVERIFY(finding != nullptr);
    QVERIFY(!finding->steps.empty() || rule == "dispatch-bound"); // which lies between steps
    QVERIFY(finding->gainNs > 0 && finding->gainNs <= report.statistics->wall.median);
    QVERIFY(!evidenceOf(*finding, "bound").isEmpty());
    QVERIFY(!evidenceOf(*finding, "confidence").isEmpty());
    QVERIFY(!finding->advice.empty());
    QVERIFY(findingOf(buildReport(profileOf(good, gap)), id) == nullptr);
}

void TestLinter::findingsNameStepsGainAndAdvice()
{
    const auto report
        = buildReport(profileOf({ { "Add", 1000 }, { "Conv", 500, "", "reference" } }));
    const auto* finding = findingOf(report, "reference-kernel");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->steps, std::vector { engine::StepId(1u) });
    QCOMPARE(finding->gainNs, 500.0);
    QCOMPARE(evidenceOf(*finding, "longest"), QString("\"Conv1\", 500 ns"));
    QCOMPARE(evidenceOf(*finding, "nothing faster took it"),
        QString("there is no faster kernel for it"));
    QVERIFY(!finding->advice.empty() && finding->text.find("33") != std::string::npos);
    for (std::size_t i = 1; i < report.findings.size(); ++i)
        QVERIFY(report.findings[i - 1].gainNs >= report.findings[i].gainNs);
}

void TestLinter::smallSharesAreLeftAlone()
{
    const auto report
        = buildReport(profileOf({ { "Add", 100'000 }, { "Conv", 500, "", "reference" } }));
    QVERIFY(findingOf(report, "reference-kernel") == nullptr);
}

void TestLinter::repeatedBlocksAreOneFinding()
{
    ProfileBuilder builder;
    std::vector<Finding> found;
    const auto add = [&](const char* label, const char* inputs, double gain) {
        Step row;
        row.label = builder.text(label);
        row.opType = builder.text("MatMul");
        row.inputTypes = builder.text(inputs);
        builder.addStep(std::move(row));
        const engine::StepId id(builder.profile().steps.size() - 1);
        found.push_back({ "far-from-roof", std::string(label) + " is slow", { id }, gain });
    };
    add("layers.0/attn/MatMul", "4×8 fp32", 10);
    add("layers.11/attn/MatMul", "4×8 fp32", 30);
    add("layers.2/attn/MatMul", "4×8 fp32", 20);
    add("layers.0/mlp/MatMul", "4×8 fp32", 5); // another place
    add("layers.3/attn/MatMul", "4×16 fp32", 4); // another shape
    found.push_back({ "far-from-roof", "once more", { engine::StepId(1u) }, 25 }); // counted above
    found.push_back({ "idle", "gaps", {}, 3 });
    found.push_back({ "idle", "more gaps", {}, 2 });
    const auto profile = std::move(builder).build();
    const Statistics statistics;
    const auto grouped = groupAlike({ *profile, statistics }, found);
    QCOMPARE(grouped.size(), std::size_t(5));
    QCOMPARE(grouped[0].gainNs, 60.0);
    QCOMPARE(grouped[0].steps,
        (std::vector { engine::StepId(1u), engine::StepId(2u), engine::StepId(0u) }));
    QVERIFY2(grouped[0].text.starts_with("layers.11/attn/MatMul is slow; so are 3 more"),
        grouped[0].text.c_str());
    QCOMPARE(evidenceOf(grouped[0], "alike"), QString("4"));
    QCOMPARE(grouped[1].text, std::string("layers.0/mlp/MatMul is slow"));
    QCOMPARE(grouped[4].text, std::string("more gaps"));
}

void TestLinter::aStepFarFromItsRoofIsNamed()
{
    // 1e6 FLOP in 1 ms: 1e9 of 1e11 FLOP/s; the other reaches half of it.
    const auto report = buildReport(profileOf(
        { { "MatMul", 1'000'000, "", "library", StepKind::Operator, {}, 1'000'000, 1000 },
            { "MatMul", 1'000'000, "", "library", StepKind::Operator, {}, 50'000'000, 1000 } },
        0, peaks()));
    QVERIFY(report.roofline.has_value());
    QCOMPARE(report.roofline->rows.size(), std::size_t(2));
    QCOMPARE(report.roofline->rows[0].ofRoof.value_or(0), 0.01);
    QCOMPARE(report.roofline->rows[1].ofRoof.value_or(0), 0.5);
    QVERIFY(report.roofline->rows[0].bound == RoofBound::Arithmetic);
    const auto* finding = findingOf(report, "far-from-roof");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->steps, std::vector { engine::StepId(0u) });
    QCOMPARE(finding->gainNs, 990'000.0);
    QVERIFY(!rooflineFigure(*report.profile, *report.roofline, 600, 300).shapes.empty());
}

void TestLinter::shorterTypesHaveTheirOwnRoof()
{
    auto known = peaks();
    known.bf16 = { 4e11, "AMX" };
    known.int8 = { 8e11, "AMX" };
    const StepText ofInt8 { "QLinearConv", 1'000'000, "1×3×8×8 uint8, fp32", "library",
        StepKind::Operator, {}, 80'000'000, 1000 };
    auto ofBf16 = ofInt8;
    ofBf16.inputs = "1×3×8×8 bf16";
    const auto report = buildReport(profileOf({ ofInt8, ofBf16 }, 0, known, "AMX"));
    const auto& rows = report.roofline->rows;
    QCOMPARE(rows[0].roof, 8e11);
    QCOMPARE(rows[0].ofRoof.value_or(0), 0.1);
    QCOMPARE(rows[1].ofRoof.value_or(0), 0.2);
    const auto* finding = findingOf(report, "far-from-roof");
    QVERIFY(finding != nullptr);
    QCOMPARE(finding->steps, std::vector { engine::StepId(0u) });
    QVERIFY(roofVerdict(rows[0]).text().find("of 800 GFLOP/s") != std::string::npos);
    std::string words;
    for (const auto& shape : rooflineFigure(*report.profile, *report.roofline, 900, 500).shapes)
        words += shape.tip + "\n";
    QVERIFY(words.find("800 GFLOP/s int8: the best of multiply-adds in registers, by AMX")
        != std::string::npos);
    QVERIFY(words.find("400 GFLOP/s bf16") != std::string::npos);
}

/// The peak of float says nothing of products in shorter types, which are faster: no share of a
/// roof, no reason why it is above. What memory holds back below the peak of float has its roof.
void TestLinter::shorterTypesHaveNoRoofOfFloat()
{
    const auto rowsOf = [](const char* isa, double bf16Peak) {
        auto known = peaks();
        known.bf16.flopsPerSecond = bf16Peak;
        const StepText step { "QLinearConv", 1'000'000, "1×3×8×8 uint8, fp32", "library",
            StepKind::Operator, {}, 180'000'000, 1000 };
        auto ofBf16 = step;
        ofBf16.inputs = "1×3×8×8 bf16";
        auto ofMemory = step;
        ofMemory.flops = 500'000; // half a FLOP per byte
        ofMemory.bytes = 1'000'000;
        auto ofFloat = step;
        ofFloat.inputs = "1×3×8×8 fp32, 4 uint8";
        return buildReport(profileOf({ step, ofBf16, ofMemory, ofFloat }, 0, known, isa))
            .roofline->rows;
    };
    const auto rows = rowsOf("AMX, AVX512-BF16", 4e11);
    QVERIFY(!rows[0].ofRoof && rows[0].roof == 0);
    QCOMPARE(roofVerdict(rows[0]).text(),
        std::string("no roof: what this machine multiplies in int8 at most was not measured"));
    QVERIFY(!rows[1].ofRoof); // matrix units multiply faster than what was measured
    QVERIFY(rows[2].bound == RoofBound::Memory && rows[2].ofRoof);
    QCOMPARE(rows[3].ofRoof.value_or(0), 1.8);
    QVERIFY(roofVerdict(rows[3]).text().find("cache") == std::string::npos);
    QCOMPARE(rowsOf("AVX512-BF16", 4e11)[1].ofRoof.value_or(0), 0.45);
    QVERIFY(!rowsOf("AVX512-BF16", 0)[1].ofRoof);
}

void TestLinter::aReportNamesTheTypesOfItsProducts()
{
    const auto textOf = [](std::vector<std::pair<const char*, std::uint64_t>> steps) {
        ProfileBuilder builder;
        builder.profile().metadata.set(keys::precision, "f32");
        for (const auto& [inputs, multiplyAdds] : steps) {
            Step step;
            step.inputTypes = builder.text(inputs);
            step.work = WorkClasses { multiplyAdds, 0, 0, 0 };
            builder.addStep(std::move(step));
        }
        return precisionText(*std::move(builder).build());
    };
    QCOMPARE(textOf({}), std::string("f32"));
    QCOMPARE(textOf({ { "8×8 fp32, 8×8 fp32", 100 } }), std::string("f32"));
    QCOMPARE(textOf({ { "8×8 int8", 900 }, { "8×8 fp32", 100 } }), std::string("int8, f32"));
    QCOMPARE(textOf({ { "8×8 uint8", 990 }, { "8×8 fp32", 10 } }), std::string("int8"));
    QCOMPARE(textOf({ { "8×8 bf16", 100 } }), std::string("bf16"));
}

void TestLinter::shorterNumbersGainWhatThePeaksAllow_data()
{
    QTest::addColumn<QString>("isa");
    QTest::addColumn<QString>("device");
    QTest::addColumn<double>("bf16Peak");
    QTest::addColumn<double>("gainNs"); // of 1 ms; below 0: no finding
    QTest::addColumn<QString>("units");
    // 50 MFLOP at 2e11 FLOP/s: 250 µs. Half of 10 MB at 1e10 B/s: 500 µs.
    QTest::newRow("bound by bytes") << "AVX512-BF16, AVX-512"
                                    << "cpu" << 2e11 << 500'000.0 << "AVX512-BF16";
    QTest::newRow("bound by arithmetic") << "AVX512-BF16, AVX-512"
                                         << "cpu" << 6.25e10 << 200'000.0 << "AVX512-BF16";
    QTest::newRow("arithmetic not measured") << "AVX512-BF16, AVX-512"
                                             << "cpu" << 0.0 << 500'000.0 << "AVX512-BF16";
    QTest::newRow("matrix units are faster than what is measured")
        << "AMX, AVX512-BF16, AVX-512"
        << "cpu" << 6.25e10 << 500'000.0 << "AMX";
    QTest::newRow("tensor cores") << "AVX-512"
                                  << "cuda:0" << 0.0 << 1'000'000.0 << "tf32";
    QTest::newRow("no such units") << "AVX-512"
                                   << "cpu" << 0.0 << -1.0 << "";
}

void TestLinter::shorterNumbersGainWhatThePeaksAllow()
{
    QFETCH(QString, isa);
    QFETCH(QString, device);
    QFETCH(double, bf16Peak);
    QFETCH(double, gainNs);
    QFETCH(QString, units);
    auto known = peaks();
    known.bf16.flopsPerSecond = bf16Peak;
    known.bandwidths = { { 256 << 20, 1e10 } };
    const StepText product { "MatMul", 1'000'000, "64×512 fp32, 512×512 fp32", "library",
        StepKind::Operator, {}, 50'000'000, 10'000'000 };
    auto profile = *profileOf({ product }, 0, known, qPrintable(isa));
    profile.steps[0].device = profile.strings.intern(device.toStdString());
    const auto report = buildReport(std::make_shared<const Profile>(std::move(profile)));
    const auto* finding = findingOf(report, "bf16-possible");
    QCOMPARE(finding != nullptr, gainNs >= 0);
    if (finding == nullptr)
        return;
    QCOMPARE(finding->gainNs, gainNs);
    QCOMPARE(finding->steps, std::vector { engine::StepId(0u) });
    QVERIFY(finding->evidence.front().value.find(units.toStdString()) != std::string::npos);
    QVERIFY(finding->text.find(units.toStdString()) != std::string::npos);
    QVERIFY(
        std::ranges::find(finding->evidence, "bound", &Evidence::name) != finding->evidence.end());
}

void TestLinter::whatRunsInShorterNumbersGainsNothingMore()
{
    const std::vector<StepText> product { { "MatMul", 1000, "64×512 fp32, 512×512 fp32" } };
    const auto isa = "AVX512-BF16, AVX-512";
    QVERIFY(findingOf(buildReport(profileOf(product, 0, {}, isa, "f32")), "bf16-possible"));
    QVERIFY(!findingOf(buildReport(profileOf(product, 0, {}, isa, "bf16")), "bf16-possible"));
}

void TestLinter::withoutPeaksNoRoofIsMadeUp()
{
    const auto report = buildReport(
        profileOf({ { "MatMul", 1000, "", "library", StepKind::Operator, {}, 1000, 1000 } }));
    QVERIFY(!report.roofline.has_value());
    QVERIFY(findingOf(report, "far-from-roof") == nullptr);
}

void TestLinter::theLongestChainLeavesOutWhatRunsBeside()
{
    const auto report = buildReport(
        profileOf({ { "Split", 100 }, { "Conv", 700, "", "", StepKind::Operator, { 0 } },
            { "Conv", 300, "", "", StepKind::Operator, { 0 } },
            { "Add", 50, "", "", StepKind::Operator, { 1, 2 } } }));
    const std::vector wanted { engine::StepId(0u), engine::StepId(1u), engine::StepId(3u) };
    QCOMPARE(report.criticalPath.steps, wanted);
    QCOMPARE(report.criticalPath.lengthNs, 850.0);
    QCOMPARE(report.criticalPath.operatorsNs, 1150.0);
}

void TestLinter::typesAreReadFromTheirTexts()
{
    const auto tensors = tensorsOf("1×3×224×224 fp32, –, batch×8 int8, scalar fp32");
    QCOMPARE(tensors.size(), std::size_t(4));
    QCOMPARE(tensors[0].shape, (std::vector<std::uint64_t> { 1, 3, 224, 224 }));
    QCOMPARE(tensors[1].shape.size(), std::size_t(0));
    QCOMPARE(tensors[2].shape, (std::vector<std::uint64_t> { 0, 8 }));
    QVERIFY(tensors[2].element == "int8");
    QVERIFY(tensors[3].shape.empty());
}

/// What a chain says it multiplies is what it multiplies: its sum counts them.
void TestLinter::chainsOfShortProductsComputeWhatTheyCount()
{
    constexpr std::uint64_t rounds = 20'000;
    QVERIFY(!int8Chains().empty());
    for (const auto& chain : int8Chains())
        QVERIFY2(chain.run(rounds) == static_cast<double>(rounds * chain.multiplyAdds),
            std::string(chain.by).c_str());
    for (const auto& chain : bf16Chains())
        QVERIFY2(chain.run(rounds) == static_cast<double>(rounds * chain.multiplyAdds) / 16384,
            std::string(chain.by).c_str());
}

/// The instructions of peaks go where peaks go, and older files and profiles have none.
void TestLinter::peaksOfShortTypesAreKeptAndRead()
{
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("peaks.json").toStdString();
    auto known = peaks();
    known.bf16 = { 3e11, "AMX" };
    known.int8 = { 6e11, "AVX512-VNNI" };
    QVERIFY(storePeaks(file, known));
    Metadata metadata;
    describePeaks(metadata, known);
    for (const auto& found : { storedPeaks(file, 1), peaksOf(metadata) }) {
        QVERIFY(found);
        QCOMPARE(found->bf16.flopsPerSecond, 3e11);
        QCOMPARE(found->bf16.by, std::string("AMX"));
        QCOMPARE(found->int8.flopsPerSecond, 6e11);
        QCOMPARE(found->int8.by, std::string("AVX512-VNNI"));
    }
    Metadata older;
    describePeaks(older, peaks());
    QVERIFY(peaksOf(older));
    QCOMPARE(peaksOf(older)->int8.flopsPerSecond, 0.0);
}

void TestLinter::distrustedPeaksAreNotKept()
{
    QTemporaryDir folder;
    const std::filesystem::path file = folder.filePath("cache/peaks.json").toStdString();
    auto own = peaks();
    own.distrust = "the machine was busy";
    QVERIFY(!storePeaks(file, own));
    QVERIFY(!storedPeaks(file, 1));
    own.distrust.clear();
    own.bf16.flopsPerSecond = 2e11;
    QVERIFY(storePeaks(file, own));
    const auto found = storedPeaks(file, 1);
    QVERIFY(found.has_value());
    QCOMPARE(found->flopsPerSecond, own.flopsPerSecond);
    QVERIFY(found->bf16.by.empty()); // a file of an older version
    QCOMPARE(found->bf16.flopsPerSecond, own.bf16.flopsPerSecond);
    QCOMPARE(found->bandwidths.size(), std::size_t(2));
    QVERIFY(!storedPeaks(file, 2));
}

void TestLinter::aReorderIsHeldAgainstItsReader_data()
{
    QTest::addColumn<int>("readerNs");
    QTest::addColumn<int>("fillerNs");
    QTest::addColumn<bool>("knowsLifetime");
    QTest::addColumn<bool>("knowsOrder");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("by lifetime") << 1000 << 10'000 << true << false << true;
    QTest::newRow("by what steps read") << 1000 << 10'000 << false << true << true;
    QTest::newRow("reader not known") << 1000 << 10'000 << false << false << false;
    QTest::newRow("a long reader") << 1500 << 10'000 << true << false << false;
    QTest::newRow("small beside the wall") << 1000 << 100'000 << true << false << false;
}

void TestLinter::aReorderIsHeldAgainstItsReader()
{
    QFETCH(int, readerNs);
    QFETCH(int, fillerNs);
    QFETCH(bool, knowsLifetime);
    QFETCH(bool, knowsOrder);
    QFETCH(bool, isFound);
    const auto after = knowsOrder ? std::vector<std::uint32_t> { 1 } : std::vector<std::uint32_t>();
    auto profile = *profileOf({ { "Add", fillerNs }, { "Reorder", 300, "", "", StepKind::Reorder },
        { "Conv", readerNs, "", "library", StepKind::Operator, after } });
    if (knowsLifetime)
        profile.memory.lifetimes.push_back(
            { {}, {}, 64, 0, engine::StepId(1u), engine::StepId(2u) });
    const auto report = buildReport(std::make_shared<const Profile>(std::move(profile)));
    const auto* finding = findingOf(report, "reorder-share");
    QCOMPARE(finding != nullptr, isFound);
    if (finding == nullptr)
        return;
    QCOMPARE(finding->steps, std::vector { engine::StepId(1u) });
    QCOMPARE(finding->gainNs, 300.0);
    QCOMPARE(evidenceOf(*finding, "longest beside its last reader"),
        QString("\"Reorder1\", 300 ns, for \"Conv2\", 1.00 µs"));
    QCOMPARE(evidenceOf(*finding, "bound"), QString("all of their time"));
}

QTEST_GUILESS_MAIN(TestLinter)
#include "tst_linter.moc"
