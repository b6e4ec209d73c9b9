// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/support/compress.h"
#include "profiler/exporters/report.h"
#include "profiler/importers/importer.h"
#include "profiler/importers/match_nodes.h"
#include "profiler/importers/trace_event.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

using namespace profiler;

namespace {

/// As ONNX Runtime writes a line.
QByteArray node(const QByteArray& name, int ts, int dur, const QByteArray& type = "Relu")
{
    return "{\"cat\" : \"Node\",\"pid\" :1,\"tid\" :1,\"dur\" :" + QByteArray::number(dur)
        + ",\"ts\" :" + QByteArray::number(ts) + ",\"ph\" : \"X\",\"name\" :\"" + name
        + "_kernel_time\",\"args\" : {\"provider\" : \"CPUExecutionProvider\",\"op_name\" : \""
        + type + "\",\"node_index\" : \"0\"}}";
}

QByteArray run(int ts, int dur)
{
    return "{\"cat\" : \"Session\",\"pid\" :1,\"tid\" :1,\"dur\" :" + QByteArray::number(dur)
        + ",\"ts\" :" + QByteArray::number(ts)
        + ",\"ph\" : \"X\",\"name\" :\"model_run\",\"args\" : {}}";
}

QByteArray list(const QByteArrayList& events) { return "[\n" + events.join(",\n") + "\n]\n"; }

class Imported {
public:
    explicit Imported(const QByteArray& content)
    {
        QFile file(m_folder.filePath("profile"));
        m_isWritten = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        file.close();
        auto found = importProfile(m_folder.filePath("profile").toStdString());
        if (found)
            m_profile = *found;
        else
            m_error = found.error().message();
    }
    const Profile* operator->() const { return m_profile.get(); }
    const Profile& operator*() const { return *m_profile; }
    explicit operator bool() const { return m_profile != nullptr; }
    const std::string& error() const { return m_error; }
    std::int64_t records() const
    {
        return m_profile ? m_profile->metadata.integer("profile.imported_records").value_or(-1)
                         : -1;
    }
    bool says(std::string_view words) const
    {
        return m_profile && std::ranges::any_of(m_profile->diagnostics, [&](const auto& found) {
            return found.message.find(words) != std::string::npos;
        });
    }

private:
    QTemporaryDir m_folder;
    bool m_isWritten = false;
    std::shared_ptr<const Profile> m_profile;
    std::string m_error;
};

std::vector<std::string> labels(const Profile& profile, const Step& step)
{
    std::vector<std::string> found;
    for (const auto& origin : step.origins)
        found.emplace_back(profile.text(origin.label));
    return found;
}

/// The run of each step, -1 without one, by its start in microseconds.
QMap<qint64, qint64> runsByStart(const Profile& profile)
{
    QMap<qint64, qint64> runs;
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        if (profile.slices.kind[i] == SliceKind::Step)
            runs[profile.slices.startNs[i] / 1000]
                = profile.slices.run[i] == Slices::none ? -1 : qint64(profile.slices.run[i]);
    return runs;
}

} // namespace

class TestForeignProfiles : public QObject {
    Q_OBJECT

private slots:
    void microsecondsAreReadToTheNanosecond_data();
    void microsecondsAreReadToTheNanosecond();
    void runsOfOnnxRuntimeHoldTheirOperators();
    void namesThatBiteAreReadAll_data();
    void namesThatBiteAreReadAll();
    void aCutFileSaysHowMuchWasRead();
    void chromeTracesGiveSpansAndCounters();
    void compressedTracesAreRead();
    void layersOfTrtexecLieEndToEnd();
    void namesOfTrtexecKeepTheirLetters();
    void inferencesOfTrtexecOverlapWithoutMixing();
    void runsOnSeveralThreadsAreNotMixed();
    void stepsOfKinetoOnSeveralThreadsAreNotMixed();
    void runsInARowAreNotCalledOverlapping();
    void executionsOfOnednnAreFoundAmongOtherText();
    void partitionsOfOnednnGraphHaveTheirKind();
    void graphsOfNsightAreWorkOnTheDevice();
    void rangesAndKernelsOfNsightAreLinked();
    void stepsAreLedToNodes_data();
    void stepsAreLedToNodes();
    void twoStepsOfATypeAreNotLedToItsOnlyNode();
    void samplesOfOtherToolsOpen_data();
    void samplesOfOtherToolsOpen();
    void anythingElseIsRefusedByWhatItIs_data();
    void anythingElseIsRefusedByWhatItIs();
};

void TestForeignProfiles::microsecondsAreReadToTheNanosecond_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isTime");
    QTest::addColumn<qint64>("ns");
    QTest::newRow("whole") << QByteArray("12") << true << qint64(12'000);
    QTest::newRow("fraction") << QByteArray("0.125") << true << qint64(125);
    QTest::newRow("more digits") << QByteArray("1.23456") << true << qint64(1234);
    QTest::newRow("beyond a double")
        << QByteArray("1712195495406752.801") << true << qint64(1712195495406752801);
    QTest::newRow("negative") << QByteArray("-1.5") << true << qint64(-1500);
    QTest::newRow("exponent") << QByteArray("1e3") << true << qint64(1'000'000);
    QTest::newRow("too large") << QByteArray("9223372036854775807") << false << qint64(0);
    QTest::newRow("huge exponent") << QByteArray("1e308") << false << qint64(0);
    QTest::newRow("words") << QByteArray("soon") << false << qint64(0);
    QTest::newRow("empty") << QByteArray("") << false << qint64(0);
}

void TestForeignProfiles::microsecondsAreReadToTheNanosecond()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isTime);
    QFETCH(qint64, ns);
    const auto found = nanosecondsOf(text.toStdString());
    QCOMPARE(found.has_value(), isTime);
    if (isTime)
        QCOMPARE(qint64(*found), ns);
}

void TestForeignProfiles::runsOfOnnxRuntimeHoldTheirOperators()
{
    // Events stand in the order of their ends: a run comes after its operators.
    const Imported profile(list({ node("conv", 100, 50, "Conv"), node("relu", 150, 10), run(95, 70),
        node("conv", 200, 40, "Conv"), node("relu", 240, 20), run(195, 70) }));
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile->runs.size(), std::size_t(2));
    QCOMPARE(profile->runs[1].startNs, std::int64_t(100'000));
    QCOMPARE(profile->steps.size(), std::size_t(2));
    const auto statistics = computeStatistics(*profile);
    QCOMPARE(statistics->steps[0].time.median, 45'000.0);
    QCOMPARE(statistics->wall.median, 70'000.0);
}

void TestForeignProfiles::namesThatBiteAreReadAll_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("label");
    QTest::newRow("quote") << QByteArray("we\"ird") << QByteArray("we\"ird");
    QTest::newRow("line break") << QByteArray("two\nlines") << QByteArray("two\xef\xbf\xbdlines");
    QTest::newRow("backslash") << QByteArray("win\\path") << QByteArray("win\\path");
    QTest::newRow("not UTF-8") << QByteArray("a\xff") << QByteArray("a\xef\xbf\xbd");
    QTest::newRow("half a pair") << QByteArray("\\ud800") << QByteArray("\xef\xbf\xbd");
    QTest::newRow("markup") << QByteArray("<img src=x>") << QByteArray("<img src=x>");
    QTest::newRow("none") << QByteArray("") << QByteArray("Relu_0");
}

void TestForeignProfiles::namesThatBiteAreReadAll()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, label);
    const Imported profile(list({ node(name, 0, 1), node("after", 10, 5) }));
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(2));
    QCOMPARE(QByteArray::fromStdString(std::string(profile->text(profile->steps[0].label))), label);
}

void TestForeignProfiles::aCutFileSaysHowMuchWasRead()
{
    const auto whole = list({ node("a", 0, 1), node("b", 5, 1), node("c", 9, 1) });
    const Imported cut(whole.chopped(40));
    QVERIFY2(cut, cut.error().c_str());
    QCOMPARE(cut.records(), std::int64_t(2));
    QVERIFY(cut.says("ends early"));
    QVERIFY(cut.says("2 records were read"));
    const Imported complete(whole);
    QVERIFY(complete && !complete.says("ends early"));
}

void TestForeignProfiles::chromeTracesGiveSpansAndCounters()
{
    const Imported profile(R"({"traceEvents":[
        {"ph":"M","name":"thread_name","pid":1,"tid":"stream 7","args":{"name":"compute"}},
        {"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":1,"tid":1,"ts":"100","dur":50},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":110,"dur":5,"args":{"correlation":9}},
        {"ph":"X","cat":"kernel","name":"sgemm","pid":1,"tid":"stream 7","ts":130,"dur":40,"args":{"correlation":9,"deep":{"x":[1]}}},
        {"ph":"B","name":"outer","pid":1,"tid":2,"ts":0},{"ph":"E","pid":1,"tid":2,"ts":20},
        {"ph":"E","pid":1,"tid":2,"ts":30},
        {"ph":"C","name":"live","pid":1,"ts":120,"args":{"bytes":4096}},
        {"ph":"i","name":"mark","pid":1,"tid":1,"ts":5}],"displayTimeUnit":"ns"})");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(5));
    QCOMPARE(profile->counters.size(), std::size_t(1));
    QCOMPARE(profile->counters[0].value[0], 4096.0);
    const auto& slices = profile->slices;
    QCOMPARE(std::ranges::count(slices.correlation, 9u), 2);
    QCOMPARE(std::ranges::count(slices.kind, SliceKind::Gpu), 1);
    QVERIFY(std::ranges::any_of(profile->tracks,
        [&](const Track& track) { return profile->text(track.name) == "compute (stream 7)"; }));
    QVERIFY(profile.says("an end without begin"));
}

void TestForeignProfiles::compressedTracesAreRead()
{
    std::string packed;
    support::Compressor gzip(
        support::Compression::Gzip, [&](std::string_view piece) -> support::Result<void> {
            packed += piece;
            return {};
        });
    QByteArrayList events;
    for (int i = 0; i < 5000; ++i)
        events << "{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"dur\":1,\"ts\":"
                + QByteArray::number(2 * i) + "}";
    QVERIFY(gzip.write(QByteArray("[" + events.join(",") + "]").toStdString()));
    QVERIFY(gzip.finish());
    const auto content = QByteArray::fromStdString(packed);
    QCOMPARE(Imported(content).records(), std::int64_t(5000));
    const Imported cut(content.chopped(content.size() / 2));
    QVERIFY2(cut, cut.error().c_str());
    QVERIFY(cut.records() > 100 && cut.records() < 5000);
    QVERIFY(cut.says("ends early"));
}

void TestForeignProfiles::layersOfTrtexecLieEndToEnd()
{
    const Imported profile(R"([
  { "count" : 100 }
, { "name" : "Conv_0 + Relu_1", "timeMs" : 31.3, "averageMs" : 0.5, "medianMs" : 0.25, "percentage" : 60 }
, { "name" : "odd", "timeMs" : nan, "averageMs" : nan, "percentage" : nan }
, { "name" : "Gemm_2", "timeMs" : 10, "averageMs" : 0.125, "percentage" : 40 }
])");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(2));
    QCOMPARE(profile->runs[0].wallNs, std::int64_t(375'000));
    QVERIFY(profile.says("a layer has no time"));
}

void TestForeignProfiles::namesOfTrtexecKeepTheirLetters()
{
    const Imported profile(R"([
  { "name" : "a: inf", "averageMs" : 0.5, "medianMs" : -nan, "percentage" : inf }
, { "name" : "b\": nan", "averageMs" : 0.25, "medianMs":nan }
])");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(2));
    QCOMPARE(profile->text(profile->steps[0].label), std::string_view("a: inf"));
    QCOMPARE(profile->text(profile->steps[1].label), std::string_view("b\": nan"));
    QCOMPARE(profile->runs[0].wallNs, std::int64_t(750'000));
}

void TestForeignProfiles::inferencesOfTrtexecOverlapWithoutMixing()
{
    // Two streams: the second inference begins while the first computes.
    const Imported profile(R"([
  { "startEnqMs" : 0, "endEnqMs" : 1, "startH2dMs" : 1, "h2dMs" : 1, "startComputeMs" : 2, "computeMs" : 10, "startD2hMs" : 12, "d2hMs" : 1 }
, { "startEnqMs" : 3, "endEnqMs" : 4, "startH2dMs" : 4, "h2dMs" : 1, "startComputeMs" : 5, "computeMs" : 10, "startD2hMs" : 15, "d2hMs" : 1 }
])");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile->runs.size(), std::size_t(2));
    std::vector<int> parts(2, 0);
    for (std::size_t i = 0; i < profile->slices.size(); ++i)
        if (profile->slices.kind[i] != SliceKind::Run)
            ++parts.at(profile->slices.run[i]);
    QCOMPARE(parts, (std::vector<int> { 4, 4 }));
    QVERIFY(profile.says("2 runs go on while others do"));
}

void TestForeignProfiles::runsOnSeveralThreadsAreNotMixed()
{
    const auto on = [](QByteArray event, int thread) {
        return event.replace("\"tid\" :1", "\"tid\" :" + QByteArray::number(thread));
    };
    // Two threads run the model at the same time; a third one belongs to neither.
    const Imported profile(list({ on(run(0, 100), 1), on(run(40, 100), 2), on(node("a", 10, 20), 1),
        on(node("b", 60, 30), 1), on(node("a", 50, 20), 2), on(node("b", 110, 20), 2),
        on(node("a", 70, 5), 3), on(node("b", 120, 5), 3) }));
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile->runs.size(), std::size_t(2));
    // At 70 both runs go on, at 120 the second alone.
    const QMap<qint64, qint64> expected { { 10, 0 }, { 60, 0 }, { 50, 1 }, { 110, 1 }, { 70, -1 },
        { 120, 1 } };
    QCOMPARE(runsByStart(*profile), expected);
    QVERIFY(profile.says("2 runs go on while others do"));
    QVERIFY(profile.says("1 span on other threads"));
}

void TestForeignProfiles::stepsOfKinetoOnSeveralThreadsAreNotMixed()
{
    const auto span
        = [](const char* category, const char* name, int thread, int start, int length) {
              return QStringLiteral(
                  R"({"ph":"X","cat":"%1","name":"%2","pid":1,"tid":%3,"ts":%4,"dur":%5})")
                  .arg(category, name)
                  .arg(thread)
                  .arg(start)
                  .arg(length)
                  .toUtf8();
          };
    // What comes first in the file is no matter: operators of the first thread lie before its run.
    const Imported profile("{\"schemaVersion\":1,\"traceEvents\":["
        + QByteArrayList { span("cpu_op", "aten::conv2d", 1, 10, 20),
            span("user_annotation", "ProfilerStep#1", 1, 0, 100),
            span("user_annotation", "ProfilerStep#1", 2, 40, 100),
            span("cpu_op", "aten::relu", 1, 60, 30), span("cpu_op", "aten::conv2d", 2, 50, 20),
            span("cpu_op", "aten::relu", 2, 110, 20), span("cpu_op", "aten::relu", 3, 70, 5) }
              .join(',')
        + "]}");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile->runs.size(), std::size_t(2));
    const QMap<qint64, qint64> expected { { 10, 0 }, { 60, 0 }, { 50, 1 }, { 110, 1 }, { 70, -1 } };
    QCOMPARE(runsByStart(*profile), expected);
    QVERIFY(profile.says("2 runs go on while others do"));
    QVERIFY(profile.says("1 span on other threads"));
}

void TestForeignProfiles::runsInARowAreNotCalledOverlapping()
{
    // Rounded to microseconds, one ends where the next begins, or a little later.
    const Imported profile(
        list({ run(0, 101), run(100, 100), node("a", 10, 20), node("a", 110, 20) }));
    QVERIFY2(profile, profile.error().c_str());
    QVERIFY(!profile.says("while others do"));
    for (std::size_t i = 0; i < profile->slices.size(); ++i)
        if (profile->slices.kind[i] == SliceKind::Step)
            QCOMPARE(qint64(profile->slices.run[i]), profile->slices.startNs[i] < 100'000 ? 0 : 1);
}

void TestForeignProfiles::executionsOfOnednnAreFoundAmongOtherText()
{
    const Imported profile("hello\n"
                           "onednn_verbose,info,cpu,runtime:OpenMP\n"
                           "onednn_verbose,1000.5,exec,cpu,convolution,brgconv:avx512_core,forward_"
                           "inference,src_f32,attr,alg,mb1_ic3oc16,0.25\n"
                           "text onednn_verbose,exec,cpu,reorder,jit:uni,undef,src_f32,,,16x3,0.5\n"
                           "onednn_verbose,exec,cpu,matmul\n"
                           "onednn_verbose,exec,cpu,matmul,gemm:jit,undef,src,attr,,4x4:4x4,nan\n");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(2));
    QVERIFY(profile.says("a line is cut off"));
    QVERIFY(profile.says("an execution has no time"));
}

void TestForeignProfiles::partitionsOfOnednnGraphHaveTheirKind()
{
    // As oneDNN 3.x prints its graph API, with stamps of the begin.
    const Imported profile(
        "onednn_verbose,v1,graph,info,template:operation,engine,partition_id,partition_kind,op_"
        "names,"
        "data_formats,logical_tensors,fpmath_mode,implementation,backend,exec_time\n"
        "onednn_verbose,v1,1000.5,graph,exec,cpu,100002,matmul_post_ops,fc_bias0;fc_relu,,in0_f32:"
        "0:"
        "strided:undef:8x16:16s1,fpm:strict,larger_partition_kernel_t,dnnl_backend,0.25\n"
        "onednn_verbose,v1,1000.75,primitive,exec,cpu,matmul,brg_matmul:avx512_core,undef,src,attr,"
        ","
        "8x16:16x4,0.5\n");
    QVERIFY2(profile, profile.error().c_str());
    QCOMPARE(profile.records(), std::int64_t(2));
    const auto& partition = profile->steps[0];
    QCOMPARE(profile->text(partition.opType), std::string_view("matmul_post_ops"));
    QCOMPARE(profile->text(partition.label), std::string_view("matmul_post_ops fc_bias0;fc_relu"));
    QCOMPARE(profile->text(partition.implementation), std::string_view("dnnl_backend"));
    QCOMPARE(profile->text(profile->steps[1].opType), std::string_view("matmul"));
    QVERIFY(profile.says("their times then count twice"));
    // The second begins a quarter of a millisecond after the first.
    QList<qint64> starts;
    for (std::size_t i = 0; i < profile->slices.size(); ++i)
        if (profile->slices.kind[i] == SliceKind::Step)
            starts << profile->slices.startNs[i];
    QCOMPARE(starts, (QList<qint64> { 0, 250'000 }));
}

void TestForeignProfiles::graphsOfNsightAreWorkOnTheDevice()
{
    QTemporaryDir folder;
    const auto path = folder.filePath("p.sqlite").toStdString();
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    const auto* script
        = "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, end INTEGER, deviceId "
          "INTEGER,"
          " contextId INTEGER, greenContextId INTEGER, streamId INTEGER, correlationId INTEGER,"
          " globalPid INTEGER, graphId INTEGER, graphExecId INTEGER);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (5000, 9000, 0, 1, NULL, 7, 42, 0, "
          "3, "
          "4), (10000, 13000, 0, 1, NULL, 7, 43, 0, 3, 4);";
    QCOMPARE(sqlite3_exec(database, script, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const auto found = importProfile(path);
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    const auto& profile = **found;
    QCOMPARE(profile.steps.size(), std::size_t(1));
    QCOMPARE(profile.text(profile.steps[0].label), std::string_view("CUDA graph 3"));
    std::int64_t busy = 0;
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        busy += profile.slices.kind[i] == SliceKind::Gpu ? profile.slices.durationNs[i] : 0;
    QCOMPARE(busy, std::int64_t(7000));
    QCOMPARE(profile.diagnostics.size(), std::size_t(1));
    QVERIFY(profile.diagnostics[0].message.find("2 launches of CUDA graphs") != std::string::npos);
}

void TestForeignProfiles::rangesAndKernelsOfNsightAreLinked()
{
    QTemporaryDir folder;
    const auto path = folder.filePath("p.sqlite").toStdString();
    sqlite3* database = nullptr;
    QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    const auto* script
        = "CREATE TABLE StringIds(id INTEGER, value TEXT);"
          "INSERT INTO StringIds VALUES (1, 'sgemm'), (2, 'cudaLaunchKernel'), (3, 'Conv_0');"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER, deviceId INTEGER,"
          " streamId INTEGER, correlationId INTEGER, shortName INTEGER);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (5000, 9000, 0, 7, 42, 1), (9, 3, 0, 7, "
          "1, 1);"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER, end INTEGER, globalTid INTEGER,"
          " correlationId INTEGER, nameId INTEGER);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (4000, 4500, 16777217, 42, 2);"
          "CREATE TABLE NVTX_EVENTS(start INTEGER, end INTEGER, eventType INTEGER, globalTid "
          "INTEGER,"
          " text TEXT, textId INTEGER);"
          "INSERT INTO NVTX_EVENTS VALUES (3000, 6000, 59, 16777217, NULL, 3);";
    QCOMPARE(sqlite3_exec(database, script, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const auto found = importProfile(path);
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    const auto& profile = **found;
    QCOMPARE(profile.metadata.integer("profile.imported_records").value_or(0), std::int64_t(3));
    QCOMPARE(std::ranges::count(profile.slices.correlation, 42u), 2);
    QCOMPARE(profile.losses.unbalanced, 1u); // an end before its start
    const auto range = std::ranges::find(profile.slices.kind, SliceKind::Step);
    QVERIFY(range != profile.slices.kind.end());
    const auto i = static_cast<std::size_t>(range - profile.slices.kind.begin());
    QCOMPARE(profile.slices.startNs[i], std::int64_t(0));
    QVERIFY(profile.text(profile.steps[profile.slices.step[i]].label) == "Conv_0");
}

void TestForeignProfiles::stepsAreLedToNodes_data()
{
    QTest::addColumn<QByteArray>("step");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QStringList>("nodes");
    QTest::newRow("exact name") << QByteArray("graph/node[0]") << QByteArray("Conv")
                                << QStringList { "graph/node[0]" };
    QTest::newRow("fused: named after the last output") << QByteArray(
        "r_nchwc") << QByteArray("Conv") << QStringList { "graph/node[1]", "graph/node[0]" };
    QTest::newRow("several names") << QByteArray("w + c + r") << QByteArray("layer")
                                   << QStringList { "graph/node[0]", "graph/node[1]" };
    QTest::newRow("only one of its type")
        << QByteArray("x17") << QByteArray("Softmax") << QStringList { "graph/node[2]" };
    QTest::newRow("unknown") << QByteArray("nothing") << QByteArray("Gemm") << QStringList {};
}

void TestForeignProfiles::stepsAreLedToNodes()
{
    QFETCH(QByteArray, step);
    QFETCH(QByteArray, type);
    QFETCH(QStringList, nodes);
    const auto model = testing::modelFromGraphText("x: float[1,3,8,8]\n"
                                                   "w: float[4,3,3,3]\n"
                                                   "c = Conv(x, w)\n"
                                                   "r = Relu(c)\n"
                                                   "y = Softmax(r)\n"
                                                   "y ->\n");
    const Imported profile(list({ node(step, 0, 10, type) }));
    QVERIFY2(profile, profile.error().c_str());
    const auto matched = matchNodes(*profile, *model);
    QStringList found;
    for (const auto& label : labels(*matched, matched->steps[0]))
        found << QString::fromStdString(label);
    QCOMPARE(found, nodes);
    QVERIFY(matched->match.has_value());
    QCOMPARE(matched->match->unmatchedShare, nodes.isEmpty() ? 1.0 : 0.0);
}

/// One of them is the node's, the other one may be what the runtime inserted: nobody can tell
/// which.
void TestForeignProfiles::twoStepsOfATypeAreNotLedToItsOnlyNode()
{
    const auto model = testing::modelFromGraphText("x: float[8]\ny = Softmax(x)\ny ->\n");
    const Imported profile(list({ node("x17", 0, 10, "Softmax"), node("x18", 20, 10, "Softmax") }));
    QVERIFY2(profile, profile.error().c_str());
    const auto matched = matchNodes(*profile, *model);
    for (const auto& step : matched->steps)
        QVERIFY(step.origins.empty());
}

void TestForeignProfiles::samplesOfOtherToolsOpen_data()
{
    QTest::addColumn<QString>("path");
    QTest::addRow("none") << QString();
    const auto folder = testing::dataDir() / "profiles";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const auto name = entry.path().filename().string();
        const bool isProfile = name.find("metadata") == std::string::npos
            && name.find(".graph.") == std::string::npos;
        if (entry.is_regular_file() && isProfile && name.find(".json") != std::string::npos)
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(entry.path().string());
    }
}

void TestForeignProfiles::samplesOfOtherToolsOpen()
{
    QFETCH(QString, path);
    if (path.isEmpty())
        return;
    const auto profile = importProfile(path.toStdString());
    QVERIFY2(profile, profile ? "" : profile.error().message().c_str());
    QVERIFY((*profile)->slices.size() > 1);
    QVERIFY(!(*profile)->runs.empty());
    const auto report = buildReport(*profile);
    QVERIFY(report.statistics->wall.samples > 0);
}

void TestForeignProfiles::anythingElseIsRefusedByWhatItIs_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("empty") << QByteArray() << QByteArray("empty");
    QTest::newRow("zeros") << QByteArray(100, '\0') << QByteArray("zero bytes");
    QTest::newRow("web page") << QByteArray("<html><body>404") << QByteArray("web page");
    QTest::newRow("LFS") << QByteArray("version https://git-lfs.github.com/spec/v1\n")
                         << QByteArray("Git LFS");
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0", 4) << QByteArray("UTF-16");
    QTest::newRow("no list") << QByteArray("{\"traceEvents\": {\"0\": 1}}")
                             << QByteArray("no list of events");
    QTest::newRow("other SQLite") << QByteArray("SQLite format 3\0garbage", 23)
                                  << QByteArray("Nsight");
}

void TestForeignProfiles::anythingElseIsRefusedByWhatItIs()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, word);
    const Imported profile(content);
    QVERIFY(!profile);
    QVERIFY2(
        profile.error().find(word.toStdString()) != std::string::npos, profile.error().c_str());
}

QTEST_GUILESS_MAIN(TestForeignProfiles)
#include "tst_foreign_profiles.moc"
