// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/exporter.h"
#include "profiler/file/profile_file.h"
#include "profiler/importers/importer.h"
#include "profiler/statistics/scope_rows.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QTemporaryDir>

using namespace profiler;

/// What an exporter of ours writes, an importer of ours reads back to the same figures.
class TestRoundTrips : public QObject {
    Q_OBJECT

private slots:
    void figuresComeBack_data();
    void figuresComeBack();
    void tracesKeepWhatPhasesAre();
    void whatIsUnknownStaysUnknown();
    void stepsOfPytorchAreRuns();
    void kernelsOfPytorchHaveRows();

private:
    std::shared_ptr<const Profile> readBack(
        std::shared_ptr<const Profile> profile, const QString& as);
    std::shared_ptr<const Profile> readTrace(const QByteArray& events);

    QTemporaryDir m_folder;
};

namespace {

bool write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QString intervalOf(const std::optional<Interval>& interval)
{
    return interval ? QStringLiteral("%1 … %2").arg(interval->low).arg(interval->high)
                    : QStringLiteral("none");
}

QString timeOf(const Distribution& time)
{
    return QStringLiteral("%1 runs %2 p90 %3 %4")
        .arg(time.samples)
        .arg(time.median, 0, 'f', 1)
        .arg(time.p90, 0, 'f', 1)
        .arg(intervalOf(time.interval));
}

QString numberOf(const std::optional<double>& value)
{
    return value ? QString::number(*value, 'g', 12) : QStringLiteral("unknown");
}

QString textOf(const Profile& profile, StringId id)
{
    const auto text = profile.text(id);
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Everything that a table shows, one line each, so that a difference is read at a glance.
QStringList figuresOf(const Profile& profile)
{
    const auto statistics = computeStatistics(profile);
    QStringList lines { "wall " + timeOf(statistics->wall),
        "without recording " + timeOf(statistics->wallUnprofiled) };
    if (const auto& cost = statistics->recordingCost)
        lines.append(QStringLiteral("recording %1 %2 %3")
                         .arg(cost->value, 0, 'g', 9)
                         .arg(intervalOf(cost->interval))
                         .arg(cost->samples));
    for (const auto& row : statistics->steps) {
        const auto& step = profile.step(row.step);
        QStringList nodes;
        for (const auto& origin : step.origins)
            nodes.append(textOf(profile, origin.label));
        lines.append(QStringLiteral("step %1 %2 kind %3 of %4: %5 share %6 calls %7 rate %8 / %9")
                         .arg(textOf(profile, step.label), textOf(profile, step.opType))
                         .arg(int(step.kind))
                         .arg(nodes.join(u'+'), timeOf(row.time))
                         .arg(row.share, 0, 'f', 6)
                         .arg(row.callsPerRun)
                         .arg(numberOf(row.flopsPerSecond), numberOf(row.bytesPerSecond)));
    }
    for (const auto& row : statistics->types)
        lines.append(QStringLiteral("type %1: %2 steps %3 FLOP %4 unknown %5")
                         .arg(textOf(profile, row.opType), timeOf(row.time))
                         .arg(row.steps)
                         .arg(row.flops)
                         .arg(row.unknownCosts));
    if (const auto& account = statistics->account)
        for (const auto ns : { account->wallNs, account->operatorsNs, account->reordersNs,
                 account->copiesNs, account->dispatchNs, account->waitingNs, account->allocationNs,
                 account->unaccountedNs, account->overlapNs })
            lines.append(QStringLiteral("account %1").arg(ns));
    return lines;
}

} // namespace

std::shared_ptr<const Profile> TestRoundTrips::readBack(
    std::shared_ptr<const Profile> profile, const QString& as)
{
    const auto path = m_folder.filePath("file");
    if (as == "opscope") {
        if (!writeProfileFile(path.toStdString(), *profile))
            return nullptr;
    } else {
        const auto text = exportText(*findExporter(as.toStdString()), buildReport(profile));
        if (!text || !write(path, QByteArray::fromStdString(*text)))
            return nullptr;
    }
    const auto read = importProfile(path.toStdString());
    return read ? *read : nullptr;
}

std::shared_ptr<const Profile> TestRoundTrips::readTrace(const QByteArray& events)
{
    const auto path = m_folder.filePath("trace.json");
    if (!write(path, "{\"schemaVersion\":1,\"traceEvents\":[" + events + "]}"))
        return nullptr;
    const auto read = importProfile(path.toStdString());
    return read ? *read : nullptr;
}

void TestRoundTrips::figuresComeBack_data()
{
    QTest::addColumn<QString>("as");
    QTest::addColumn<QString>("nodeName");
    for (const char* const as : { "opscope", "html", "chrome" })
        for (const char* const name : { "conv", "</script>\"\\ \u202E" })
            QTest::addRow("%s, %s", as, name) << as << QString::fromUtf8(name);
}

/// With warm-up, runs without recording, a loop, an inserted reorder and work that is not known.
void TestRoundTrips::figuresComeBack()
{
    QFETCH(QString, as);
    QFETCH(QString, nodeName);
    const auto name = nodeName.toStdString();
    const auto profile = testing::sampleProfile({ .rounds = 20, .nodeName = name });
    const auto read = readBack(profile, as);
    QVERIFY(read != nullptr);
    const auto expected = figuresOf(*profile);
    const auto found = figuresOf(*read);
    for (qsizetype i = 0; i < std::min(expected.size(), found.size()); ++i)
        QCOMPARE(found[i], expected[i]);
    QCOMPARE(found.size(), expected.size());
    QCOMPARE(read->runs.size(), profile->runs.size());
    for (std::size_t i = 0; i < read->runs.size(); ++i) {
        QCOMPARE(read->runs[i].side, profile->runs[i].side);
        QCOMPARE(read->runs[i].number, profile->runs[i].number);
        QCOMPARE(read->runs[i].wallNs, profile->runs[i].wallNs);
    }
}

void TestRoundTrips::tracesKeepWhatPhasesAre()
{
    const auto profile = testing::profileFromText(
        "run 0 1000\nConv 100 400\nreorder 120 20\nwait 200 30\nRelu 600 100\ncopy 610 10");
    const auto read = readBack(profile, "chrome");
    QVERIFY(read != nullptr);
    QCOMPARE(figuresOf(*read), figuresOf(*profile));
    QCOMPARE(computeStatistics(*read)->account->waitingNs, 30);
}

/// Neither 0 nor not-a-number stands for what nobody knows.
void TestRoundTrips::whatIsUnknownStaysUnknown()
{
    const auto profile = testing::profileFromText("run 0 1000\nConv 100 400\nRelu 600 100");
    for (const auto* const as : { "opscope", "html", "chrome" }) {
        const auto read = readBack(profile, as);
        QVERIFY2(read != nullptr, as);
        for (const auto& step : read->steps) {
            QVERIFY2(!step.flops, as);
            QVERIFY2(!step.bytes, as);
        }
        const auto statistics = computeStatistics(*read);
        for (const auto& row : statistics->steps)
            QVERIFY2(!row.flopsPerSecond && !row.bytesPerSecond && !row.threadsBusy, as);
        const auto report = buildReport(read);
        for (const auto& fact : report.keyFigures)
            QVERIFY2(!QString::fromStdString(fact.value).contains("0 FLOP") && fact.value != "0 B"
                    && !QString::fromStdString(fact.value).contains("NaN"),
                qPrintable(QString::fromStdString(fact.name + ": " + fact.value)));
    }
}

namespace {

/// Two steps of a training loop: in each an operator with another one inside, a launch and its
/// kernel. The recorder's own span lies over all of it.
const char* const pytorchEvents = R"json(
{"ph":"X","cat":"Trace","ts":0,"dur":1000,"pid":"Spans","tid":"PyTorch Profiler","name":"PyTorch Profiler (0)"},
{"ph":"X","cat":"%1","name":"ProfilerStep#5","pid":1,"tid":1,"ts":100,"dur":300},
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":110,"dur":100,"args":{"Input Dims":[[1,2],[3]],"Input type":["float","float"],"External id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":120,"dur":60},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":130,"dur":10,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"void gemm<float>(float*)","pid":0,"tid":7,"ts":150,"dur":40,"args":{"correlation":7}},
{"ph":"X","cat":"%1","name":"ProfilerStep#6","pid":1,"tid":1,"ts":500,"dur":200},
{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":510,"dur":80},
{"ph":"X","cat":"kernel","name":"void gemm<float>(float*)","pid":0,"tid":7,"ts":520,"dur":20,"args":{"correlation":8}},
{"ph":"X","cat":"user_annotation","name":"Optimizer.step","pid":1,"tid":1,"ts":600,"dur":50})json";

} // namespace

void TestRoundTrips::stepsOfPytorchAreRuns()
{
    for (const auto* const category : { "user_annotation", "cpu_op", "Operator" }) {
        const auto profile = readTrace(QString::fromUtf8(pytorchEvents).arg(category).toUtf8());
        QVERIFY(profile != nullptr);
        QCOMPARE(profile->runs.size(), std::size_t(2));
        QCOMPARE(profile->runs[0].wallNs, 300'000);
        QCOMPARE(profile->runs[1].wallNs, 200'000);
        const auto statistics = computeStatistics(*profile);
        QCOMPARE(statistics->wall.median, 250'000.0);
        QStringList ran;
        for (const auto& row : statistics->steps)
            if (row.time.samples > 0)
                ran.append(textOf(*profile, profile->step(row.step).label));
        QCOMPARE(ran, (QStringList { "aten::linear", "aten::addmm" }));
        // Inside the first of two runs only: its time there, half of its share.
        const auto& inner = statistics->steps[1];
        QCOMPARE(inner.time.median, 60'000.0);
        QCOMPARE(inner.inRuns, 0.5);
        QCOMPARE(inner.share, 0.5 * 60 / 250);
        QCOMPARE(statistics->account->overlapNs, 0);
    }
}

void TestRoundTrips::kernelsOfPytorchHaveRows()
{
    const auto profile
        = readTrace(QString::fromUtf8(pytorchEvents).arg("user_annotation").toUtf8());
    QVERIFY(profile != nullptr);
    const auto rows = kernelRows(*profile, *computeStatistics(*profile));
    QCOMPARE(rows.size(), std::size_t(1));
    QVERIFY(QString::fromStdString(rows[0].name).contains("gemm"));
    QCOMPARE(rows[0].figures.time.median, 30'000.0);
    QCOMPARE(rows[0].figures.callsPerRun, 1.0);
}

QTEST_GUILESS_MAIN(TestRoundTrips)
#include "tst_round_trips.moc"
