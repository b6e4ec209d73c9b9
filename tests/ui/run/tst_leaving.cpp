#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/sweep/sweep.h"
#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/dialogs/unsaved_runs_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/run/recoverable_recordings_bar.h"
#include "ui/run/session_folder.h"
#include "ui/run/unsaved_runs.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeView>

#include <atomic>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

ui::UnsavedRunsDialog* question(QDialog& dialog)
{
    return qobject_cast<ui::UnsavedRunsDialog*>(&dialog);
}

/// Answers the question about unsaved measurements by a click on this button.
void answerByButton(const char* name)
{
    answerDialog([name](QDialog& dialog) {
        QVERIFY2(question(dialog) != nullptr, qPrintable(dialog.windowTitle()));
        QTest::mouseClick(
            dialog.findChild<QPushButton*>(QString::fromLatin1(name)), Qt::LeftButton);
    });
}

void answerByKey(Qt::Key key)
{
    answerDialog([key](QDialog& dialog) {
        QVERIFY2(question(dialog) != nullptr, qPrintable(dialog.windowTitle()));
        QTest::keyClick(&dialog, key);
    });
}

std::size_t tabs(DrivenWindow& driven)
{
    return static_cast<std::size_t>(driven->findChild<QTabWidget*>()->count());
}

} // namespace

/// Measurements that lie in no file of the user, on every way out: tab, window, program, reload.
class TestLeaving : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_temporary;
    QString m_model;

    QString file(const char* name) const { return m_temporary.filePath(QString::fromLatin1(name)); }
    static std::vector<ui::RecoverableRecording> found() { return ui::findLeftRecordings({}, {}); }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        qputenv("TMPDIR", m_temporary.path().toLocal8Bit());
        m_model = file("model.onnx");
        QVERIFY(QFile::copy(DrivenWindow::sample("residual-cnn"), m_model));
    }
    void cleanup()
    {
        ui::settings::forget(QString::fromLatin1(ui::settings::quitKey));
        for (const auto& left : found())
            QVERIFY(ui::discardRecording(left));
        QVERIFY(ui::UnsavedRuns::instance().entries().empty());
    }

    void undoOfCloseTabBringsTheRunsBack()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        QVERIFY(driven.profile(document));
        document->renameRun(0, QStringLiteral("mine"));
        const auto before = document->runs().front().profile;
        auto* unsaved = driven.child<QLabel>("unsavedRuns");
        QVERIFY(unsaved->isVisible());
        QCOMPARE(unsaved->text(), QStringLiteral("2 measurements not saved"));
        QTest::keyClick(&driven.window(), Qt::Key_W, Qt::ControlModifier);
        driven.settle();
        QVERIFY(driven->currentDocument() == nullptr);
        QCOMPARE(unsaved->text(), QStringLiteral("2 measurements not saved")); // kept
        QTest::keyClick(&driven.window(), Qt::Key_Z, Qt::ControlModifier);
        driven.settle();
        auto* again = driven->currentDocument();
        QVERIFY(again != nullptr);
        QCOMPARE(again->path(), m_model);
        QCOMPARE(again->runs().size(), std::size_t(2));
        QCOMPARE(again->runs().front().name, QStringLiteral("mine"));
        QCOMPARE(again->runs().front().profile, before);
        QVERIFY(again->statistics() != nullptr);
    }

    void aModelThatIsOpenedAgainHasItsRuns()
    {
        DrivenWindow driven;
        QVERIFY(driven.profile(driven.open(m_model)));
        driven.action("file.close")->trigger();
        QCOMPARE(driven.open(m_model)->runs().size(), std::size_t(1));
        QVERIFY(ui::UnsavedRuns::instance().entries().empty()); // it lies in one place
    }

    void aTabThatIsClosedInMidRunKeepsWhatWasMeasured()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.startLongRun(document));
        QTest::keyClick(&driven.window(), Qt::Key_W, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(
            ui::UnsavedRuns::instance().entries().size(), std::size_t(1), patience);
        QVERIFY(!driven->runs().isRunning());
        QTest::keyClick(&driven.window(), Qt::Key_Z, Qt::ControlModifier);
        driven.settle();
        QCOMPARE(driven->currentDocument()->runs().size(), std::size_t(1));
        QVERIFY(profiler::recordedRuns(*driven->currentDocument()->profile()).size() > 10);
    }

    void aRunIsReadBeforeTheNextOneBegins()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        auto& runs = driven->runs();
        bool wasReading = false;
        connect(&runs, &RunController::changed, this, [&] {
            if (runs.state() != RunController::State::Reading)
                return;
            wasReading = true;
            runs.start(document, RunController::Mode::Profile); // in its midst: does nothing
        });
        QVERIFY(driven.profile(document));
        QVERIFY(wasReading);
        disconnect(&runs, &RunController::changed, this, nullptr);
        QCOMPARE(document->runs().size(), std::size_t(1));
        QVERIFY(driven.profile(document));
        QCOMPARE(document->runs().size(), std::size_t(2));
    }

    void aRunWhoseReadingIsStoppedCanBeRestored()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        auto& runs = driven->runs();
        // All workers are busy, so that reading waits; then it is stopped by the button of the
        // status bar, which cancels the job.
        std::atomic<bool> mayEnd = false;
        const auto occupy = [&] {
            for (int i = 0; i < 3; ++i)
                driven->jobs().start<int>(
                    this, QString::number(i), QStringLiteral("busy"),
                    [&](std::stop_token, const support::Progress&) -> support::Result<int> {
                        mayEnd.wait(false);
                        return 1;
                    },
                    [](support::Result<int>) {});
        };
        connect(&runs, &RunController::changed, this, [&] {
            if (runs.state() != RunController::State::Reading || mayEnd)
                return;
            occupy();
            QMetaObject::invokeMethod(
                &runs,
                [&] {
                    for (const auto& job : driven->jobs().jobsOf(&runs))
                        driven->jobs().cancel(job.id);
                    mayEnd = true;
                    mayEnd.notify_all();
                },
                Qt::QueuedConnection);
        });
        QVERIFY(!driven.profile(document));
        disconnect(&runs, &RunController::changed, this, nullptr);
        QVERIFY(document->runs().empty());
        auto* bar = driven->findChild<ui::LeftRecordingsBar*>();
        QVERIFY(bar->isVisible());
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Restore"))
                button->click();
        QTRY_COMPARE_WITH_TIMEOUT(document->runs().size(), std::size_t(1), patience);
        QVERIFY(document->runs().front().isOfSession);
        driven.settle();
    }

    void aRunOfTheFileAsItWasIsMatchedToTheReloadedOne()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.startLongRun(document));
        document->reload();
        QVERIFY(QTest::qWaitFor([&] { return driven->jobs().isIdle(); }, patience));
        driven->runs().stop();
        QTRY_VERIFY_WITH_TIMEOUT(document->runs().size() == 1, patience);
        driven.settle();
        QVERIFY(document->profile() != nullptr);
        QVERIFY(driven.profile(document));
        document->reload();
        driven.settle();
        QCOMPARE(document->runs().size(), std::size_t(2)); // a reload takes none away
    }

    void theLastWindowAsksAndCancelKeepsEverything()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        answerByKey(Qt::Key_Escape);
        QVERIFY(!driven->close());
        QVERIFY(driven->isVisible());
        QCOMPARE(document->runs().size(), std::size_t(1));
        QVERIFY(found().empty());
    }

    void theQuestionListsWhatIsNotSaved_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << static_cast<int>(ui::Theme::Choice::Dark);
        QTest::newRow("light") << static_cast<int>(ui::Theme::Choice::Light);
    }
    void theQuestionListsWhatIsNotSaved()
    {
        QFETCH(int, theme);
        ui::Theme::instance().choose(static_cast<ui::Theme::Choice>(theme));
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        QVERIFY(driven.profile(document));
        QString words;
        QStringList cells;
        bool isKeepDefault = false;
        answerDialog([&](QDialog& dialog) {
            words = shownWords(dialog);
            const auto* table = dialog.findChild<QTableWidget*>();
            for (int row = 0; table != nullptr && row < table->rowCount(); ++row)
                cells << table->item(row, 1)->text() << table->item(row, 2)->text()
                      << table->item(row, 4)->text();
            const auto* keep = dialog.findChild<QPushButton*>(QStringLiteral("keepRuns"));
            isKeepDefault = keep != nullptr && keep->isDefault();
            dialog.grab().save(
                QString::fromStdString((testing::buildDir() / "screenshots").string())
                + QStringLiteral("/unsaved-runs-%1.png")
                      .arg(QString::fromLatin1(QTest::currentDataTag())));
            dialog.reject();
        });
        driven.action("file.quit")->trigger();
        QVERIFY(driven->isVisible());
        QVERIFY2(words.contains(QStringLiteral("2 measurements not saved")), qPrintable(words));
        QCOMPARE(cells.size(), 6);
        QCOMPARE(cells[0], QStringLiteral("CPU, 12 runs"));
        QVERIFY(!cells[1].isEmpty());
        QVERIFY(cells[2].contains(QStringLiteral("iB")));
        QVERIFY(isKeepDefault);
    }

    void whatIsKeptIsOfferedAtTheNextStart()
    {
        {
            DrivenWindow driven;
            auto* document = driven.open(m_model);
            QVERIFY(driven.profile(document));
            QVERIFY(driven.profile(document));
            document->setMarks({ { { 10, 20 }, QStringLiteral("A") } });
            document->renameRun(0, QStringLiteral("before the change/1"));
            answerByKey(Qt::Key_Return); // keeping is the default
            driven.action("file.quit")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(!driven->isVisible(), patience);
        }
        QVERIFY(ui::UnsavedRuns::instance().entries().empty());
        const auto left = found();
        QCOMPARE(left.size(), std::size_t(2));
        QCOMPARE(left.front().modelPath, m_model);
        QCOMPARE(left.front().runs, 12);
        QVERIFY(left.front().file.startsWith(ui::SessionFolder::recoveryRoot()));

        DrivenWindow next;
        next->offerLeftRecordings();
        auto* bar = next->findChild<ui::LeftRecordingsBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
        next.shoot(QStringLiteral("kept-recordings"));
        bar->findChild<QPushButton*>(QStringLiteral("restoreAll"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            next->currentDocument() != nullptr && next->currentDocument()->runs().size() == 2,
            patience);
        std::size_t marks = 0;
        QStringList names;
        for (const auto& run : next->currentDocument()->runs()) {
            names << run.name;
            QVERIFY(run.isOfSession); // asked about again
            marks += run.marks.size();
        }
        QCOMPARE(marks, std::size_t(1));
        names.sort();
        QCOMPARE(names, QStringList({ QString(), QStringLiteral("before the change/1") }));
        QVERIFY(found().empty());
        next.settle();
    }

    void aSettingKeepsThemUnasked()
    {
        ui::settings::setValue(QString::fromLatin1(ui::settings::quitKey),
            QString::fromLatin1(ui::settings::leavingKeeps));
        DrivenWindow driven;
        QVERIFY(driven.profile(driven.open(m_model)));
        driven->close();
        QTRY_VERIFY_WITH_TIMEOUT(!driven->isVisible(), patience);
        QCOMPARE(found().size(), std::size_t(1));
    }

    void aRunUnderWayIsStoppedAndKept()
    {
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.startLongRun(document));
        answerDialog([&](QDialog& dialog) {
            QVERIFY(question(dialog) != nullptr);
            const auto* table = dialog.findChild<QTableWidget*>();
            QCOMPARE(table->rowCount(), 1);
            QVERIFY(table->item(0, 1)->text().contains(QStringLiteral("running")));
            dialog.findChild<QPushButton*>(QStringLiteral("keepRuns"))->click();
        });
        driven->close();
        QTRY_VERIFY_WITH_TIMEOUT(!driven->isVisible(), patience);
        const auto left = found();
        QCOMPARE(left.size(), std::size_t(1));
        QVERIFY(left.front().runs > 10);
    }

    void discardedOnesAreGone()
    {
        {
            DrivenWindow driven;
            QVERIFY(driven.profile(driven.open(m_model)));
            answerByButton("discardRuns");
            QVERIFY(driven->close());
        }
        QVERIFY(found().empty());
    }

    void saveAllWritesEveryRunWithItsMarks()
    {
        QTemporaryDir target;
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        document->setMarks({ { { 10, 20 }, QStringLiteral("A") } });
        QVERIFY(driven.profile(document));
        answerDialog([&](QDialog& dialog) {
            QVERIFY(question(dialog) != nullptr);
            answerFileDialog(target.path());
            dialog.findChild<QPushButton*>(QStringLiteral("saveAllRuns"))->click();
        });
        driven->close();
        QTRY_VERIFY_WITH_TIMEOUT(!driven->isVisible(), patience);
        const auto saved = QDir(target.path()).entryInfoList({ QStringLiteral("*.opscope") });
        QCOMPARE(saved.size(), 2);
        std::size_t marks = 0;
        for (const auto& each : saved) {
            const auto profile
                = profiler::readProfileFile(each.absoluteFilePath().toStdString(), {}, {});
            QVERIFY(profile && profiler::recordedRuns(**profile).size() == 12);
            marks += ui::loadMarks(each.absoluteFilePath()).size();
        }
        QCOMPARE(marks, std::size_t(1));
        QVERIFY(found().empty());
    }

    void whatWasSavedIsNotAskedAbout()
    {
        QTemporaryDir target;
        DrivenWindow driven;
        auto* document = driven.open(m_model);
        QVERIFY(driven.profile(document));
        document->setMarks({ { { 10, 20 }, QStringLiteral("A") } });
        driven.showPanel(QStringLiteral("runs"));
        driven.settle();
        const auto path = target.filePath(QStringLiteral("mine.opscope"));
        auto* view = driven.child<QTreeView>("runs");
        view->setCurrentIndex(view->model()->index(0, 0));
        answerFileDialog(path);
        driven.child<QPushButton>("saveRun")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!document->runs().front().isOfSession, patience);
        QCOMPARE(document->runs().front().path, path);
        QCOMPARE(ui::loadMarks(path).size(), std::size_t(1));
        QVERIFY(!driven.child<QLabel>("unsavedRuns")->isVisible());
        QVERIFY(driven->close()); // without a question
    }

    void aWindowBesideAnotherGoesWithoutAQuestionAndLosesNothing()
    {
        DrivenWindow first;
        auto second = std::make_unique<DrivenWindow>();
        QVERIFY(second->profile(second->open(m_model)));
        QVERIFY(second->window().close());
        second.reset();
        QCOMPARE(
            first.child<QLabel>("unsavedRuns")->text(), QStringLiteral("1 measurement not saved"));
        QCOMPARE(first.open(m_model)->runs().size(), std::size_t(1));
        QCOMPARE(tabs(first), std::size_t(1));
        QVERIFY(QFileInfo::exists(first->currentDocument()->runs().front().path));
    }

    void theFirstWindowGoesWhenItIsClosedBesideAnother()
    {
        const QPointer<ui::MainWindow> first(ui::MainWindow::make()); // as the program makes it
        first->show();
        DrivenWindow second;
        QVERIFY(first->close());
        QTRY_VERIFY(first.isNull());
        QVERIFY(second->isVisible());
    }

    void aWindowThatMeasuresGoesWhenItsRunWasRead()
    {
        DrivenWindow first;
        DrivenWindow second;
        auto* document = second.open(m_model);
        QVERIFY(second.startLongRun(document));
        QVERIFY(!second->close());
        QVERIFY(!second->isVisible()); // for the user it is closed
        QTRY_COMPARE_WITH_TIMEOUT(
            ui::UnsavedRuns::instance().entries().size(), std::size_t(1), patience);
        QVERIFY(!second->runs().isRunning());
        QCOMPARE(first.open(m_model)->runs().size(), std::size_t(1));
    }

    void aProfileRestoredWithoutItsModelIsUnsavedToo()
    {
        DrivenWindow driven;
        QVERIFY(driven.profile(driven.open(m_model)));
        const auto file = driven->currentDocument()->runs().front().path;
        const auto copy = driven->runs().newRecording({});
        QVERIFY(QFile::copy(file, copy));
        driven.action("file.close")->trigger();
        (void)ui::UnsavedRuns::instance().take(m_model);
        auto* alone = driven.open(copy);
        QVERIFY(alone != nullptr && alone->runs().size() == 1);
        QVERIFY(alone->runs().front().isOfSession);
        QCOMPARE(
            driven.child<QLabel>("unsavedRuns")->text(), QStringLiteral("1 measurement not saved"));
    }

    void sweepsAreAskedAboutKeptAndSaved()
    {
        profiler::Sweep sweep;
        sweep.plan = { "sequence", { 4, 8 } };
        sweep.points.resize(2);
        sweep.points[0].size = 4;
        sweep.points[0].medianNs = 1000;
        sweep.points[0].samples = 12;
        sweep.points[1].size = 8;
        sweep.points[1].problem = "too large";
        {
            DrivenWindow driven;
            ui::UnsavedRuns::instance().sweeps().insert(m_model, sweep);
            answerDialog([&](QDialog& dialog) {
                QVERIFY(question(dialog) != nullptr);
                const auto* table = dialog.findChild<QTableWidget*>();
                QCOMPARE(table->rowCount(), 1);
                QCOMPARE(table->item(0, 1)->text(), QStringLiteral("sweep of sequence"));
                QCOMPARE(table->item(0, 2)->text(), QStringLiteral("2 sizes"));
                dialog.findChild<QPushButton*>(QStringLiteral("keepRuns"))->click();
            });
            driven->close();
            QTRY_VERIFY_WITH_TIMEOUT(!driven->isVisible(), patience);
        }
        QVERIFY(ui::UnsavedRuns::instance().sweeps().isEmpty());
        QTemporaryDir target;
        {
            DrivenWindow next;
            next->offerLeftRecordings();
            auto* bar = next->findChild<ui::LeftRecordingsBar*>();
            QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), patience);
            const auto words = shownWords(*bar);
            QVERIFY2(words.contains(QStringLiteral("A sweep of model.onnx with 2 sizes")),
                qPrintable(words));
            for (auto* button : bar->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Restore"))
                    button->click();
            next.settle();
            auto* table = next.panel(QStringLiteral("sweep"))->findChild<QTreeView*>();
            QCOMPARE(table->model()->rowCount(), 2);
            QVERIFY(found().empty());
            answerDialog([&](QDialog& dialog) {
                QVERIFY(question(dialog) != nullptr);
                answerFileDialog(target.path());
                dialog.findChild<QPushButton*>(QStringLiteral("saveAllRuns"))->click();
            });
            next->close();
            QTRY_VERIFY_WITH_TIMEOUT(!next->isVisible(), patience);
        }
        QFile saved(target.filePath(QStringLiteral("model-sweep.json")));
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QCOMPARE(saved.readAll().toStdString(), profiler::sweepJson(sweep));
    }
};

QTEST_MAIN(TestLeaving)
#include "tst_leaving.moc"
