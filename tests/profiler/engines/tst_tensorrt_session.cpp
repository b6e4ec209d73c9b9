#include <QTest>

#include "engine/inputs/inputs.h"
#include "model/onnx/parser.h"
#include "model/process/child_program.h"
#include "profiler/engines/engine_library.h"
#include "profiler/engines/engine_options.h"
#include "profiler/engines/engine_process.h"
#include "profiler/engines/profile_engine.h"
#include "profiler/engines/tensorrt/options.h"
#include "profiler/engines/tensorrt/values.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace profiler;
using namespace std::chrono_literals;
using support::ErrorKind;

namespace {

constexpr const char* layersText = R"(x: float[batch,3]
one: float[1] = {1}
m = Mul(x, one) "mul"
a = Add(m, one) "add"
y = Identity(a)
y -> float[batch,3]
)";

std::filesystem::path fakeProgram() { return testing::buildDir() / "tests/engines/fake_trtexec"; }

QString wordsOf(const support::Error& error) { return QString::fromStdString(error.message()); }

/// A model file, the stand-in for trtexec, and its fault.
class Stand {
public:
    explicit Stand(const char* fault = "")
    {
        qputenv("FAKE_TRTEXEC", fault);
        qputenv("FAKE_TRTEXEC_LOG", logFile().toLocal8Bit());
        path = m_folder.filePath("model.onnx").toStdString();
        QFile file(QString::fromStdString(path.string()));
        const auto bytes = testing::modelBytesFromText(layersText);
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes.data(), qint64(bytes.size()));
        file.close();
        request.model = *model::onnx::openModel(path);
        request.dims = { { "batch", 2 } };
        request.threads = 1;
        inputs = *engine::makeInputs(request, *engine::MemoryPool::create());
        engine.library = { OtherEngine::TensorRt, fakeProgram(), "", "a test" };
        engine.limits = { .open = 20s, .run = 20s };
    }
    Stand(const Stand&) = delete;
    Stand& operator=(const Stand&) = delete;
    ~Stand()
    {
        qunsetenv("FAKE_TRTEXEC");
        qunsetenv("FAKE_TRTEXEC_LOG");
    }

    support::Result<EngineProcess> start() const
    {
        return EngineProcess::start(
            OtherEngine::TensorRt, settingsFor(request, engine), engine.limits);
    }
    /// The first error of loading, of the inputs and of a run.
    support::Result<void> firstError() const
    {
        auto process = start();
        if (!process)
            return process.error();
        if (const auto taken = process->setInputs(inputs.values); !taken)
            return taken.error();
        if (const auto run = process->run(false); !run)
            return run.error();
        return {};
    }
    QString logFile() const { return m_folder.filePath("log"); }
    /// The arguments of each start of the program.
    QStringList starts() const
    {
        QFile file(logFile());
        return file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts)
            : QStringList();
    }

    std::filesystem::path path;
    engine::RunRequest request;
    engine::Inputs inputs;
    EngineRequest engine;

private:
    QTemporaryDir m_folder;
};

double wallOf(const support::Result<RunTicks>& ticks)
{
    return double(calibrateClock(clockSource()).lengthNs(ticks->stop - ticks->start));
}

} // namespace

class TestTensorRtSession : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { support::useChildProgram(testing::cliProgram()); }

    void oneStartGivesManyRunsAndExactOutputs_data()
    {
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("version");
        QTest::newRow("8.6") << "eight"
                             << "8.6.1";
        QTest::newRow("10") << ""
                            << "10.3.0";
    }
    void oneStartGivesManyRunsAndExactOutputs()
    {
        QFETCH(QString, release);
        QFETCH(QString, version);
        const Stand with(release.toLatin1());
        auto process = with.start();
        QVERIFY2(process, qPrintable(process ? QString() : wordsOf(process.error())));
        QCOMPARE(QString::fromStdString(process->facts().version), version);
        const auto taken = process->setInputs(with.inputs.values);
        QVERIFY2(taken, qPrintable(taken ? QString() : wordsOf(taken.error())));
        RunTicks before;
        for (int run = 0; run < 10; ++run) { // --iterations=10
            const auto ticks = process->run(false);
            QVERIFY(ticks);
            QVERIFY(qAbs(wallOf(ticks) - 1.25e6) < 2e3);
            QVERIFY(ticks->start >= before.stop);
            before = *ticks;
        }
        QCOMPARE(with.starts().size(), 3); // for its version, to build, to run
        QVERIFY(process->run(false));
        QCOMPARE(with.starts().size(), 4);
        const auto outputs = process->outputs();
        QVERIFY(outputs);
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
                                 << "trtexec of TensorRT 8.5.1 lacks options that Opscope needs";
        QTest::newRow("another program") << "other"
                                         << "it is not trtexec";
        QTest::newRow("a model it refuses")
            << "build"
            << "trtexec 10.3.0 ended with exit code 1 while building the engine; it printed last: "
               "[11/26/2026-12:00:00] [E] ModelImporter.cpp:773: ERROR: no importer";
        QTest::newRow("a crash") << "crash"
                                 << "trtexec 10.3.0 crashed (Aborted) while running the model; it "
                                    "printed last: ";
        QTest::newRow("a hang") << "hang"
                                << "did not finish running the model within 1 s and was ended; it "
                                   "printed last: ";
        QTest::newRow("no times") << "unwritten"
                                  << "ended without an error but wrote no file with times";
        QTest::newRow("no output") << "unknown"
                                   << "output \"y\": trtexec did not say that it wrote it";
        QTest::newRow("too few bytes")
            << "short"
            << "output \"y\": trtexec wrote 23 bytes for a tensor fp32 2×3, expected 6 times 4";
        QTest::newRow("a file elsewhere") << "outside"
                                          << "y.output.2.3.fp32.raw";
    }
    void faultsBecomeSentences()
    {
        QFETCH(QString, fault);
        QFETCH(QString, expected);
        Stand with(fault.toLatin1());
        if (fault == "hang")
            with.engine.limits.run = 1s;
        const auto done = with.firstError();
        QVERIFY(!done);
        QVERIFY2(wordsOf(done.error()).contains(expected), qPrintable(wordsOf(done.error())));
    }

    void aProgramThatCannotBeStartedIsNamed()
    {
        Stand with;
        with.engine.library.file = with.path; // a file that is no program
        const auto done = with.firstError();
        QVERIFY(!done);
        QVERIFY2(
            wordsOf(done.error()).contains("cannot be started"), qPrintable(wordsOf(done.error())));
    }

    void theProgramEndsWithAStop()
    {
        const Stand with("hang");
        std::stop_source source;
        auto process = with.start();
        QVERIFY(process && process->setInputs(with.inputs.values));
        source.request_stop();
        const auto run = process->run(false, source.get_token());
        QVERIFY(!run);
        QCOMPARE(run.error().kind(), ErrorKind::Cancelled);
    }

    void theProgramEndsWithItsParent()
    {
        const Stand with("hang");
        QString running;
        {
            auto process = with.start();
            QVERIFY(process && process->setInputs(with.inputs.values));
            std::stop_source source;
            const std::jthread stopper([&] {
                const auto file = with.logFile() + ".process";
                while (running.isEmpty()) {
                    QFile written(file);
                    if (written.open(QIODevice::ReadOnly))
                        running = QString::fromUtf8(written.readAll()).trimmed();
                    std::this_thread::sleep_for(10ms);
                }
                source.request_stop();
            });
            QVERIFY(!process->run(false, source.get_token()));
        }
        QTRY_VERIFY(!QFile::exists("/proc/" + running));
    }

    void aProfileHasTheLayersOfEveryRecordedRun()
    {
        const Stand with;
        BenchmarkOptions options;
        options.runs = 3;
        options.warmUpRuns = 2;
        options.orderSeed = 1;
        const auto measured = profileEngine(with.engine, with.request, with.inputs, options);
        QVERIFY2(measured, qPrintable(measured ? QString() : wordsOf(measured.error())));
        const auto& profile = *measured->run.profile;
        QCOMPARE(profile.metadata.text(keys::engineName), std::string("tensorrt"));
        QCOMPARE(profile.metadata.text(keys::device), std::string("cuda"));
        QCOMPARE(runsOf(profile, Side::Profiled).size(), std::size_t(3));
        for (const auto& run : profile.runs)
            QVERIFY(qAbs(double(run.wallNs) - (run.side == Side::Profiled ? 1.2e6 : 1.25e6)) < 2e3);

        QStringList steps;
        for (const auto& step : profile.steps) {
            QStringList nodes;
            for (const auto& origin : step.origins)
                nodes << QString::fromStdString(std::string(profile.text(origin.label)));
            steps << QString::fromStdString(std::string(profile.text(step.opType)) + " "
                         + std::string(profile.text(step.implementation)) + ": ")
                    + nodes.join(", ")
                    + QString::fromStdString(std::string(profile.text(step.insertedReason)));
        }
        QCOMPARE(steps,
            (QStringList { "memory copy memory copy: copy between host and GPU by TensorRT",
                "Reformat Reformat: layout change by TensorRT",
                "CaskConvolution sm80_xmma_fprop: mul, add", "kgen kgen: graph/node[2]",
                "NoOp NoOp: not attributed to a node",
                "memory copy memory copy: copy between host and GPU by TensorRT" }));
        QCOMPARE(profile.steps[0].kind, StepKind::Copy);
        QCOMPARE(profile.steps[1].kind, StepKind::Reorder);
        // The copies take 1 ms, the layers 0.2 ms.
        QVERIFY(qAbs(profile.match->insertedShare - 1.02 / 1.2) < 1e-6);
        QVERIFY(qAbs(profile.match->unmatchedShare - 0.01 / 1.2) < 1e-6);
        std::size_t slices = 0;
        for (const auto kind : profile.slices.kind)
            slices += kind == SliceKind::Step ? 1 : 0;
        QCOMPARE(slices, std::size_t(3 * 6));
    }

    void withoutADescriptionNamesAreUsed()
    {
        const Stand with("layers");
        BenchmarkOptions options;
        options.runs = 1;
        options.warmUpRuns = 0;
        const auto measured = profileEngine(with.engine, with.request, with.inputs, options);
        QVERIFY2(measured, qPrintable(measured ? QString() : wordsOf(measured.error())));
        const auto& profile = *measured->run.profile;
        QCOMPARE(profile.steps[2].origins.size(), std::size_t(2));
        QVERIFY(std::ranges::any_of(profile.diagnostics, [](const auto& each) {
            return each.message.find("no description of the engine's layers") != std::string::npos;
        }));
    }

    void settingsBecomeOptionsOfTheProgram()
    {
        Stand with;
        with.engine.options = { { "precision", "fp16" }, { "optimization-level", "5" },
            { "iterations", "20" }, { "duration", "0" }, { "warm-up", "50" },
            { "cuda-graph", "on" }, { "device", "1" }, { "flag:sparsity", "enable" } };
        const auto done = with.firstError();
        QVERIFY2(done, qPrintable(done ? QString() : wordsOf(done.error())));
        const auto starts = with.starts();
        QCOMPARE(starts.size(), 3);
        for (const auto* option : { "--fp16", "--builderOptimizationLevel=5", "--device=1",
                 "--sparsity=enable", "--shapes='x':2x3", "--skipInference" })
            QVERIFY2(starts[1].split(' ').contains(option), option);
        QVERIFY(!starts[1].contains("--noTF32"));
        for (const auto* option : { "--iterations=20", "--duration=0", "--warmUp=50",
                 "--useCudaGraph", "--device=1", "--loadInputs='x':tensor_0.bin" })
            QVERIFY2(starts[2].split(' ').contains(option), option);
    }

    void theDefaultIsSinglePrecision()
    {
        const auto flags = tensorrt::flagsOf({});
        QVERIFY(flags);
        QCOMPARE(flags->build, std::vector<std::string> { "--noTF32" });
    }

    void wrongSettingsAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("expected");
        QTest::newRow("no number") << "iterations"
                                   << "many"
                                   << "expected a number from 0 to 1000000";
        QTest::newRow("too long") << "duration"
                                  << "1e9"
                                  << "expected a number from 0 to 3600";
        QTest::newRow("a device") << "device"
                                  << "-1"
                                  << "expected a number";
        QTest::newRow("an option of ours") << "flag:loadEngine"
                                           << "x"
                                           << "Opscope sets --loadEngine of trtexec itself";
    }
    void wrongSettingsAreRefused()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, expected);
        QVERIFY(checkEngineOption(OtherEngine::TensorRt, name.toStdString(), value.toStdString()));
        const auto flags = tensorrt::flagsOf({ { name.toStdString(), value.toStdString() } });
        QVERIFY(!flags);
        QCOMPARE(flags.error().kind(), ErrorKind::Usage);
        QVERIFY2(wordsOf(flags.error()).contains(expected), qPrintable(wordsOf(flags.error())));
    }

    void theProgramIsFound()
    {
        const QTemporaryDir folder;
        QDir(folder.path()).mkpath("bin");
        const auto program = folder.filePath("bin/trtexec");
        QVERIFY(QFile::copy(QString::fromStdString(fakeProgram().string()), program));
        // Only the program itself counts, not a file of a similar name.
        QVERIFY(QFile::copy(program, program + ".cpp"));
        const auto chosen = findEngineLibrary(OtherEngine::TensorRt, folder.path().toStdString());
        QVERIFY(chosen);
        QCOMPARE(QString::fromStdString(chosen->file.string()), program);
        const auto path = qgetenv("PATH");
        qunsetenv("OPSCOPE_TRTEXEC");
        qputenv("PATH", "/nowhere:" + folder.filePath("bin").toLocal8Bit());
        const auto onPath = findEngineLibrary(OtherEngine::TensorRt);
        qputenv("PATH", folder.path().toLocal8Bit());
        const auto none = findEngineLibrary(OtherEngine::TensorRt);
        qputenv("PATH", path);
        QVERIFY(onPath);
        QCOMPARE(onPath->where, std::string("PATH"));
        qputenv("OPSCOPE_TRTEXEC", "/nowhere");
        const auto wrong = findEngineLibrary(OtherEngine::TensorRt);
        qunsetenv("OPSCOPE_TRTEXEC");
        QVERIFY(!wrong);
        QVERIFY(wordsOf(wrong.error()).startsWith("OPSCOPE_TRTEXEC names /nowhere"));
        if (none)
            QSKIP("trtexec is installed in a folder of the system");
        QVERIFY(wordsOf(none.error()).contains("trtexec was not found"));
        QVERIFY(wordsOf(none.error()).contains("set OPSCOPE_TRTEXEC"));
    }

    void integersAreNarrowedForOldReleases()
    {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.filePath("x").toStdString());
        const engine::RuntimeValue small { engine::tensorOf(std::int64_t(-7), { 1 }) };
        QVERIFY(tensorrt::writeInput(file, small, 10));
        QCOMPARE(std::filesystem::file_size(file), std::uintmax_t(8));
        QVERIFY(tensorrt::writeInput(file, small, 8));
        QCOMPARE(std::filesystem::file_size(file), std::uintmax_t(4));
        const engine::RuntimeValue large { engine::tensorOf(std::int64_t(1) << 31, { 1 }) };
        const auto refused = tensorrt::writeInput(file, large, 8);
        QVERIFY(!refused);
        QVERIFY(wordsOf(refused.error()).contains("2147483648 is no int32"));
        const auto twice = tensorrt::writeInput(file, { engine::tensorOf(1.0) }, 10);
        QVERIFY(!twice);
        QVERIFY(wordsOf(twice.error()).contains("no inputs of type double"));
    }

    void integersOfOldReleasesBecomeWideAgain()
    {
        const QTemporaryDir folder;
        const auto model
            = testing::modelFromGraphText("x: float[3]\ny = Shape(x)\ny -> int64[1]\n");
        const std::int32_t content = 3;
        QFile file(folder.filePath("y.output.1.Int32.raw"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(reinterpret_cast<const char*>(&content), sizeof content);
        file.close();
        const auto read = [&](std::string_view printed) {
            return tensorrt::readOutputs(*model, printed, folder.path().toStdString());
        };
        const auto outputs = read("[I] Writing file for output binding y (with datatype Int32 and "
                                  "dimensions 1) to y.output.1.Int32.raw\n[I] done");
        QVERIFY2(outputs, qPrintable(outputs ? QString() : wordsOf(outputs.error())));
        QCOMPARE((*outputs)[0].value.tensor().as<std::int64_t>()[0], std::int64_t(3));
        // Texts of other forms are no outputs.
        for (const auto* text : { "", "Writing file for output binding y (with",
                 "Writing file for output binding y "
                 "(with datatype Int32 and dimensions -1) to y.output.1.Int32.raw",
                 "Writing file for output binding y (with datatype Int32 and dimensions "
                 "99999999999.99999999999) to y.output.1.Int32.raw",
                 "Writing file for output binding y (with datatype FP4 and dimensions 1) to "
                 "y.output.1.Int32.raw" })
            QVERIFY2(!read(text), text);
    }
};

QTEST_GUILESS_MAIN(TestTensorRtSession)
#include "tst_tensorrt_session.moc"
