#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/statistics/statistics.h"
#include "tests/benchmarks/long_profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/document/step_selection.h"
#include "ui/timeline/overlay_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/actions.h"

#include <QAccessible>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>

/// Runs laid over each other, and the typical one, driven by mouse and keys.
class TestOverlayView : public QObject {
    Q_OBJECT

private:
    using Row = ui::OverlayView::Row;

    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::TimelinePanel* m_panel = nullptr;
    ui::OverlayView* m_view = nullptr;

    QAction* action(const char* id) const
    {
        return m_driven->window().actions().action(QString::fromLatin1(id));
    }
    void settle()
    {
        m_driven->settle();
        QVERIFY(QTest::qWaitFor([&] { return m_view->isSettled(); }, DrivenWindow::patience));
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        const auto path = m_settings.filePath(QStringLiteral("runs.opscope"));
        QVERIFY(profiler::writeProfileFile(path.toStdString(), *benchmarks::longProfile(40, 30)));
        m_driven = std::make_unique<DrivenWindow>(QSize(1500, 900));
        QVERIFY(!action("view.overlayRuns")->isEnabled());
        QVERIFY(!action("go.typicalRun")->isEnabled());
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::TimelinePanel>();
        m_view = m_panel->overlay();
    }
    void cleanupTestCase() { m_driven.reset(); }
    void init()
    {
        m_document->selection()->clear();
        m_driven->showPanel(QStringLiteral("timeline"));
        action("view.overlayRuns")->setChecked(true);
        m_view->showAll();
        m_view->setFocus();
        settle();
    }

    void theKeyLaysRunsOverEachOtherAndBack()
    {
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(!m_view->isVisible() && m_panel->view()->isVisible());
        QVERIFY(m_panel->view()->hasFocus());
        QTest::keyClick(m_panel->view(), Qt::Key_O);
        QVERIFY(m_view->isVisible() && m_view->hasFocus());
        QVERIFY(action("view.overlayRuns")->isChecked());
        QVERIFY(
            m_driven->window().findChild<QToolButton*>(QStringLiteral("overlayRuns"))->isChecked());
        m_driven->shoot(QStringLiteral("timeline-overlay"));
    }

    void everyRecordedRunIsALine()
    {
        settle();
        const auto recorded = profiler::recordedRuns(*m_document->profile());
        QCOMPARE(m_view->raster().lines, recorded);
        QCOMPARE(m_view->raster().image.height(), static_cast<int>(recorded.size()));
        for (const auto row : { Row::Typical, Row::Spread, Row::Fastest, Row::Slowest, Row::Runs })
            QVERIFY(!m_view->rowRect(row).isEmpty());
        // What is said of a line is of its run.
        const auto rect = m_view->rowRect(Row::Runs);
        const auto text = m_view->tipAt({ rect.left() + 20, rect.top() + 1 });
        const auto number = m_document->profile()->runs[recorded.front()].number;
        QVERIFY2(text.contains(QStringLiteral("run %1").arg(number)), qPrintable(text));
    }

    void aClickSelectsTheOperatorInEveryView()
    {
        QTest::mouseClick(m_view, Qt::LeftButton, {}, m_view->partRect(2).center().toPoint());
        QVERIFY(!m_document->selection()->isEmpty());
        QCOMPARE(m_view->currentPart(), 2);
        const auto chosen = m_document->selection()->current();
        QTest::keyClick(m_view, Qt::Key_Right);
        QVERIFY(m_document->selection()->current() != chosen);
        m_document->selection()->select(chosen);
        QCOMPARE(m_view->currentPart(), 2);
    }

    void whatIsSelectedStandsOutInAllRuns()
    {
        const auto before = m_view->raster().image;
        m_view->choosePart(0);
        settle();
        QVERIFY(m_view->raster().image != before);
        m_driven->shoot(QStringLiteral("timeline-overlay-selected"));
    }

    void theKeyStepsThroughThoseThatVaryMost()
    {
        QVERIFY(m_view->spreads().size() > 3);
        QTest::keyClick(m_view, Qt::Key_V);
        const auto most
            = std::ranges::max_element(m_view->spreads(), {}, &profiler::StepSpread::spreadNs);
        QCOMPARE(m_document->selection()->current(), ui::itemOfStep(*m_document, most->step));
        const auto first = m_document->selection()->current();
        QTest::keyClick(m_view, Qt::Key_V);
        QVERIFY(m_document->selection()->current() != first);
        QTest::keyClick(m_view, Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(m_document->selection()->current(), first);
    }

    void zoomAndPanStayWithinTheSlowestRun()
    {
        const auto whole = m_view->visible();
        QCOMPARE(whole.startNs, 0);
        QTest::keyClick(m_view, Qt::Key_W);
        QVERIFY(m_view->visible().lengthNs() < whole.lengthNs());
        QTest::keyClick(m_view, Qt::Key_D);
        QVERIFY(m_view->visible().endNs <= whole.endNs);
        for (int i = 0; i < 20; ++i)
            QTest::keyClick(m_view, Qt::Key_A);
        QCOMPARE(m_view->visible().startNs, 0);
        QTest::keyClick(m_view, Qt::Key_Home);
        QCOMPARE(m_view->visible(), whole);
    }

    void aDoubleClickShowsThatRunInTheTimeline()
    {
        const auto slowest = m_view->rowRect(Row::Slowest);
        QTest::mouseDClick(m_view, Qt::LeftButton, {}, slowest.center());
        QVERIFY(!m_view->isVisible());
        const profiler::RunOverlay overlay(m_document->timeline());
        const auto span = m_document->timeline()->spanOfRun(overlay.slowest());
        const auto visible = m_document->timeRange()->visible();
        QVERIFY(visible.startNs <= span.startNs && span.endNs <= visible.endNs);
        QVERIFY(visible.lengthNs() < span.lengthNs() * 11 / 10);
    }

    void theTypicalRunComesIntoViewAndSaysWhy()
    {
        action("view.overlayRuns")->setChecked(false);
        m_document->timeRange()->setVisible({ 0, 10'000 });
        m_panel->view()->setFocus();
        QTest::keyClick(m_panel->view(), Qt::Key_T);
        const auto& account = *m_document->statistics()->account;
        const auto span = m_document->timeline()->spanOfRun(account.run);
        const auto visible = m_document->timeRange()->visible();
        QVERIFY(visible.startNs <= span.startNs && span.endNs <= visible.endNs);
        QVERIFY(visible.lengthNs() < span.lengthNs() * 11 / 10);
        const auto said = shownWords(m_driven->window());
        const auto words = QStringLiteral("Run %1 is the median by wall time")
                               .arg(m_document->profile()->runs[account.run].number);
        QVERIFY2(said.contains(words), qPrintable(said));
        m_driven->shoot(QStringLiteral("timeline-typical"));
    }

    void aScreenReaderReadsTheOperatorsAndHowTheyVary()
    {
        auto* chart = QAccessible::queryAccessibleInterface(m_view);
        QVERIFY(chart != nullptr);
        QCOMPARE(chart->role(), QAccessible::Chart);
        QCOMPARE(chart->childCount(), m_view->partCount());
        m_view->choosePart(1);
        auto* child = chart->child(m_view->currentPart());
        QVERIFY(child != nullptr && child->state().selected);
        const auto words = child->text(QAccessible::Description);
        QVERIFY2(words.contains(QStringLiteral("p10 to p90")), qPrintable(words));
        QVERIFY(m_view->chartText(ui::TableForm::Csv).startsWith(QStringLiteral("Operator,")));
    }
};

QTEST_MAIN(TestOverlayView)
#include "tst_overlay_view.moc"
