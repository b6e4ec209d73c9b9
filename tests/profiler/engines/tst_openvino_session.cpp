#include <QTest>

#include "engine/kernel/tensor.h"
#include "profiler/engines/engine_options.h"
#include "profiler/engines/engine_session.h"
#include "profiler/engines/openvino/api.h"
#include "profiler/engines/openvino/options.h"
#include "profiler/engines/openvino/times.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/openvino_case.h"

#include <QFile>
#include <QTemporaryDir>

#include <chrono>
#include <cmath>
#include <thread>

using namespace profiler;
using testing::batchOf;
using testing::elements;
using testing::OpenVinoCase;

namespace {

/// Sets a fault of the fake library while it exists.
class Fault {
public:
    explicit Fault(const char* name) { qputenv("FAKE_OPENVINO", name); }
    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;
    ~Fault() { qunsetenv("FAKE_OPENVINO"); }
};

constexpr const char* openBatch = R"(x: float[batch,3]
y = Relu(x)
y -> float[batch,3]
)";

std::filesystem::path fakeLibrary(int release)
{
    return testing::buildDir() / "tests/engines"
        / ("fake_openvino_" + std::to_string(release) + ".so");
}
OpenVinoCase fakeCase(int release = 2026) { return OpenVinoCase(fakeLibrary(release), openBatch); }

} // namespace

class TestOpenVinoSession : public QObject {
    Q_OBJECT

private slots:
    void optionsBecomeProperties();
    void wrongOptionsAreRefused_data();
    void wrongOptionsAreRefused();
    void everyOptionHasItsDefaultAmongItsValues();
    void meansBecomeSingleRuns_data();
    void meansBecomeSingleRuns();
    void meansOfABrokenLibraryStayFinite();
    void librariesThatAreNotOpenVinoAreRefused();
    void aMissingFunctionIsNamed();

    void bothNumberingsOfTypesRun_data();
    void bothNumberingsOfTypesRun();
    void otherSizesAreCompiledAgain();
    void operatorsKeepTheirNumber();
    void shortOperatorsAreFoundLate();
    void wrongInputsAreRefused_data();
    void wrongInputsAreRefused();
    void faultsBecomeSentences_data();
    void faultsBecomeSentences();
    void aRunIsCancelled();
    void aGraphThatCannotBeReadIsSaid();
};

void TestOpenVinoSession::optionsBecomeProperties()
{
    EngineSettings settings;
    settings.threads = 3;
    settings.options = { { "streams", "auto" }, { "hint", "latency" },
        { "property:EXECUTION_MODE_HINT", "ACCURACY" } };
    const auto properties = openvino::propertiesOf(settings);
    QVERIFY(properties);
    QString text;
    for (const auto& [key, value] : *properties)
        text += QString::fromStdString(key + "=" + value + " ");
    QCOMPARE(text,
        "INFERENCE_NUM_THREADS=3 INFERENCE_PRECISION_HINT=f32 PERFORMANCE_HINT=LATENCY "
        "EXECUTION_MODE_HINT=ACCURACY NUM_STREAMS=AUTO ");
    settings = {};
    settings.options = { { "precision", "default" } };
    QVERIFY(openvino::propertiesOf(settings)->empty());
}

void TestOpenVinoSession::wrongOptionsAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    QTest::newRow("unknown") << "level"
                             << "all"
                             << "OpenVINO has no option \"level\", expected one of precision, "
                                "streams, hint, property:";
    QTest::newRow("value")
        << "precision"
        << "f64"
        << "option precision of OpenVINO is \"f64\", expected f32 or bf16 or f16 "
           "or default";
    QTest::newRow("no name") << "property:"
                             << "1"
                             << "option property: of OpenVINO needs a name: property:NAME";
    QTest::newRow("function")
        << "property:cache_encryption_callbacks"
        << "1"
        << "property CACHE_ENCRYPTION_CALLBACKS of OpenVINO cannot be set: its "
           "value is no text";
    QTest::newRow("counters")
        << "property:PERF_COUNT"
        << "NO"
        << "property PERF_COUNT of OpenVINO cannot be set: Opscope sets it for "
           "recorded runs";
}

void TestOpenVinoSession::wrongOptionsAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, value);
    QFETCH(QString, message);
    EngineSettings settings;
    settings.options = { { name.toStdString(), value.toStdString() } };
    const auto properties = openvino::propertiesOf(settings);
    QVERIFY(!properties);
    QCOMPARE(QString::fromStdString(properties.error().message()), message);
    QVERIFY(properties.error().kind() == support::ErrorKind::Usage);
}

void TestOpenVinoSession::everyOptionHasItsDefaultAmongItsValues()
{
    for (const auto& option : openVinoOptions()) {
        QVERIFY(!option.name.empty() && !option.help.empty() && !option.defaultValue.empty());
        QVERIFY(
            option.values.empty() || std::ranges::count(option.values, option.defaultValue) == 1);
    }
}

void TestOpenVinoSession::meansBecomeSingleRuns_data()
{
    QTest::addColumn<QList<int>>("runs");
    QTest::newRow("slow first run") << QList<int> { 5000, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7 };
    QTest::newRow("one slow run later") << QList<int> { 90, 12, 12, 12, 4012, 12, 12, 12, 12 };
    QTest::newRow("short") << QList<int> { 3, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0 };
    QTest::newRow("slower from the middle on") << QList<int> { 50, 50, 50, 50, 90, 90, 90, 90, 90 };
}

/// The library tells floor(total / n). No time may be off by more than n µs, and neither may the
/// sum.
void TestOpenVinoSession::meansBecomeSingleRuns()
{
    QFETCH(QList<int>, runs);
    openvino::SingleRunTimes times;
    std::int64_t totalUs = 0;
    std::int64_t sumNs = 0;
    for (int n = 1; n <= runs.size(); ++n) {
        totalUs += runs[n - 1];
        const auto timeNs = times.next(totalUs / n);
        sumNs += timeNs;
        QVERIFY(timeNs >= 0);
        QVERIFY2(std::abs(timeNs - 1000 * runs[n - 1]) <= 1000 * n, qPrintable(QString::number(n)));
        QVERIFY(std::abs(sumNs - 1000 * totalUs) < 1000 * n);
    }
    if (runs[0] == 5000) // a slow first run leaves no trace in the others
        QCOMPARE(times.next((totalUs + 7) / 13), 7000);
}

void TestOpenVinoSession::meansOfABrokenLibraryStayFinite()
{
    openvino::SingleRunTimes times;
    for (const auto mean : { INT64_MAX, INT64_MIN, INT64_MAX, std::int64_t { 0 }, INT64_MAX })
        QVERIFY(times.next(mean) >= 0);
}

void TestOpenVinoSession::librariesThatAreNotOpenVinoAreRefused()
{
    auto absent = fakeCase();
    absent.settings.library = absent.folder() / "libopenvino_c.so";
    const auto none = openOpenVino(absent.settings);
    QVERIFY(!none);
    QVERIFY(QString::fromStdString(none.error().message()).contains("cannot be opened"));

    auto other = fakeCase();
    other.settings.library = "libm.so.6";
    const auto opened = openOpenVino(other.settings);
    QVERIFY(!opened);
    QCOMPARE(QString::fromStdString(opened.error().message()),
        "libm.so.6 has no function ov_get_openvino_version: expected libopenvino_c of OpenVINO "
        "2024.4 or newer");
}

void TestOpenVinoSession::aMissingFunctionIsNamed()
{
    const auto find = [](std::string_view missing) {
        return [missing](const char* name) -> void* {
            static int function;
            return name == missing ? nullptr : &function;
        };
    };
    const auto api = openvino::findApi("lib", find("ov_infer_request_cancel"));
    QVERIFY(!api);
    QVERIFY(QString::fromStdString(api.error().message())
                .startsWith("lib has no function ov_infer_request_cancel"));
    QVERIFY(openvino::findApi("lib", find("ov_get_last_err_msg")));
}

void TestOpenVinoSession::bothNumberingsOfTypesRun_data()
{
    QTest::addColumn<int>("release");
    QTest::addColumn<int>("notices");
    QTest::newRow("2024") << 2024 << 0;
    QTest::newRow("a newer one") << 2026 << 1;
}

void TestOpenVinoSession::bothNumberingsOfTypesRun()
{
    QFETCH(int, release);
    QFETCH(int, notices);
    auto model = fakeCase(release);
    model.settings.threads = 2;
    const auto session = openOpenVino(model.settings);
    QVERIFY2(session, session ? "" : session.error().message().c_str());
    auto& engine = **session;
    QCOMPARE(engine.facts().notices.size(), std::size_t(notices));
    QVERIFY(!engine.run(false)); // no inputs yet
    QVERIFY(engine.setInputs(batchOf({ 1, 2, 3, 4, 5, 6 })));
    QCOMPARE(engine.facts().settings.at("threads"), "2");
    QCOMPARE(engine.facts().settings.at("precision"), "f32");
    QVERIFY(!engine.outputs()); // no run yet
    QVERIFY(engine.run(false));
    const auto outputs = engine.outputs();
    QVERIFY2(outputs, outputs ? "" : outputs.error().message().c_str());
    QCOMPARE(outputs->size(), std::size_t(1));
    QCOMPARE(outputs->front().name, "y");
    QCOMPARE(outputs->front().value.tensor().dims(), (engine::Dims { 2, 3 }));
    QCOMPARE(elements<float>(outputs->front()), (std::vector<float> { 2, 3, 4, 5, 6, 7 }));
}

void TestOpenVinoSession::otherSizesAreCompiledAgain()
{
    auto model = fakeCase();
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    for (const auto& values : { std::vector<float> { 1, 2, 3 }, std::vector<float> { 4, 5, 6 },
             std::vector<float> { 1, 2, 3, 4, 5, 6 } }) {
        QVERIFY((*session)->setInputs(batchOf(values)));
        QVERIFY((*session)->run(true));
        const auto outputs = (*session)->outputs();
        QVERIFY(outputs);
        QCOMPARE(elements<float>(outputs->front()).back(), values.back() + 1);
    }
    QCOMPARE((*session)->operatorTimes(true)->size(), std::size_t(3));
}

void TestOpenVinoSession::operatorsKeepTheirNumber()
{
    auto model = fakeCase();
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    QVERIFY((*session)->setInputs(batchOf({ 1, 2, 3 })));
    QVERIFY((*session)->run(false));
    for (int i = 0; i < 5; ++i)
        QVERIFY((*session)->run(true));
    QVERIFY((*session)->setInputs(batchOf({ 1, 2, 3, 4, 5, 6 }))); // other sizes: compiled again
    QVERIFY((*session)->run(true));
    const auto& nodes = (*session)->executedNodes();
    QCOMPARE(nodes.size(), std::size_t(3)); // the second row was not executed, two have one name
    QCOMPARE(nodes[1].name, "again");
    QCOMPARE(nodes[2].name, "again");
    QCOMPARE(nodes[1].kernel, "jit_f32");
    const auto times = (*session)->operatorTimes(true);
    QVERIFY(times);
    QCOMPARE(times->size(), std::size_t(6));
    for (std::size_t run = 0; run < times->size(); ++run) {
        QCOMPARE((*times)[run].size(), std::size_t(3));
        QCOMPARE((*times)[run][2].node, 2U);
        QCOMPARE((*times)[run][2].durationNs, run == 0 || run == 5 ? 500'000 : 10'000);
    }
    QVERIFY((*session)->operatorTimes(true)->empty());
}

/// OpenVINO calls an operator not executed as long as its mean is below 1 µs.
void TestOpenVinoSession::shortOperatorsAreFoundLate()
{
    auto model = fakeCase();
    const Fault fault("short");
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    QVERIFY((*session)->setInputs(batchOf({ 1, 2, 3 })));
    for (int i = 0; i < 6; ++i)
        QVERIFY((*session)->run(true));
    QCOMPARE((*session)->executedNodes().size(), std::size_t(3));
    QCOMPARE(QString::fromStdString((*session)->executedNodes()[2].name), "rare");
    const auto times = (*session)->operatorTimes(true);
    QVERIFY(times);
    QCOMPARE((*times)[2].size(), std::size_t(2));
    QCOMPARE((*times)[3].size(), std::size_t(3));
    QCOMPARE((*times)[3].front().node, 2U);
    QCOMPARE((*times)[3].front().durationNs, 4000);
    for (const std::size_t run : { 4U, 5U })
        QVERIFY((*times)[run].front().durationNs <= 1000);
}

void TestOpenVinoSession::wrongInputsAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isFloat");
    QTest::addColumn<QList<qint64>>("dims");
    QTest::addColumn<QString>("message");
    QTest::newRow("name") << "z" << true << QList<qint64> { 1, 3 }
                          << "OpenVINO has no input \"z\": no such tensor (GENERAL_ERROR, -1)";
    QTest::newRow("type") << "x" << false << QList<qint64> { 1, 3 }
                          << "input \"x\" is int32, OpenVINO takes float";
    QTest::newRow("size") << "x" << true << QList<qint64> { 2, 4 }
                          << "input \"x\" is 2×4, the model takes ?×3";
    QTest::newRow("rank") << "x" << true << QList<qint64> { 3 }
                          << "input \"x\" is 3, the model takes ?×3";
}

void TestOpenVinoSession::wrongInputsAreRefused()
{
    QFETCH(QString, name);
    QFETCH(bool, isFloat);
    QFETCH(QList<qint64>, dims);
    QFETCH(QString, message);
    auto model = fakeCase();
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    auto tensor
        = engine::makeTensor(isFloat ? model::ElementType::Float : model::ElementType::Int32,
            { dims.begin(), dims.end() });
    const auto result = (*session)->setInputs({ { name.toStdString(), { tensor } } });
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message()), message);
    QVERIFY(!(*session)->setInputs({}));
    QVERIFY(!(*session)->setInputs({ { "x", {} } }));
    QVERIFY(!(*session)->run(false));
}

void TestOpenVinoSession::faultsBecomeSentences_data()
{
    QTest::addColumn<QString>("message");
    QTest::newRow("core") << "OpenVINO does not start: no plugins.xml (GENERAL_ERROR, -1)";
    QTest::newRow("read") << "OpenVINO 2024.6.0 cannot read the model: Exception from "
                             "src/frontends: no rule for Snork (GENERAL_ERROR, -1)";
    QTest::newRow("compile") << "OpenVINO 2024.6.0 cannot compile the model: Unsupported property "
                                "FAKE by CPU plugin (GENERAL_ERROR, -1)";
    QTest::newRow("run")
        << "OpenVINO 2024.6.0 fails to run the model: division by zero in Divide_7 "
           "(GENERAL_ERROR, -1)";
    QTest::newRow("rows") << "OpenVINO gives 3 operators with times, after 2 in the run before";
    QTest::newRow("bytes") << "output \"y\": OpenVINO gives 16 bytes for a tensor fp32 1×3, "
                              "expected 12";
    QTest::newRow("rank") << "output \"y\": OpenVINO gives an invalid shape of rank -7";
}

void TestOpenVinoSession::faultsBecomeSentences()
{
    QFETCH(QString, message);
    auto model = fakeCase(2024);
    const Fault fault(QTest::currentDataTag());
    const auto failure = [&]() -> support::Result<void> {
        const auto session = TRY(openOpenVino(model.settings));
        TRY(session->setInputs(batchOf({ 1, 2, 3 })));
        TRY(session->run(true));
        TRY(session->run(true));
        TRY(session->outputs());
        return {};
    }();
    QVERIFY(!failure);
    QCOMPARE(QString::fromStdString(failure.error().message()), message);
}

void TestOpenVinoSession::aRunIsCancelled()
{
    auto model = fakeCase();
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    QVERIFY((*session)->setInputs(batchOf({ 1, 2, 3 })));
    (*session)->cancel(); // of no run: has no effect
    QVERIFY((*session)->run(true));
    {
        const Fault slow("slow");
        std::jthread canceller([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                (*session)->cancel();
            }
        });
        const auto result = (*session)->run(true);
        QVERIFY(!result);
        QVERIFY(result.error().kind() == support::ErrorKind::Cancelled);
        QCOMPARE(QString::fromStdString(result.error().message()), "the run was cancelled");
        QVERIFY(!(*session)->outputs());
    }
    QVERIFY((*session)->run(true));
    QCOMPARE((*session)->operatorTimes(true)->size(), std::size_t(2));
}

void TestOpenVinoSession::aGraphThatCannotBeReadIsSaid()
{
    const auto graphOf
        = [](int release, const char* fault) -> support::Result<std::filesystem::path> {
        auto model = fakeCase(release);
        const Fault faulty(fault);
        const auto session = TRY(openOpenVino(model.settings));
        if (const auto early = session->saveExecutedGraph(model.folder()); early)
            return support::fail("saved before the sizes are known");
        TRY(session->setInputs(batchOf({ 1, 2, 3 })));
        const auto file = TRY(session->saveExecutedGraph(model.folder()));
        QFile written(QString::fromStdString(file.string()));
        if (!written.open(QIODevice::ReadOnly) || !written.readAll().contains("rank=\"2\""))
            return support::fail("no graph in ", file);
        return file.filename();
    };
    const auto good = graphOf(2026, "");
    QVERIFY2(good, good ? "" : good.error().message().c_str());
    QCOMPARE(good->string(), "openvino_graph.xml");
    for (const auto& [release, fault, words] :
        { std::tuple { 2024, "", "has no ov::pass::Serialize" },
            std::tuple { 2026, "graph", "that are no XML" },
            std::tuple { 2026, "throw", "cannot serialise" } }) {
        const auto refused = graphOf(release, fault);
        QVERIFY(!refused);
        QVERIFY2(QString::fromStdString(refused.error().message()).contains(words),
            refused.error().message().c_str());
    }
}

QTEST_GUILESS_MAIN(TestOpenVinoSession)
#include "tst_openvino_session.moc"
