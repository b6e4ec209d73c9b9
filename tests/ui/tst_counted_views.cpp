#include <QTest>

#include "profiler/charts/timeline.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/roofline/roofline_chart.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QTemporaryDir>

#include <algorithm>

using Kind = ui::TimelineLane::Kind;

/// Views of a profile in which the processor counted.
class TestCountedViews : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_cache;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    ui::TimelineView* timeline() const { return m_driven->panel<ui::TimelinePanel>()->view(); }
    int lanes(Kind kind) const
    {
        return int(
            std::ranges::count(timeline()->geometryOfView().lanes, kind, &ui::TimelineLane::kind));
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr && m_driven->profile(m_document));
        DrivenWindow::keepPeaks();
        QCOMPARE(lanes(Kind::Processor), 0);
        auto run = m_document->runs().back();
        run.profile = testing::withCounts(*run.profile);
        run.timeline = profiler::Timeline::build(run.profile);
        m_document->addRun(run);
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void countersAreTracksUnderTheThreads()
    {
        m_driven->showPanel(QStringLiteral("timeline"));
        m_driven->settle();
        QCOMPARE(lanes(Kind::Processor), 8);
        const auto& geometry = timeline()->geometryOfView();
        const auto lane = *geometry.lane(Kind::Processor);
        QCOMPARE(lane.label, QStringLiteral("IPC"));
        QVERIFY(lane.top < geometry.lane(Kind::Scope)->top);
        const auto group = std::ranges::find(
            geometry.lanes, QStringLiteral("CPU counters"), &ui::TimelineLane::label);
        QVERIFY(group != geometry.lanes.end());
        QVERIFY(group->note.contains(QStringLiteral("separate runs")));
        QVERIFY(group->tip.contains(QStringLiteral("3.20 GHz by its cycles")));
        m_driven->shoot(QStringLiteral("timeline-counters"));

        // A click on a track selects the operator.
        timeline()->showMedianRun();
        m_document->selection()->clear();
        QTest::mouseClick(timeline(), Qt::LeftButton, {},
            QPoint(ui::TimelineGeometry::labelWidth + int(geometry.plotWidth() / 2),
                geometry.yOf(lane) + lane.height / 2));
        QVERIFY(!m_document->selection()->items().isEmpty());

        // The group folds on its own.
        QTest::mouseClick(timeline(), Qt::LeftButton, {}, QPoint(30, geometry.yOf(*group) + 5));
        QCOMPARE(lanes(Kind::Processor), 0);
        const auto folded = *std::ranges::find(
            geometry.lanes, QStringLiteral("CPU counters"), &ui::TimelineLane::label);
        QTest::mouseClick(timeline(), Qt::LeftButton, {}, QPoint(30, geometry.yOf(folded) + 5));
        QCOMPARE(lanes(Kind::Processor), 8);
    }

    void aTrackSaysThatItIsOfOtherRuns()
    {
        const auto& profile = *m_document->profile();
        const auto tracks = profiler::processorTracks(profile, *m_document->statistics());
        const auto text = ui::processorText(profile, tracks.front(), engine::StepId(1u));
        QVERIFY2(text.contains(QStringLiteral("IPC: 2.00"))
                && text.contains(QStringLiteral("not in this one")),
            qPrintable(text));
    }

    void theChosenOperatorHasAPointPerCacheLevel()
    {
        m_driven->showPanel(QStringLiteral("roofline"));
        m_driven->settle();
        auto* chart = m_driven->panel<ui::RooflinePanel>()->chart();
        QVERIFY(chart->isVisible() && chart->partCount() > 0);
        m_document->selection()->clear();
        chart->choosePart(0);
        QCOMPARE(std::ranges::count(
                     chart->levels(), profiler::Shape::Kind::Circle, &profiler::Shape::kind),
            3);
        QVERIFY(chart->partText(0).contains(QStringLiteral("LLC misses fetch")));
        m_driven->shoot(QStringLiteral("roofline-levels"));
    }

    void countersAreChosenInTheRunPanel()
    {
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        auto* panel = m_driven->panel(QStringLiteral("run"));
        auto* pin = panel->findChild<QWidget*>(QStringLiteral("pin"));
        QVERIFY(pin->isVisible());
        if (auto* area = panel->findChild<QScrollArea*>())
            area->ensureWidgetVisible(pin);
        m_driven->shoot(QStringLiteral("run-cpu-counters"));
    }
};

QTEST_MAIN(TestCountedViews)
#include "tst_counted_views.moc"
