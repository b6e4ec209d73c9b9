#include <QTest>

#include "profiler/importers/importer.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/metadata.h"
#include "profiler/tables/profile.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/operators/operators_panel.h"
#include "ui/plugins/operator_plugins.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <sys/resource.h>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

/// A run that would take an hour, under way.
struct LongRun {
    explicit LongRun(DrivenWindow& driven, ui::Document* document)
        : runs(driven->runs())
        , finished(&runs, &RunController::finished)
    {
        auto& settings = runs.settingsOf(document);
        settings.runs = 1'000'000;
        settings.warmup = 2;
        settings.threads = 1;
        settings.limitSeconds = 3600;
        runs.settingsEdited(document);
        runs.start(document, RunController::Mode::Profile);
    }
    bool reaches(std::size_t points)
    {
        return QTest::qWaitFor([&] { return runs.progress().points.size() >= points; }, patience);
    }
    /// Whether it ended well; fails the test if it does not end.
    bool end()
    {
        if (finished.isEmpty() && !finished.wait(patience))
            return false;
        return finished.first().at(1).toBool();
    }

    RunController& runs;
    QSignalSpy finished;
};

/// Files of this process and its children cannot grow beyond this: as on a full disk, writing
/// fails.
class FullDisk {
public:
    FullDisk()
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small { 512, m_before.rlim_max };
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before {};
    void (*m_handler)(int);
};

/// A chain of operators of which one aborts at a call that the environment names.
QString lateCrash(const QTemporaryDir& folder)
{
    QByteArray text = "opset faulty.test 1\nx0: float[64]\n";
    for (int i = 0; i < 7; ++i)
        text += QStringLiteral("x%2 = faulty.test:CrashesLate(x%1) \"c%1\"\n")
                    .arg(i)
                    .arg(i + 1)
                    .toUtf8();
    text += "x7 -> float[64]";
    const auto path = folder.filePath(QStringLiteral("late.onnx"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(QByteArray::fromStdString(testing::modelBytesFromText(text.toStdString())));
    return path;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// A run's whole life in the real window: started, stopped, killed, without room for its results,
/// exported.
class TestRunLife : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QString problems() const
    {
        QString text;
        for (const auto& problem : m_document->problems())
            text += QString::fromStdString(problem.message) + u'\n';
        return text;
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        // In a build with sanitizers the engine's process shall die of signals like any other.
        qputenv("ASAN_OPTIONS", "handle_segv=0");
        qputenv("TSAN_OPTIONS", "handle_segv=0");
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }

    void init()
    {
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanup() { m_driven.reset(); }

    void stopKeepsTheFinishedRuns()
    {
        LongRun run(*m_driven, m_document);
        QVERIFY(run.reaches(40));
        m_driven->showPanel(QStringLiteral("run"));
        auto* stop = m_driven->window().findChild<QPushButton*>(QStringLiteral("stopRun"));
        QVERIFY(stop->isVisible());
        m_driven->shoot(QStringLiteral("run-in-progress"));
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(run.end());
        const auto profile = m_document->profile();
        QVERIFY(profile != nullptr);
        QVERIFY(profile->runs.size() >= 40U);
        QVERIFY(profile->metadata.has(profiler::keys::interrupted));
        QCOMPARE(profile->metadata.text(profiler::keys::interrupted), profiler::metadataText(true));
        QVERIFY(m_driven->panel<ui::OperatorsPanel>()->view()->model()->rowCount() > 5);
        QVERIFY(!stop->isVisible());
    }

    void aStopBeforeTheFirstRunIsNoFault()
    {
        LongRun run(*m_driven, m_document);
        run.runs.stop();
        run.runs.stop(); // at once
        QVERIFY(!run.end());
        QCOMPARE(run.runs.progress().failureKind, QStringLiteral("stopped"));
        QVERIFY2(m_document->problems().empty(), qPrintable(problems()));
        QVERIFY(m_driven->profile(m_document)); // and the next one runs
    }

    void aKilledProcessIsAMessage_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("out of memory") << SIGKILL;
        QTest::newRow("a kernel's bug") << SIGSEGV;
    }
    void aKilledProcessIsAMessage()
    {
        QFETCH(int, signal);
        QVERIFY(m_driven->profile(m_document));
        const auto before = m_document->profile();
        m_document->reveal(model::NodeId(0U));
        LongRun run(*m_driven, m_document);
        QVERIFY(run.reaches(400)); // some are in the file by now
        QCOMPARE(::kill(static_cast<pid_t>(run.runs.processId()), signal), 0);
        QVERIFY(!run.end());
        QCOMPARE(run.runs.progress().failureKind, QStringLiteral("crash"));
        QVERIFY2(
            problems().contains(QStringLiteral("signal %1").arg(signal)), qPrintable(problems()));
        QVERIFY2(problems().contains(QStringLiteral("runs had finished")), qPrintable(problems()));
        QVERIFY2(problems().contains(QStringLiteral(" Kept: ")), qPrintable(problems()));
        // The document has what was measured, besides what it had.
        QCOMPARE(m_document->state(), ui::Document::State::Ready);
        QCOMPARE(m_document->runs().size(), std::size_t(2));
        const auto kept = m_document->profile();
        QVERIFY(kept != before);
        QVERIFY(profiler::recordedRuns(*kept).size() > 10);
        QVERIFY(kept->runs.size() <= run.runs.progress().points.size() + 1);
        QVERIFY(m_document->selection()->current().isNode());
        m_driven->settle();
        QVERIFY(m_driven->panel<ui::ProblemsPanel>()->isVisible());
        m_driven->shoot(QStringLiteral("run-killed"));
        QVERIFY(m_driven->profile(m_document)); // a new process serves
        QVERIFY2(m_document->problems().empty(), qPrintable(problems()));
    }

    void crashesAtRandomStepsAreMessages()
    {
        const auto plugin = QString::fromStdString(
            (testing::buildDir() / "tests/plugins/faulty_operators.so").string());
        auto& plugins = ui::OperatorPlugins::instance();
        plugins.add(plugin);
        const auto isLoaded = [&] {
            return std::ranges::any_of(plugins.entries(), [&](const auto& entry) {
                return entry.file == plugin && entry.state == ui::OperatorPlugins::State::Loaded;
            });
        };
        QVERIFY(QTest::qWaitFor(isLoaded, patience));
        QTemporaryDir folder;
        auto* document = m_driven->open(lateCrash(folder));
        QVERIFY(document != nullptr);
        std::mt19937 random(3);
        std::size_t kept = 0;
        for (int attempt = 0; attempt < 20; ++attempt) {
            const auto runs = document->runs().size();
            qputenv("OPSCOPE_TEST_CRASH_AT", QByteArray::number(1 + random() % 60'000));
            LongRun run(*m_driven, document);
            QVERIFY(!run.end());
            QCOMPARE(run.runs.progress().failureKind, QStringLiteral("crash"));
            const auto& problem = document->problems().front();
            QCOMPARE(problem.code, std::string("run-failed"));
            QVERIFY2(problem.message.find("faulty_operators.so") != std::string::npos,
                problem.message.c_str());
            QCOMPARE(document->state(), ui::Document::State::Ready);
            kept += document->runs().size() - runs;
        }
        qunsetenv("OPSCOPE_TEST_CRASH_AT");
        plugins.remove(plugin);
        QVERIFY(kept >= 5);
        // Nothing of all that hinders another model.
        QCOMPARE(m_driven->open(DrivenWindow::sample("residual-cnn")), m_document);
        QVERIFY(m_driven->profile(m_document));
    }

    void theTimeLimitIsAMessageAndKeepsWhatWasMeasured()
    {
        auto& settings = m_driven->window().runs().settingsOf(m_document);
        settings.longestSeconds = 3;
        LongRun run(*m_driven, m_document);
        QVERIFY(!run.end());
        QCOMPARE(run.runs.progress().failureKind, QStringLiteral("resource"));
        QVERIFY2(problems().contains(QStringLiteral("the time limit of 3s is over")),
            qPrintable(problems()));
        const auto profile = m_document->profile();
        QVERIFY(run.runs.progress().recorded() == 0 || profile != nullptr);
        settings.longestSeconds = 3600;
        QVERIFY(m_driven->profile(m_document)); // and the next one runs
    }

    void theMemoryLimitIsAMessage()
    {
        auto& settings = m_driven->window().runs().settingsOf(m_document);
        settings.memoryMiB = 1;
        QVERIFY(!m_driven->profile(m_document));
        QCOMPARE(m_driven->window().runs().progress().failureKind, QStringLiteral("resource"));
        QVERIFY2(problems().contains(QStringLiteral("memory limit")), qPrintable(problems()));
        settings.memoryMiB = 0;
        QVERIFY(m_driven->profile(m_document));
    }

    void aFullDiskIsAMessage()
    {
        LongRun run(*m_driven, m_document);
        QVERIFY(run.reaches(20)); // beyond the warm-up, so that there is something to keep
        run.runs.stop();
        QVERIFY(run.end());
        const auto before = m_document->profile();
        QSignalSpy finished(&run.runs, &RunController::finished);
        run.runs.settingsOf(m_document).runs = 12;
        {
            const FullDisk full; // the child inherits it
            run.runs.start(m_document, RunController::Mode::Profile);
            QVERIFY(finished.wait(patience));
        }
        QVERIFY(!finished.first().at(1).toBool());
        QVERIFY2(
            problems().contains(QStringLiteral(".opscope")), qPrintable(problems())); // which file
        QVERIFY2(problems().contains(QString::fromLocal8Bit(strerror(EFBIG))),
            qPrintable(problems())); // and why
        QCOMPARE(m_document->profile(), before);
        QCOMPARE(m_document->state(), ui::Document::State::Ready);
    }

    void noFolderForResultsIsAMessage()
    {
        const auto before = qgetenv("TMPDIR");
        qputenv("TMPDIR", "/proc"); // nobody can write there, not even root
        QSignalSpy finished(&m_driven->window().runs(), &RunController::finished);
        m_driven->window().runs().start(m_document, RunController::Mode::Profile);
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
        QCOMPARE(finished.size(), 1);
        QVERIFY(!finished.first().at(1).toBool());
        QVERIFY2(problems().contains(QStringLiteral("/proc")), qPrintable(problems()));
        QVERIFY(m_driven->profile(m_document)); // the next run makes its folder
    }

    void aMissingEngineIsAMessage()
    {
        RunController::useEngineProgram(QStringLiteral("/no/such/opscope-cli"));
        QSignalSpy finished(&m_driven->window().runs(), &RunController::finished);
        m_driven->window().runs().start(m_document, RunController::Mode::Profile);
        const bool isFinished = !finished.isEmpty() || finished.wait(patience);
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        QVERIFY(isFinished);
        QVERIFY2(
            problems().contains(QStringLiteral("/no/such/opscope-cli")), qPrintable(problems()));
    }

    void exportsAreWrittenThroughTheirActions_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("suffix");
        QTest::newRow("report") << "file.exportReport"
                                << ""
                                << ".html";
        QTest::newRow("csv") << "file.exportData"
                             << "one row per step"
                             << ".csv";
        QTest::newRow("csv of nodes") << "file.exportData"
                                      << "one row per model node"
                                      << ".nodes.csv";
        QTest::newRow("json") << "file.exportData"
                              << "everything"
                              << ".json";
        QTest::newRow("Chrome trace") << "file.exportData"
                                      << "Chrome trace"
                                      << ".trace.json";
    }
    void exportsAreWrittenThroughTheirActions()
    {
        QFETCH(QString, action);
        QFETCH(QString, filter);
        QFETCH(QString, suffix);
        auto* exporter = m_driven->window().actions().action(action);
        QVERIFY(!exporter->isEnabled());
        QVERIFY(m_driven->profile(m_document));
        QVERIFY(exporter->isEnabled());
        QTemporaryDir folder;
        answerFileDialog(folder.filePath(QStringLiteral("result")), filter);
        exporter->trigger();
        m_driven->settle();
        const auto path = folder.filePath(QStringLiteral("result")) + suffix;
        QVERIFY2(QFileInfo::exists(path),
            qPrintable(QDir(folder.path()).entryList(QDir::Files).join(u' ')));
        const auto content = contentOf(path);
        const auto& profile = *m_document->profile();
        if (suffix == QStringLiteral(".html")) {
            QVERIFY(content.contains("<svg"));
            QVERIFY(content.contains("Content-Security-Policy"));
            const auto again = profiler::importProfile(path.toStdString());
            QVERIFY2(again, again ? "" : again.error().message().c_str());
            QCOMPARE((*again)->runs.size(), profile.runs.size());
        } else if (suffix.endsWith(QStringLiteral("csv"))) {
            const auto rows = content.count('\n') - 1; // without the heading
            const auto wanted = suffix == QStringLiteral(".csv") ? profile.steps.size()
                                                                 : profile.provenance.size();
            QVERIFY2(rows >= static_cast<qsizetype>(wanted), content.constData());
        } else {
            QJsonParseError error;
            const auto json = QJsonDocument::fromJson(content, &error);
            QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
            if (suffix == QStringLiteral(".json")) {
                QVERIFY(json.object().contains(QStringLiteral("runs")));
                return;
            }
            qsizetype operators = 0;
            for (const auto& event : json.object().value(QStringLiteral("traceEvents")).toArray())
                operators += event.toObject().value(QStringLiteral("cat")).toString()
                        == QStringLiteral("op")
                    ? 1
                    : 0;
            QCOMPARE(operators, std::ranges::count(profile.slices.kind, profiler::SliceKind::Step));
        }
    }

    void anExportThatFailsSaysWhereAndLeavesEverything()
    {
        QVERIFY(m_driven->profile(m_document));
        answerFileDialog(QStringLiteral("/proc/report.html"));
        m_driven->window().actions().action(QStringLiteral("file.exportReport"))->trigger();
        m_driven->settle();
        const auto texts = shownWords(m_driven->window());
        QVERIFY2(texts.contains(QStringLiteral("/proc/report.html")), qPrintable(texts));
        QVERIFY(m_document->profile() != nullptr);
    }
};

QTEST_MAIN(TestRunLife)
#include "tst_run_life.moc"
