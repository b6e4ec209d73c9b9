#include <QTest>

#include "profiler/statistics/statistics.h"
#include "profiler/tables/work_slices.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/operators/operators_panel.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QComboBox>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolTip>

/// A run recorded with threads: their rows in the timeline, their figures in table and inspector.
class TestWorkerRows : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::TimelineView* m_view = nullptr;

    const ui::TimelineLane* worker() const
    {
        const auto& lanes = m_view->geometryOfView().lanes;
        const auto found
            = std::ranges::find(lanes, QStringLiteral("worker 1"), &ui::TimelineLane::label);
        return found != lanes.end() ? &*found : nullptr;
    }
    /// The worker's longest piece of a step that does the work of a node: which of all is the
    /// longest is up to the machine, and may be one of a reorder.
    std::size_t piece() const
    {
        const auto& profile = *m_document->profile();
        const auto& slices = profile.slices;
        std::size_t longest = slices.size();
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (profiler::isWork(slices, i) && !profile.steps[slices.step[i]].origins.empty()
                && profile.text(profile.tracks[slices.track[i]].name) == "worker 1"
                && (longest == slices.size() || slices.durationNs[i] > slices.durationNs[longest]))
                longest = i;
        }
        return longest;
    }
    bool hasPiece() const { return piece() < m_document->profile()->slices.size(); }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_view = m_driven->panel<ui::TimelinePanel>()->view();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theRunPanelAsksForThreads()
    {
        auto* panel = m_driven->panel<ui::RunPanel>();
        auto* record = panel->findChild<QComboBox*>(QStringLiteral("record"));
        QVERIFY(record != nullptr);
        QCOMPARE(record->currentData().toString(), QStringLiteral("operators"));
        record->setCurrentIndex(record->findData(QStringLiteral("threads")));
        emit record->activated(record->currentIndex());
        auto* threads = panel->findChild<QSpinBox*>(QStringLiteral("threads"));
        QVERIFY(threads != nullptr);
        threads->setValue(2);
        auto& runs = (*m_driven)->runs();
        runs.settingsOf(m_document).runs = 12;
        // On a busy machine the first thread may do all the work before the worker gets a
        // processor.
        constexpr int mostMeasurements = 30;
        for (int i = 0; i < mostMeasurements && (i == 0 || !hasPiece()); ++i) {
            QSignalSpy finished(&runs, &ui::RunController::finished);
            runs.start(m_document, ui::RunController::Mode::Profile);
            QVERIFY(finished.wait(60'000));
            QVERIFY(finished.first().at(1).toBool());
            m_driven->settle();
        }
        const auto& metadata = m_document->profile()->metadata;
        QCOMPARE(metadata.integer(profiler::keys::recordLevel).value_or(0), 3);
        QCOMPARE(m_document->statistics()->threads, 2U);
    }

    void aWorkerHasARow()
    {
        m_view->showMedianRun();
        QVERIFY(worker() != nullptr);
        const auto& lanes = m_view->geometryOfView().lanes;
        QVERIFY(std::ranges::any_of(lanes, [](const ui::TimelineLane& lane) {
            return lane.note.startsWith(QStringLiteral("2 threads"));
        }));
    }

    void choosingAPieceSelectsItsNode()
    {
        const auto& slices = m_document->profile()->slices;
        const auto chosen = piece();
        QVERIFY(chosen < slices.size());
        const ui::TimeInterval span { slices.startNs[chosen], slices.endNs(chosen) };
        m_document->timeRange()->select(span);
        m_view->fitSelection();
        m_document->timeRange()->select(std::nullopt);
        m_document->selection()->clear();
        const auto& geometry = m_view->geometryOfView();
        const QPoint point(static_cast<int>(geometry.xOf((span.startNs + span.endNs) / 2)),
            geometry.yOf(*worker()) + worker()->height / 2);
        QMouseEvent hover(QEvent::MouseMove, QPointF(point), QPointF(m_view->mapToGlobal(point)),
            Qt::NoButton, Qt::NoButton, Qt::ControlModifier);
        QCoreApplication::sendEvent(m_view, &hover);
        QVERIFY2(QToolTip::text().contains(QStringLiteral("piece of work of worker 1")),
            qPrintable(QToolTip::text()));
        QTest::mouseClick(m_view, Qt::LeftButton, {}, point);
        QVERIFY(m_document->selection()->current().isNode());
    }

    void theTableSaysHowBusyThreadsWere()
    {
        auto* model = m_driven->panel<ui::OperatorsPanel>()->view()->model();
        int column = -1;
        for (int i = 0; i < model->columnCount(); ++i) {
            if (model->headerData(i, Qt::Horizontal).toString() == QStringLiteral("Threads busy"))
                column = i;
        }
        QVERIFY(column >= 0);
        QVERIFY(model->rowCount() > 0);
        for (int row = 0; row < model->rowCount(); ++row)
            QVERIFY2(model->index(row, column).data().toString().endsWith(u'%'),
                qPrintable(model->index(row, column).data().toString()));
    }

    void pictures()
    {
        m_document->selection()->clear();
        m_view->showMedianRun();
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->shoot(QStringLiteral("worker-rows"));
    }
};

QTEST_MAIN(TestWorkerRows)
#include "tst_worker_rows.moc"
