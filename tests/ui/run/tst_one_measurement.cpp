#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/jobs/measurement_slot.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_controller.h"
#include "ui/window/actions.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

}

/// One measurement at a time: what else wants to measure waits, and says for whom.
class TestOneMeasurement : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    static QString sampleFolder()
    {
        return QFileInfo(DrivenWindow::sample("residual-cnn")).absolutePath();
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanup() { m_driven.reset(); }

    void verifyingWaitsForTheRun()
    {
        QVERIFY(m_driven->startLongRun(m_document));
        auto& verifier = (*m_driven)->verifier();
        QVERIFY(m_driven->action("run.verify")->isEnabled());
        QSignalSpy verified(&verifier, &ui::VerifyController::finished);
        verifier.verifyFolder(m_document, sampleFolder());
        QVERIFY(verifier.isRunning(m_document));
        QCOMPARE(verifier.jobOf(m_document), quint64(0));
        QCOMPARE(
            verifier.waitsFor(m_document), QStringLiteral("Profiling residual-cnn/model.onnx"));
        m_driven->showPanel(QStringLiteral("verify"));
        QTRY_COMPARE_WITH_TIMEOUT(m_driven->child<QLabel>("verifyHeadline")->text(),
            QStringLiteral("Waits for: Profiling residual-cnn/model.onnx"), patience);
        m_driven->shoot(QStringLiteral("verify-waits"));
        (*m_driven)->runs().stop();
        QVERIFY(!verified.isEmpty() || verified.wait(patience));
        QCOMPARE(m_document->runs().size(), std::size_t(1));
        QVERIFY(m_document->verification()->isAllPassed());
        QVERIFY(!ui::MeasurementQueue::instance().isMeasuring());
    }

    void oneThatWaitsCanBeStopped()
    {
        QVERIFY(m_driven->startLongRun(m_document));
        auto& verifier = (*m_driven)->verifier();
        verifier.verifyFolder(m_document, sampleFolder());
        m_driven->showPanel(QStringLiteral("verify"));
        QTest::mouseClick(m_driven->child<QPushButton>("stopVerify"), Qt::LeftButton);
        QVERIFY(!verifier.isRunning(m_document));
        (*m_driven)->runs().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!(*m_driven)->runs().isRunning(), patience);
        m_driven->settle();
        QVERIFY(m_document->verification() == nullptr);
    }

    void aRunWaitsForVerifying()
    {
        auto& verifier = (*m_driven)->verifier();
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        QSignalSpy verified(&verifier, &ui::VerifyController::finished);
        verifier.verifyFolder(m_document, sampleFolder());
        runs.settingsOf(m_document).runs = 12;
        runs.start(m_document, RunController::Mode::Profile);
        QVERIFY(runs.state() == RunController::State::Waiting);
        QVERIFY(runs.processId() == 0);
        QVERIFY(runs.waitsFor().startsWith(QStringLiteral("Verifying ")));
        QVERIFY(!finished.isEmpty() || finished.wait(patience));
        QVERIFY(finished.first().at(1).toBool());
        QCOMPARE(verified.size(), 1); // before it
        QCOMPARE(m_document->runs().size(), std::size_t(1));
    }

    void windowsWaitForEachOther()
    {
        QVERIFY(m_driven->startLongRun(m_document));
        DrivenWindow other;
        auto* document = other.open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(document != nullptr);
        auto& runs = other->runs();
        runs.settingsOf(document).runs = 12;
        QSignalSpy finished(&runs, &RunController::finished);
        QTest::mouseClick(other.child<QPushButton>("profileButton"), Qt::LeftButton);
        QVERIFY(runs.state() == RunController::State::Waiting);
        const auto said = shownWords(*other->statusBar());
        QVERIFY2(said.contains(QStringLiteral("waits for: Profiling residual-cnn/model.onnx")),
            qPrintable(said));
        (*m_driven)->runs().stop();
        QVERIFY(!finished.isEmpty() || finished.wait(patience));
        QVERIFY(finished.first().at(1).toBool());
        // The first one was read before the second began.
        QCOMPARE(m_document->runs().size(), std::size_t(1));
        QCOMPARE(document->runs().size(), std::size_t(1));
    }

    void aWaitingRunThatIsStoppedNeverBegins()
    {
        ui::MeasurementSlot mine;
        mine.ask(QStringLiteral("something else"), [] {});
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(m_document, RunController::Mode::Profile);
        QCOMPARE(runs.waitsFor(), QStringLiteral("something else"));
        m_driven->action("run.stop")->trigger();
        QCOMPARE(finished.size(), 1);
        QVERIFY(!runs.isRunning());
        QVERIFY(m_document->problems().empty());
        mine.end();
        m_driven->settle();
        QVERIFY(!runs.isRunning());
    }

    void measuringPeaksWaits()
    {
        QVERIFY(m_driven->profile(m_document));
        m_driven->showPanel(QStringLiteral("roofline"));
        m_driven->settle();
        auto* button = m_driven->child<QPushButton>("measurePeaks");
        QVERIFY(button->isVisible());
        ui::MeasurementSlot mine;
        mine.ask(QStringLiteral("something else"), [] {});
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!button->isEnabled());
        const auto said = shownWords(*(*m_driven)->statusBar());
        QVERIFY2(said.contains(QStringLiteral("after: something else")), qPrintable(said));
        for (const auto& job : (*m_driven)->jobs().jobs())
            QVERIFY(job.title != QStringLiteral("Measuring what this machine can do"));
        m_driven.reset(); // leaves the queue
        mine.end();
        QVERIFY(!ui::MeasurementQueue::instance().isMeasuring());
    }
};

QTEST_MAIN(TestOneMeasurement)
#include "tst_one_measurement.moc"
