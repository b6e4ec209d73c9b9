#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/session_folder.h"

#include <QApplication>
#include <QDirIterator>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include <csignal>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;
const QString childOption = QStringLiteral("--window-that-is-killed");

/// A window that profiles a model for an hour, in a process of its own.
int runWindow(const QString& settings, const QString& model)
{
    ui::settings::useFolder(settings);
    RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    DrivenWindow driven;
    auto* document = driven.open(model);
    if (document == nullptr)
        return 1;
    auto& wanted = driven->runs().settingsOf(document);
    wanted.runs = 1'000'000;
    wanted.limitSeconds = 3600;
    wanted.threads = 1;
    driven->runs().start(document, RunController::Mode::Profile);
    return QApplication::exec();
}

QStringList partsBelow(const QString& folder)
{
    QStringList parts;
    QDirIterator files(
        folder, { QStringLiteral("*.opscope.part") }, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        parts << files.next();
    return parts;
}

int runsIn(const QString& file)
{
    const auto profile = profiler::readProfileFile(file.toStdString(), profiler::FileTail::Recover);
    return profile ? static_cast<int>(profiler::recordedRuns(**profile).size()) : 0;
}

/// The part of a recording under way that has this many recorded runs at least; empty if none
/// comes.
QString growingPart(const QString& folder, int runs)
{
    QString part;
    const bool isThere = QTest::qWaitFor(
        [&] {
            for (const auto& file : partsBelow(folder))
                if (runsIn(file) >= runs)
                    part = file;
            return !part.isEmpty();
        },
        patience);
    return isThere ? part : QString();
}

} // namespace

/// What a killed window or program leaves of a recording is offered, and nothing else is.
class TestLeftRecordings : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_temporary;
    QString m_model;

    QString file(const char* name) const { return m_temporary.filePath(QString::fromLatin1(name)); }
    static std::vector<ui::RecoverableRecording> found(const QStringList& folders = {})
    {
        return ui::findLeftRecordings(folders, {});
    }
    /// Kills the window's process once its recording has runs, and what it started.
    int killWindow(QProcess& window)
    {
        window.start(
            QCoreApplication::applicationFilePath(), { childOption, m_settings.path(), m_model });
        const auto part = growingPart(m_temporary.path(), 5);
        if (part.isEmpty())
            return 0;
        // It lives: nothing of it may be taken.
        if (!found().empty() || QFileInfo(part).size() == 0)
            return 0;
        ::kill(static_cast<pid_t>(window.processId()), SIGKILL);
        window.waitForFinished(patience);
        // The child that ran the model has nobody to report to.
        return QTest::qWaitFor([] { return !found().empty(); }, patience) ? found().front().runs
                                                                          : 0;
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        qputenv("TMPDIR", m_temporary.path().toLocal8Bit());
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_model = file("model.onnx");
        QVERIFY(QFile::copy(DrivenWindow::sample("residual-cnn"), m_model));
    }

    void aWindowThatEndsLeavesNothing()
    {
        {
            DrivenWindow driven;
            auto* document = driven.open(m_model);
            QVERIFY(driven.profile(document));
            QVERIFY(ui::SessionFolder::isIn(document->runs().front().path));
            QVERIFY(found().empty()); // it lives
        }
        QVERIFY(found().empty());
        QVERIFY(ui::SessionFolder::left().isEmpty());
    }

    void aKilledWindowsRecordingIsRestoredBesideItsModel()
    {
        QProcess window;
        const auto runs = killWindow(window);
        QVERIFY(runs >= 5);
        const auto left = found();
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left.front().model.endsWith(QStringLiteral("model.onnx")));
        QCOMPARE(left.front().modelPath, m_model);
        QVERIFY(left.front().isOfSession);

        DrivenWindow driven;
        driven->offerLeftRecordings();
        auto* bar = driven->findChild<ui::LeftRecordingsBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        bool isSaid = false;
        for (const auto* label : bar->findChildren<QLabel*>())
            isSaid = isSaid
                || (label->text().startsWith(QStringLiteral("%1 runs of ").arg(runs))
                    && label->text().contains(QStringLiteral("model.onnx can be restored")));
        QVERIFY(isSaid);
        driven.shoot(QStringLiteral("left-recording"));
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Restore"))
                button->click();
        QVERIFY(!bar->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(
            driven->currentDocument() != nullptr && driven->currentDocument()->runs().size() == 1,
            patience);
        const auto& run = driven->currentDocument()->runs().front();
        QCOMPARE(driven->currentDocument()->path(), m_model);
        QCOMPARE(static_cast<int>(profiler::recordedRuns(*run.profile).size()), runs);
        QVERIFY(run.isOfSession);
        QVERIFY(!QFileInfo::exists(left.front().file));
        QVERIFY(found().empty());
        driven.settle();
    }

    void aGenerationWithoutRecordingIsOffered()
    {
        using profiler::Side;
        const QTemporaryDir folder;
        const auto offered = [&](std::initializer_list<Side> sides) {
            profiler::ProfileBuilder builder;
            const auto track = builder.addTrack("runs", "CPU", profiler::TrackKind::Run);
            for (const auto side : sides) {
                profiler::Run run;
                const auto index = static_cast<std::uint32_t>(builder.profile().runs.size());
                run.number = index + 1;
                run.side = side;
                run.startNs = 1'000 * index;
                run.wallNs = 500;
                run.position = 1;
                builder.addSlice(profiler::runRow(run, index, track));
                builder.profile().runs.push_back(run);
            }
            const auto part = folder.filePath(QStringLiteral("run.opscope.part"));
            const auto written
                = profiler::writeProfileFile(part.toStdString(), *std::move(builder).build());
            const auto left = found({ folder.path() });
            return written && !left.empty() ? left.front().runs : 0;
        };
        QCOMPARE(offered({ Side::WarmUp, Side::WarmUp }), 0);
        QCOMPARE(offered({ Side::WarmUp, Side::Prefill, Side::Unprofiled }), 2);
        QCOMPARE(offered({ Side::Prefill, Side::Profiled, Side::Unprofiled }), 1);
    }

    void aDiscardedOneIsGone()
    {
        QProcess window;
        QVERIFY(killWindow(window) > 0);
        DrivenWindow driven;
        driven->offerLeftRecordings();
        auto* bar = driven->findChild<ui::LeftRecordingsBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        bar->findChild<QPushButton*>(QStringLiteral("discardRecording"))->click();
        QVERIFY(!bar->isVisible());
        QVERIFY(found().empty());
        QVERIFY(ui::SessionFolder::left().isEmpty());
        QCOMPARE(partsBelow(m_temporary.path()), QStringList());
    }

    void whatAKilledProgramWasStillKeepingIsRemoved()
    {
        const auto folder = ui::SessionFolder::recoveryRoot() + QStringLiteral("/abc123");
        QVERIFY(QDir().mkpath(folder));
        QFile::setPermissions(ui::SessionFolder::recoveryRoot(),
            QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        for (const auto* const name : { "making", "run-1.opscope" }) {
            QFile file(folder + u'/' + QString::fromLatin1(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QVERIFY(ui::SessionFolder::left().isEmpty());
        QVERIFY(!QDir(folder).exists());
    }

    void aPartThatAProgramLeftIsOfferedBesideRecentFiles()
    {
        QTemporaryDir folder;
        const auto target = folder.filePath(QStringLiteral("night.opscope"));
        QProcess program;
        program.start(RunController::engineProgram(),
            { QStringLiteral("profile"), m_model, QStringLiteral("-o"), target,
                QStringLiteral("--runs"), QStringLiteral("1000000"), QStringLiteral("--limit"),
                QStringLiteral("60min"), QStringLiteral("--threads"), QStringLiteral("1") });
        const auto part = growingPart(folder.path(), 5);
        QVERIFY(!part.isEmpty());
        QVERIFY(found({ folder.path() }).empty()); // it is being written
        const auto early = ui::restoreRecording({ part, {}, {}, 5, {}, false }, {}, {});
        QVERIFY(!early);
        QVERIFY2(early.error().message().find("being written") != std::string::npos,
            early.error().message().c_str());
        program.kill();
        QVERIFY(program.waitForFinished(patience));
        const auto left = found({ folder.path() });
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(!left.front().isOfSession);

        // Under the name that it was meant to have; a file of that name stays as it is.
        QFile taken(target);
        QVERIFY(taken.open(QIODevice::WriteOnly) && taken.write("mine") == 4);
        taken.close();
        const auto restored = ui::restoreRecording(left.front(), {}, {});
        QVERIFY(restored);
        QCOMPARE(*restored, folder.filePath(QStringLiteral("night-restored.opscope")));
        QCOMPARE(runsIn(*restored), left.front().runs);
        QCOMPARE(QFileInfo(target).size(), 4);
        QVERIFY(!QFileInfo::exists(part));
        const auto again = ui::restoreRecording(left.front(), {}, {});
        QVERIFY(!again && again.error().message().find("is gone") != std::string::npos);
    }

    void aPartIsOpenedLikeAnyProfile()
    {
        // A profile that was cut: what a kill leaves.
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        QFile whole(document->runs().front().path);
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const auto bytes = whole.readAll();
        QFile cut(file("cut.opscope.part"));
        QVERIFY(cut.open(QIODevice::WriteOnly));
        cut.write(bytes + bytes.left(1000)); // behind the last footer
        cut.close();
        DrivenWindow other;
        auto* opened = other.open(cut.fileName());
        QVERIFY(opened != nullptr);
        QCOMPARE(opened->kind(), ui::Document::Kind::Profile);
        QVERIFY(opened->profile() != nullptr);
        QCOMPARE(opened->profile()->runs.size(), document->profile()->runs.size());
    }

    void whatHasNoCompleteRunIsNotOffered()
    {
        QTemporaryDir folder;
        QFile part(folder.filePath(QStringLiteral("empty.opscope.part")));
        QVERIFY(part.open(QIODevice::WriteOnly));
        part.write("PAR1");
        part.close();
        QFile other(folder.filePath(QStringLiteral("download.opscope.part")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("<!DOCTYPE html>");
        other.close();
        QVERIFY(found({ folder.path() }).empty());
        QVERIFY(part.exists() && other.exists());
    }
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const auto arguments = QApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == childOption)
        return runWindow(arguments[2], arguments[3]);
    TestLeftRecordings test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recoverable_recordings.moc"
