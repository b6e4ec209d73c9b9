#include <QTest>

#include "engine/inputs/inputs.h"
#include "engine/verify/compare_tiers.h"
#include "model/onnx/parser.h"
#include "model/process/child_program.h"
#include "profiler/engines/engine_comparison.h"
#include "profiler/engines/engine_library.h"
#include "profiler/engines/engine_options.h"
#include "profiler/engines/engine_process.h"
#include "profiler/engines/engine_values.h"
#include "profiler/engines/onnxruntime/outputs.h"
#include "profiler/engines/profile_engine.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cstring>
#include <thread>

using namespace profiler;
using namespace std::chrono_literals;
using support::ErrorKind;

namespace {

constexpr const char* additionText = R"(x: float[batch,3]
one: float[1] = {1}
y = Add(x, one)
y -> float[batch,3]
)";

std::filesystem::path fakeLibrary()
{
    return testing::buildDir() / "tests/engines/fake_onnxruntime.so";
}

/// A model file, the fake library, and the library's fault.
class Case {
public:
    explicit Case(const char* fault = nullptr)
    {
        fault != nullptr ? qputenv("FAKE_ONNXRUNTIME", fault) : qunsetenv("FAKE_ONNXRUNTIME");
        path = m_folder.filePath("model.onnx").toStdString();
        QFile file(QString::fromStdString(path.string()));
        const auto bytes = testing::modelBytesFromText(additionText);
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes.data(), qint64(bytes.size()));
        file.close();
        request.model = *model::onnx::openModel(path);
        request.dims = { { "batch", 2 } };
        request.threads = 1;
        inputs = *engine::makeInputs(request, *engine::MemoryPool::create());
        engine.library = { OtherEngine::OnnxRuntime, fakeLibrary(), "", "a test" };
        engine.limits = { .open = 20s, .run = 20s };
    }
    Case(const Case&) = delete;
    Case& operator=(const Case&) = delete;
    ~Case() { qunsetenv("FAKE_ONNXRUNTIME"); }

    support::Result<EngineProcess> start(std::stop_token stop = {}) const
    {
        return EngineProcess::start(
            OtherEngine::OnnxRuntime, settingsFor(request, engine), engine.limits, stop);
    }
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    std::filesystem::path path;
    engine::RunRequest request;
    engine::Inputs inputs;
    EngineRequest engine;

private:
    QTemporaryDir m_folder;
};

QString messageOf(const support::Error& error) { return QString::fromStdString(error.message()); }

} // namespace

namespace {

/// Writes a model whose Sub subtracts `subtracted`.
std::filesystem::path subtraction(const QTemporaryDir& folder, const char* subtracted)
{
    const auto path = folder.filePath("sub" + QString(subtracted) + ".onnx");
    const auto bytes = testing::modelBytesFromText(
        "x: float[2,3]\nc: float[1] = {" + std::string(subtracted) + R"(}
a = Abs(x)
b = Sub(a, c)
y = Sigmoid(b)
y -> float[2,3]
)");
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes.data(), qint64(bytes.size()));
    return path.toStdString();
}

} // namespace

class TestEngineProcess : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { support::useChildProgram(testing::cliProgram()); }

    void runsAModelAndGivesItsOutputs()
    {
        const Case with;
        auto process = with.start();
        QVERIFY2(process, qPrintable(process ? QString() : messageOf(process.error())));
        QCOMPARE(process->facts().version, std::string("1.28.0"));
        QCOMPARE(process->facts().build, std::string("a stand-in"));
        QVERIFY(process->setInputs(with.inputs.values));
        const auto ticks = process->run(false);
        QVERIFY(ticks && ticks->stop > ticks->start);
        const auto outputs = process->outputs();
        QVERIFY(outputs);
        QCOMPARE(outputs->size(), std::size_t(1));
        const auto x = with.inputs.values[0].value.tensor().as<float>();
        const auto y = (*outputs)[0].value.tensor().as<float>();
        QCOMPARE(y.size(), std::size_t(6));
        for (std::size_t i = 0; i < y.size(); ++i)
            QCOMPARE(y[i], x[i] + 1);
    }

    void faultsBecomeSentences_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("expected");
        QTest::newRow("too old") << "old"
                                 << "is too old";
        QTest::newRow("a model it refuses") << "load"
                                            << "this model is refused";
        QTest::newRow("a crash") << "crash"
                                 << "crashed (Aborted) while running the model; it printed "
                                    "last: the last words";
        QTest::newRow("an exit") << "exit"
                                 << "ended with exit code 3 while running the model";
        QTest::newRow("a hang") << "hang"
                                << "did not finish running the model within 1 s";
    }
    void faultsBecomeSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, expected);
        Case with(fault.toLatin1());
        with.engine.limits.run = 1s;
        auto process = with.start();
        auto error = process ? support::Result<void>() : support::Result<void>(process.error());
        if (process)
            error = process->setInputs(with.inputs.values);
        if (process && error)
            if (const auto run = process->run(false); !run)
                error = run.error();
        QVERIFY(!error);
        QVERIFY2(messageOf(error.error()).contains(expected), qPrintable(messageOf(error.error())));
    }

    void whatTheEnginePrintsIsNoAnswer()
    {
        const Case with("noise");
        auto process = with.start();
        QVERIFY(process);
        QVERIFY(process->setInputs(with.inputs.values));
        QVERIFY(process->run(false));
        QVERIFY(process->outputs());
    }

    void aStopEndsARun()
    {
        const Case with("slow");
        std::stop_source source;
        auto process = with.start(source.get_token());
        QVERIFY(process);
        QVERIFY(process->setInputs(with.inputs.values));
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            source.request_stop();
        });
        const auto start = std::chrono::steady_clock::now();
        const auto run = process->run(false, source.get_token());
        QVERIFY(!run);
        QCOMPARE(run.error().kind(), ErrorKind::Cancelled);
        QVERIFY(std::chrono::steady_clock::now() - start < 15s);
    }

    void aStopKillsARunThatDoesNotEnd()
    {
        const Case with("hang");
        std::stop_source source;
        auto process = with.start();
        QVERIFY(process);
        QVERIFY(process->setInputs(with.inputs.values));
        source.request_stop();
        const auto run = process->run(false, source.get_token());
        QVERIFY(!run);
        QCOMPARE(run.error().kind(), ErrorKind::Cancelled);
    }

    void aMissingLibraryIsNamed()
    {
        Case with;
        with.engine.library.file = with.folder() / "none.so";
        const auto process = with.start();
        QVERIFY(!process);
        QVERIFY(messageOf(process.error()).contains("none.so"));
    }

    void anotherLibraryIsRefused()
    {
        Case with;
        with.engine.library.file = testing::buildDir() / "tests/engines/fake_openvino_2026.so";
        const auto process = with.start();
        QVERIFY(!process);
        QVERIFY(messageOf(process.error()).contains("is not ONNX Runtime's library"));
    }

    void aProfileHasTheOperatorsOfEveryRun()
    {
        const Case with;
        BenchmarkOptions options;
        options.runs = 4;
        options.warmUpRuns = 2;
        options.orderSeed = 1;
        const auto measured = profileEngine(with.engine, with.request, with.inputs, options);
        QVERIFY2(measured, qPrintable(measured ? QString() : messageOf(measured.error())));
        const auto& profile = *measured->run.profile;
        QCOMPARE(runsOf(profile, Side::Profiled).size(), std::size_t(4));
        QCOMPARE(runsOf(profile, Side::Unprofiled).size(), std::size_t(4));
        QCOMPARE(profile.metadata.text(keys::engineName), std::string("onnxruntime"));
        QCOMPARE(profile.steps.size(), std::size_t(1));
        // The fake saves the model as it is, so its only operator is attributed by its type and
        // order.
        std::size_t slices = 0;
        for (std::size_t i = 0; i < profile.slices.size(); ++i)
            if (profile.slices.kind[i] == SliceKind::Step) {
                ++slices;
                QCOMPARE(profile.slices.durationNs[i], std::int64_t(20'000));
                const auto run = profile.slices.run[i];
                QVERIFY(run != Slices::none);
                QCOMPARE(profile.runs[run].side, Side::Profiled);
            }
        QCOMPARE(slices, std::size_t(4));
    }

    void runsBeforeACrashAreKept()
    {
        const Case with("later");
        QTemporaryDir folder;
        BenchmarkOptions options;
        options.runs = 1'000'000;
        options.warmUpRuns = 0;
        options.limit = 0s;
        options.target = folder.filePath("kept.opscope").toStdString();
        const auto measured = profileEngine(with.engine, with.request, with.inputs, options);
        QVERIFY(!measured);
        const auto message = messageOf(measured.error());
        QVERIFY2(message.contains("crashed (Aborted)"), qPrintable(message));
        QVERIFY2(message.contains("are kept in"), qPrintable(message));
        QVERIFY(QFile::exists(folder.filePath("kept.opscope.part")));
    }

    void enginesTakeTurns()
    {
        const Case with;
        const std::vector<EngineEntry> entries { { "opscope", "Opscope", std::nullopt, {} },
            { "onnxruntime", "ONNX Runtime", with.engine, {} },
            { "openvino", "OpenVINO", EngineRequest(),
                support::failAs(ErrorKind::Resource, "not installed") } };
        EngineComparisonOptions options;
        options.rounds = 6;
        options.threadCounts = { 1 };
        const auto compared = compareEngines(entries, with.request, with.inputs, options);
        QVERIFY2(compared, qPrintable(compared ? QString() : messageOf(compared.error())));
        QCOMPARE(compared->rounds, 6u);
        QCOMPARE(compared->engines[0].problem, std::string());
        QCOMPARE(compared->engines[1].problem, std::string());
        QCOMPARE(compared->measurements.size(), std::size_t(2));
        for (const auto& measured : compared->measurements) {
            QCOMPARE(measured.roundNs.size(), std::size_t(6));
            QVERIFY(measured.profile != nullptr);
        }
        QVERIFY(compared->engines[1].difference && compared->engines[1].difference->isWithin);
        QCOMPARE(compared->engines[2].problem, std::string("not installed"));
        QCOMPARE(compared->verdicts.size(), std::size_t(1));
        QVERIFY(compared->verdicts[0].next.has_value());
    }

    void anEngineThatCrashesIsLeftOut()
    {
        const Case with("crash");
        const std::vector<EngineEntry> entries { { "opscope", "Opscope", std::nullopt, {} },
            { "onnxruntime", "ONNX Runtime", with.engine, {} } };
        EngineComparisonOptions options;
        options.rounds = 2;
        const auto compared = compareEngines(entries, with.request, with.inputs, options);
        QVERIFY2(compared, qPrintable(compared ? QString() : messageOf(compared.error())));
        QCOMPARE(compared->measurements.size(), std::size_t(1));
        QVERIFY(compared->engines[1].problem.find("crashed") != std::string::npos);
    }

    void librariesAreFound()
    {
        QTemporaryDir folder;
        const auto place = folder.path();
        for (const auto* version : { "1.9.0", "1.19.2", "1.20.0" }) {
            QFile file(place + "/libonnxruntime.so." + version);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        const auto found = findEngineLibrary(
            OtherEngine::OnnxRuntime, std::filesystem::path(place.toStdString()));
        QVERIFY(found);
        QCOMPARE(
            found->version, std::string("1.20.0")); // the highest, not the last in the alphabet
        const auto before = qgetenv("OPSCOPE_ONNXRUNTIME");
        qputenv("OPSCOPE_ONNXRUNTIME", place.toLatin1());
        const auto named = findEngineLibrary(OtherEngine::OnnxRuntime);
        before.isNull() ? qunsetenv("OPSCOPE_ONNXRUNTIME") : qputenv("OPSCOPE_ONNXRUNTIME", before);
        QVERIFY(named);
        QCOMPARE(named->where, std::string("OPSCOPE_ONNXRUNTIME"));
        const auto none = findEngineLibrary(OtherEngine::OpenVino, place.toStdString());
        QVERIFY(!none);
        QCOMPARE(none.error().kind(), ErrorKind::Usage);
    }

    void aPackageWithoutLibraryIsSaid()
    {
        QTemporaryDir folder;
        QDir(folder.path()).mkpath("lib/python3.11/site-packages/onnxruntime-1.18.1.dist-info");
        const auto before = qgetenv("VIRTUAL_ENV");
        const auto path = qgetenv("PATH");
        const auto home = qgetenv("HOME");
        qputenv("VIRTUAL_ENV", folder.path().toLatin1());
        qputenv("PATH", folder.path().toLatin1());
        qputenv("HOME", folder.path().toLatin1());
        const auto found = findEngineLibrary(OtherEngine::OnnxRuntime);
        qputenv("PATH", path);
        qputenv("HOME", home);
        before.isNull() ? qunsetenv("VIRTUAL_ENV") : qputenv("VIRTUAL_ENV", before);
        if (found)
            QSKIP("ONNX Runtime is installed in a folder of the system");
        QVERIFY2(messageOf(found.error()).contains("1.18.1"), qPrintable(messageOf(found.error())));
        QVERIFY(messageOf(found.error()).contains("has no C library; install 1.19"));
    }

    void optionsAreChecked()
    {
        const auto engine = OtherEngine::OnnxRuntime;
        QVERIFY(checkEngineOption(engine, "level", "basic"));
        QVERIFY(checkEngineOption(engine, "config:session.x", "1"));
        QVERIFY(!checkEngineOption(engine, "config:", "1"));
        QVERIFY(!checkEngineOption(engine, "level", "most"));
        QVERIFY(!checkEngineOption(engine, "unknown", "1"));
    }

    /// At the level `all`, Conv and Relu are one operator, which does not have the value between
    /// them.
    void valuesInsideFusedOperatorsAreNotAskedFor_data()
    {
        QTest::addColumn<QString>("level");
        QTest::addColumn<int>("values");
        QTest::addColumn<int>("inside");
        QTest::newRow("none") << "none" << 4 << 0;
        QTest::newRow("all") << "all" << 3 << 1;
    }
    void valuesInsideFusedOperatorsAreNotAskedFor()
    {
        QFETCH(QString, level);
        QFETCH(int, values);
        QFETCH(int, inside);
        const auto library = findEngineLibrary(OtherEngine::OnnxRuntime);
        if (!library)
            QSKIP(
                "no ONNX Runtime: install it in a virtual environment, or set OPSCOPE_ONNXRUNTIME");
        const QTemporaryDir folder;
        const QTemporaryDir kept;
        const auto path = folder.filePath("conv.onnx");
        const auto bytes = testing::modelBytesFromText(R"(x: float[1,2,4,4]
w: float[2,2,1,1] = {0.5, -1, 2, 0.25}
c = Conv(x, w)
r = Relu(c)
s = Sigmoid(r)
y = Abs(s)
y -> float[1,2,4,4]
)");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), qint64(bytes.size()));
        file.close();
        engine::RunRequest request;
        request.model = *model::onnx::openModel(path.toStdString());
        const auto inputs = *engine::makeInputs(request, *engine::MemoryPool::create());
        const EngineRequest engine { .library = *library,
            .options = { { "level", level.toStdString() } } };
        const auto written
            = writeEngineValues(engine, request, inputs, 1 << 20, kept.path().toStdString());
        QVERIFY2(written, qPrintable(written ? QString() : messageOf(written.error())));
        QCOMPARE(int(written->values), values);
        QCOMPARE(int(written->inside), inside);
        QCOMPARE(written->left.size(), std::size_t(0));
        QCOMPARE(QFile::exists(kept.filePath("c.pb")), inside == 0);
    }

    void aFaultInOneOperatorIsFound_data()
    {
        QTest::addColumn<QString>("level");
        QTest::newRow("without optimisation") << "none";
        QTest::newRow("optimised") << "all";
    }
    /// The values of ONNX Runtime come from a model whose Sub is right. In ours it is wrong.
    void aFaultInOneOperatorIsFound()
    {
        QFETCH(QString, level);
        const auto library = findEngineLibrary(OtherEngine::OnnxRuntime);
        if (!library)
            QSKIP(
                "no ONNX Runtime: install it in a virtual environment, or set OPSCOPE_ONNXRUNTIME");
        const QTemporaryDir models;
        const QTemporaryDir values;
        engine::RunRequest right;
        right.model = *model::onnx::openModel(subtraction(models, "0.25"));
        const auto inputs = *engine::makeInputs(right, *engine::MemoryPool::create());
        EngineRequest engine { .library = *library,
            .options = { { "level", level.toStdString() } } };
        const auto written
            = writeEngineValues(engine, right, inputs, 1 << 20, values.path().toStdString());
        QVERIFY2(written, qPrintable(written ? QString() : messageOf(written.error())));
        QCOMPARE(written->values, std::size_t(3)); // a, b, y

        engine::TierRequest request;
        request.against = engine::Against::Files;
        request.files = values.path().toStdString();
        request.examined.optimisation = engine::Optimisation::None;
        for (const auto* subtracted : { "0.25", "0.5" }) {
            request.examined.model = *model::onnx::openModel(subtraction(models, subtracted));
            const auto compared = engine::compareTiers(request);
            QVERIFY2(compared, qPrintable(compared ? QString() : messageOf(compared.error())));
            const bool isRight = std::string_view(subtracted) == "0.25";
            QCOMPARE(compared->agrees(), isRight);
            if (isRight)
                continue;
            QVERIFY(compared->firstDivergence && compared->firstAtFault);
            QCOMPARE(compared->steps[*compared->firstDivergence].step.opType, std::string("Sub"));
            QCOMPARE(compared->steps[*compared->firstAtFault].step.opType, std::string("Sub"));
            // Sigmoid is wrong only because its input is.
            QVERIFY(compared->steps.back().isOwnWithin().value_or(false));
        }
    }

    void providersAreListed()
    {
        const Case with("gpu");
        const auto providers = EngineProcess::providers(fakeLibrary());
        QVERIFY2(providers, qPrintable(providers ? QString() : messageOf(providers.error())));
        QCOMPARE(*providers, (std::vector<std::string> { "cpu", "openvino", "cuda" }));
        const auto wrong = EngineProcess::providers(with.folder() / "none.so");
        QVERIFY(!wrong);
        QVERIFY(messageOf(wrong.error()).contains("none.so"));
    }

    void aProviderAndItsOptionsAreGiven_data()
    {
        QTest::addColumn<QString>("provider");
        QTest::addColumn<QString>("expected");
        QTest::newRow("CUDA has an object") << "CUDA"
                                            << "a CUDA object device_id=1";
        QTest::newRow("others have names") << "openvino"
                                           << "OpenVINO device_id=1";
        QTest::newRow("the full name") << "OpenVINOExecutionProvider"
                                       << "OpenVINO device_id=1";
    }
    void aProviderAndItsOptionsAreGiven()
    {
        QFETCH(QString, provider);
        QFETCH(QString, expected);
        Case with("gpu");
        const auto log = QString::fromStdString((with.folder() / "log").string());
        qputenv("FAKE_ONNXRUNTIME_LOG", log.toLocal8Bit());
        with.engine.options
            = { { "provider", provider.toStdString() }, { "provider:device_id", "1" } };
        const auto process = with.start();
        qunsetenv("FAKE_ONNXRUNTIME_LOG");
        QVERIFY2(process, qPrintable(process ? QString() : messageOf(process.error())));
        QFile file(log);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()).trimmed(), expected);
    }

    void aProviderThatIsNotThereIsRefused()
    {
        Case with;
        with.engine.options = { { "provider", "cuda" } };
        const auto none = with.start();
        QVERIFY(!none);
        QCOMPARE(none.error().kind(), ErrorKind::Usage);
        QVERIFY2(messageOf(none.error())
                     .contains("provider is \"cuda\", but this library of ONNX Runtime 1.28.0 has "
                               "only cpu"),
            qPrintable(messageOf(none.error())));
        with.engine.options = { { "provider:device_id", "1" } };
        const auto alone = with.start();
        QVERIFY(!alone);
        QVERIFY(messageOf(alone.error()).contains("needs a provider other than the CPU"));
    }

    void outputsAreAddedToAModel()
    {
        // The model of two bytes fields is read by our parser, which is not the writer's code.
        auto bytes = testing::modelBytesFromText(R"(x: float[3]
a = Relu(x)
y = Abs(a)
y -> float[3]
)");
        const auto more = ort::outputDeclarations({ "a" });
        std::vector<std::byte> all(bytes.size() + more.size());
        std::memcpy(all.data(), bytes.data(), bytes.size());
        std::memcpy(all.data() + bytes.size(), more.data(), more.size());
        const auto model = model::onnx::parseModel(all);
        QVERIFY(model);
        QCOMPARE((*model)->main().outputs.size(), std::size_t(2));
        QCOMPARE((*model)->value((*model)->main().outputs[1]).name, std::string("a"));
    }
};

QTEST_GUILESS_MAIN(TestEngineProcess)
#include "tst_engine_process.moc"
