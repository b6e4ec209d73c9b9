#include <QTest>

#include "profiler/charts/timeline.h"
#include "profiler/device/device_account.h"
#include "profiler/device/step_kernels.h"
#include "profiler/peaks/device_peaks.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/device_tables.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/gpu/device_strip.h"
#include "ui/gpu/gpu_report.h"
#include "ui/gpu/kernel_text.h"
#include "ui/operators/operators_panel.h"
#include "ui/runs/runs_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/launch_links.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QSet>
#include <QTemporaryDir>
#include <QToolTip>

#include <algorithm>
#include <map>
#include <set>

namespace {

/// Steps in order do the work of the model's nodes.
void leadToNodes(profiler::Profile& tables, const model::Model& model)
{
    std::uint32_t node = 0;
    for (auto& step : tables.steps) {
        if (step.kind != profiler::StepKind::Operator || node >= model.nodes.size())
            continue;
        step.origins = { { model::NodeId(node), step.label } };
        tables.provenance.push_back(
            { .node = model::NodeId(node), .label = step.label, .opType = step.opType });
        ++node;
    }
}

/// The same model without a GPU.
ui::Document::Run hostRunOf(const model::Model& model)
{
    auto sample = testing::deviceSample({ .isOnCpu = true });
    leadToNodes(sample.tables, model);
    ui::Document::Run run;
    run.profile = testing::profileOf(std::move(sample));
    run.timeline = profiler::Timeline::build(run.profile);
    return run;
}

/// The simulated run on a GPU as one of this model.
ui::Document::Run runOf(const model::Model& model, double slower, std::uint32_t lostEvery = 0)
{
    testing::DeviceSampleShape shape;
    shape.slower = slower;
    shape.lostEvery = lostEvery;
    auto sample = testing::deviceSample(shape);
    auto& series = sample.trace.series;
    profiler::DeviceSeries events { "clock event reasons", "", series.front().timeNs, {} };
    for (std::size_t i = 0; i < events.timeNs.size(); ++i)
        events.value.push_back(i * 2 < events.timeNs.size() ? profiler::clockEvents::idle
                                                            : profiler::clockEvents::powerCap);
    series.push_back(std::move(events));
    leadToNodes(sample.tables, model);
    profiler::DevicePeaks peaks;
    peaks.device = "NVIDIA made-up H200";
    peaks.copyBytesPerSecond = 4.1e12;
    peaks.gemms = { { profiler::GemmPrecision::Fp32, 9.1e14, "made up" } };
    peaks.measuredAt = 1'760'000'000;
    peaks.agreement = 0.98;
    profiler::describeDevicePeaks(sample.tables.metadata, peaks);
    sample.tables.metadata.set(profiler::keys::device, "cuda");
    sample.tables.metadata.set(profiler::keys::precision, "f32");
    ui::Document::Run run;
    run.profile = testing::profileOf(std::move(sample));
    run.timeline = profiler::Timeline::build(run.profile);
    return run;
}

std::optional<std::uint32_t> firstOf(const profiler::Profile& profile, profiler::DeviceWork work,
    std::uint32_t run = profiler::Slices::none)
{
    for (std::uint32_t i = 0; i < profile.slices.size(); ++i) {
        const auto row = profiler::deviceRow(profile, i);
        if (row != profiler::Slices::none && profile.device.work[row] == work
            && (run == profiler::Slices::none || profile.slices.run[i] == run))
            return i;
    }
    return std::nullopt;
}

} // namespace

/// What a GPU did, in every view of the window.
class TestGpuViews : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::TimelineView* m_view = nullptr;

    std::shared_ptr<const ui::GpuFacts> facts() const
    {
        return ui::GpuReport::of(*m_document, (*m_driven)->jobs()).facts();
    }
    const profiler::Profile& profile() const { return *m_document->profile(); }
    std::uint32_t medianKernel() const
    {
        return firstOf(profile(), profiler::DeviceWork::Kernel, facts()->run()).value_or(0);
    }
    QPoint middleOf(std::uint32_t slice) const
    {
        const auto& geometry = m_view->geometryOfView();
        const auto row = m_document->timeline()->rowOf(slice);
        const auto* lane = geometry.lane(ui::TimelineLane::Kind::Spans, row.value_or(0));
        const auto span = m_document->timeline()->spanOf(slice);
        return { static_cast<int>(geometry.xOf(span.startNs + span.lengthNs() / 2)),
            geometry.yOf(*lane) + lane->height / 2 };
    }
    QString toolTipAt(QPoint point)
    {
        QMouseEvent hover(QEvent::MouseMove, QPointF(point), QPointF(m_view->mapToGlobal(point)),
            Qt::NoButton, Qt::NoButton, Qt::ControlModifier);
        QCoreApplication::sendEvent(m_view, &hover);
        return QToolTip::text();
    }
    void lookAt(std::uint32_t slice, std::int64_t factor)
    {
        const auto span = m_document->timeline()->spanOf(slice);
        const auto half = span.lengthNs() * factor;
        m_document->timeRange()->setVisible({ span.startNs - half, span.endNs + half });
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_document->addRun(runOf(*m_document->model(), 1));
        m_driven->settle();
        m_driven->showPanel(QStringLiteral("timeline"));
        m_view = m_driven->panel<ui::TimelinePanel>()->view();
        QTRY_VERIFY_WITH_TIMEOUT(facts() != nullptr, DrivenWindow::patience);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theTimelineHasARowForEachPartOfTheDevice()
    {
        m_view->showMedianRun();
        QStringList labels;
        for (const auto& lane : m_view->geometryOfView().lanes)
            labels << lane.label;
        for (const auto* wanted : { "calls", "operators", "stream 7", "waits", "GPU 0" })
            QVERIFY2(labels.contains(QString::fromLatin1(wanted)), qPrintable(labels.join(u',')));
        const auto counters = std::ranges::count_if(m_view->geometryOfView().lanes,
            [](const auto& lane) { return lane.kind == ui::TimelineLane::Kind::Counter; });
        QVERIFY(counters > 0);
        m_driven->settle();
        m_driven->shoot(QStringLiteral("gpu-timeline"));
    }

    void theStripSaysWhereTheTimeWentAndWhy()
    {
        auto* strip = m_driven->panel<ui::TimelinePanel>()->deviceStrip();
        QVERIFY(strip->isVisible());
        // Nothing is cut at 1600 pixels.
        const auto* headline = strip->findChild<QWidget*>(QStringLiteral("gpuHeadline"));
        QVERIFY(headline->width() >= headline->sizeHint().width());
        auto* legend = strip->findChild<ui::GapLegend*>(QStringLiteral("gapLegend"));
        QVERIFY(legend != nullptr && legend->isVisible());
        QVERIFY(legend->width() >= legend->widthOf(ui::GapLegend::Words::Short));
        const auto& account = facts()->report.account;
        for (const auto cause : { profiler::GapCause::Synchronise, profiler::GapCause::CopyWait }) {
            if (account.gapOf(cause) == 0)
                continue;
            const auto name = profiler::gapCauseName(cause);
            QVERIFY(legend->accessibleName().contains(
                QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))));
        }
    }

    void aClickOnAKernelSelectsItsNode()
    {
        const auto kernel = medianKernel();
        lookAt(kernel, 4);
        m_document->selection()->clear();
        const auto tip = toolTipAt(middleOf(kernel));
        QVERIFY2(tip.contains(QStringLiteral("grid ")), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("occupancy ")), qPrintable(tip));
        QTest::mouseClick(m_view, Qt::LeftButton, {}, middleOf(kernel));
        const auto current = m_document->selection()->current();
        QVERIFY(current.isNode());
        const auto& step = profile().steps[profile().slices.step[kernel]];
        QCOMPARE(current.id, step.origins.front().node.value());
        m_driven->settle();
        m_driven->shoot(QStringLiteral("gpu-timeline-kernel"));
    }

    void linksLeadFromCallsToKernels()
    {
        const auto kernel = medianKernel();
        std::vector<bool> isSelected(profile().steps.size(), false);
        const auto step = profile().slices.step[kernel];
        isSelected[step] = true;
        const auto span = m_document->timeline()->spanOfRun(facts()->run());
        const auto links = ui::launchLinks({ *m_document->timeline(), span, isSelected, {} });
        QVERIFY(!links.empty());
        QCOMPARE(std::ranges::count(links, true, &ui::LaunchLink::isFirst), std::ptrdiff_t(1));
        for (const auto& link : links) {
            QCOMPARE(profile().slices.step[link.to], step);
            QCOMPARE(
                profile().slices.correlation[link.from], profile().slices.correlation[link.to]);
            QVERIFY(profile().slices.startNs[link.from] <= profile().slices.startNs[link.to]);
        }
        const auto whole = m_document->timeline()->extent();
        const std::vector<bool> none(profile().steps.size(), false);
        QVERIFY(ui::launchLinks({ *m_document->timeline(), whole, none, {} }).empty());
    }

    void aGapTellsItsCause()
    {
        const auto& account = facts()->report.account;
        const auto longest
            = std::ranges::max_element(account.gaps, {}, &profiler::DeviceGap::durationNs);
        QVERIFY(longest != account.gaps.end());
        m_document->timeRange()->setVisible(
            { longest->startNs - longest->durationNs, longest->startNs + 2 * longest->durationNs });
        m_driven->settle();
        const auto& geometry = m_view->geometryOfView();
        const auto lane = std::ranges::find(
            geometry.lanes, QStringLiteral("operators"), &ui::TimelineLane::label);
        QVERIFY(lane != geometry.lanes.end());
        const QPoint point(
            static_cast<int>(geometry.xOf(longest->startNs + longest->durationNs / 2)),
            geometry.yOf(*lane) + lane->height / 2);
        const auto name = profiler::gapCauseName(longest->cause);
        const auto tip = toolTipAt(point);
        QVERIFY2(tip.contains(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))),
            qPrintable(tip));
        m_driven->shoot(QStringLiteral("gpu-timeline-gap"));
    }

    void kernelsAreFoundByName()
    {
        auto* strip = m_driven->panel<ui::TimelinePanel>()->deviceStrip();
        m_view->showMedianRun();
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_Slash);
        QVERIFY(QApplication::focusWidget() == strip->line());
        m_document->selection()->clear();
        QTest::keyClicks(strip->line(), QStringLiteral("SOFTMAX"));
        QTest::keyClick(strip->line(), Qt::Key_Return);
        const auto first = m_document->selection()->current();
        QVERIFY(first.isNode());
        std::set<std::uint32_t> nodes { first.id };
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(strip->line(), Qt::Key_Return);
            nodes.insert(m_document->selection()->current().id);
        }
        for (const auto node : nodes) {
            const auto* row = m_document->statistics()->node(model::NodeId(node));
            QVERIFY(profile().text(profile().step(row->steps.front()).opType) == "Softmax");
        }
        QVERIFY(nodes.size() > 1);
        QVERIFY(strip->line()->property("tone").toString().isEmpty());
        QTest::keyClicks(strip->line(), QStringLiteral("zzz"));
        QTest::keyClick(strip->line(), Qt::Key_Return);
        QCOMPARE(strip->line()->property("tone").toString(), QStringLiteral("error"));
        strip->line()->clear();
    }

    void operatorsHaveTheirKernelsBelowThem()
    {
        m_driven->showPanel(QStringLiteral("operators"));
        auto* table = m_driven->panel<ui::OperatorsPanel>()->view();
        auto* model = table->model();
        std::map<QString, int> columns;
        for (int i = 0; i < model->columnCount(); ++i)
            columns[model->headerData(i, Qt::Horizontal).toString()] = i;
        for (const auto* name : { "Kernels", "Kernel time", "Gap before", "Bound by" }) {
            QVERIFY2(columns.contains(QString::fromLatin1(name)), name);
            QVERIFY(!table->isColumnHidden(columns[QString::fromLatin1(name)]));
        }
        int withKernels = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            const auto index = model->index(row, 0);
            int calls = 0;
            for (int kernel = 0; kernel < model->rowCount(index); ++kernel) {
                QCOMPARE(model->parent(model->index(kernel, 0, index)), index);
                QVERIFY(!model->index(kernel, 0, index).data().toString().isEmpty());
                if (model->index(kernel, columns[QStringLiteral("Type")], index).data()
                    == QStringLiteral("kernel"))
                    calls += model->index(kernel, columns[QStringLiteral("Calls")], index)
                                 .data()
                                 .toInt();
            }
            const auto told
                = model->index(row, columns[QStringLiteral("Kernels")]).data().toString();
            if (calls > 0)
                QCOMPARE(told, QString::number(calls));
            withKernels += calls > 0 ? 1 : 0;
        }
        QVERIFY(withKernels > 10);
        for (int row = 0; row < model->rowCount(); ++row) {
            if (model->rowCount(model->index(row, 0)) >= 3) { // a library call of three kernels
                table->setCurrentIndex(model->index(row, 0));
                table->expand(model->index(row, 0));
                table->scrollTo(model->index(row, 0), QAbstractItemView::PositionAtTop);
                break;
            }
        }
        table->setFocus();
        m_driven->settle();
        m_driven->shoot(QStringLiteral("gpu-operators"));
        // A kernel stands for its operator.
        const auto current = table->currentIndex();
        m_document->selection()->clear();
        table->setCurrentIndex(model->index(0, 0, current.siblingAtColumn(0)));
        QVERIFY(m_document->selection()->current().isNode());
    }

    void operatorsAreGroupedByTheKernelsThatRan()
    {
        auto* panel = m_driven->panel<ui::OperatorsPanel>();
        panel->chip(QStringLiteral("byKernel"))->click();
        m_driven->settle();
        auto* model = panel->view()->model();
        QSet<QString> rows;
        for (int row = 0; row < model->rowCount(); ++row)
            rows.insert(model->index(row, 0).data().toString());
        QSet<QString> kernels;
        for (const auto& kernel : facts()->kernels) {
            if (kernel.work == profiler::DeviceWork::Kernel)
                kernels.insert(QString::fromStdString(
                    profiler::shortKernelName(profiler::deviceName(profile(), kernel.slice))));
        }
        QVERIFY(kernels.size() > 3);
        QVERIFY2(rows.contains(kernels), qPrintable(rows.values().join(u'|')));
        QVERIFY(rows.contains(QStringLiteral("copy to host")));
        // A row stands for the nodes that its kernel worked for.
        panel->view()->setCurrentIndex(model->index(0, 0));
        QVERIFY(m_document->selection()->current().isNode());
        m_driven->shoot(QStringLiteral("gpu-operators-by-kernel"));
        panel->chip(QStringLiteral("each"))->click();
    }

    void theInspectorListsKernels()
    {
        const auto kernel = medianKernel();
        const auto& step = profile().steps[profile().slices.step[kernel]];
        m_document->reveal(step.origins.front().node);
        m_driven->settle();
        const auto words = shownWords(*m_driven->panel(QStringLiteral("inspector")));
        QVERIFY2(words.contains(QStringLiteral("occupancy ")), qPrintable(words));
        QVERIFY2(words.contains(QStringLiteral("grid ")), qPrintable(words));
        m_driven->shoot(QStringLiteral("gpu-inspector"));
    }

    void theRooflineIsOfTheGpuOrTheCpu()
    {
        m_driven->showPanel(QStringLiteral("roofline"));
        m_driven->settle();
        auto* onCpu = m_driven->child<QPushButton>("roofsOfCpu");
        QVERIFY(onCpu != nullptr && onCpu->isVisible());
        m_driven->shoot(QStringLiteral("gpu-roofline"));
        onCpu->click();
        m_driven->settle();
        m_driven->child<QPushButton>("roofsOfGpu")->click();
        m_driven->settle();
    }

    void shortKernelsLeaveTheGpuIdle()
    {
        m_document->addRun(runOf(*m_document->model(), 0.05));
        m_driven->settle();
        QTRY_VERIFY_WITH_TIMEOUT(facts() != nullptr && facts()->profile == m_document->profile(),
            DrivenWindow::patience);
        const auto& account = facts()->report.account;
        QVERIFY(account.gapOf(profiler::GapCause::Launch) > 0);
        QVERIFY(account.idleNs() > account.busyNs);
        m_driven->showPanel(QStringLiteral("timeline"));
        m_view->showMedianRun();
        m_driven->settle();
        m_driven->shoot(QStringLiteral("gpu-timeline-short-kernels"));
    }

    void lostRecordsAreSaid()
    {
        m_document->addRun(runOf(*m_document->model(), 1, 40));
        m_driven->settle();
        QTRY_VERIFY_WITH_TIMEOUT(facts() != nullptr && facts()->profile == m_document->profile(),
            DrivenWindow::patience);
        const auto& headlines = facts()->report.headlines;
        QVERIFY(std::ranges::any_of(headlines, [](const std::string& headline) {
            return headline.find("records are missing") != std::string::npos;
        }));
        m_driven->shoot(QStringLiteral("gpu-timeline-lost"));
    }

    void whatIsWrongWithTheDeviceIsInProblems()
    {
        QStringList codes;
        for (const auto& problem : m_document->problems())
            codes << QString::fromStdString(problem.code);
        for (const auto* code : { "counters-refused", "records-lost", "clocks-low" })
            QVERIFY2(codes.contains(QString::fromLatin1(code)), qPrintable(codes.join(u' ')));
        m_driven->showPanel(QStringLiteral("problems"));
        auto* view = m_driven->panel(QStringLiteral("problems"))->findChild<ui::TableView*>();
        QStringList rows;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < view->model()->columnCount(); ++column)
                cells << view->model()->index(row, column).data().toString();
            rows << cells.join(u'|');
        }
        const auto said = rows.join(u'\n');
        QVERIFY2(said.contains(QStringLiteral("runs: power cap|GPU|clocks-low|Compare only")),
            qPrintable(said));
        QVERIFY2(
            said.contains(QStringLiteral("|GPU|records-lost|Record fewer runs")), qPrintable(said));
        m_driven->shoot(QStringLiteral("gpu-problems"));
        m_document->showRun(0); // no record is missing there
        const auto isOfLosses
            = [](const support::Diagnostic& problem) { return problem.code == "records-lost"; };
        QVERIFY(std::ranges::none_of(m_document->problems(), isOfLosses));
    }

    void aRunOnTheCpuIsComparedWithOneOnTheGpu()
    {
        m_document->showRun(1); // is accounted for while another comes
        m_document->addRun(hostRunOf(*m_document->model()));
        m_driven->settle();
        QVERIFY(facts() == nullptr);
        QVERIFY(m_driven->panel<ui::TimelinePanel>()->deviceStrip()->isHidden());
        m_driven->showPanel(QStringLiteral("runs"));
        auto* panel = m_driven->panel<ui::RunsPanel>();
        auto* model = panel->view()->model();
        auto* selection = panel->view()->selectionModel();
        selection->clear();
        for (const int row : { 0, model->rowCount() - 1 }) // the newest is first
            selection->select(
                model->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QVERIFY(panel->findChild<ui::TableView*>(QStringLiteral("difference"))->isVisible());
        const auto rows
            = panel->findChild<ui::TableView*>(QStringLiteral("difference"))->model()->rowCount();
        QVERIFY(rows > 20); // operators meet by their names, copies of the GPU have no partner
        const auto facts = panel->findChild<QLabel*>(QStringLiteral("differenceFacts"))->text();
        QVERIFY2(facts.contains(QStringLiteral("device cuda → cpu"))
                || facts.contains(QStringLiteral("device cpu → cuda")),
            qPrintable(facts));
        m_driven->shoot(QStringLiteral("gpu-compare-cpu"));
    }

    void aRunOnTheCpuHasNothingOfIt()
    {
        QVERIFY(m_driven->profile(m_document, 12));
        m_driven->settle();
        QVERIFY(facts() == nullptr);
        const auto isOfDevice
            = [](const support::Diagnostic& problem) { return problem.code == "clocks-low"; };
        QVERIFY(std::ranges::none_of(m_document->problems(), isOfDevice));
        QVERIFY(!m_driven->panel<ui::TimelinePanel>()->deviceStrip()->isVisible());
        auto* table = m_driven->panel<ui::OperatorsPanel>()->view();
        for (int i = 0; i < table->model()->columnCount(); ++i) {
            if (table->model()->headerData(i, Qt::Horizontal).toString()
                == QStringLiteral("Kernels"))
                QVERIFY(table->isColumnHidden(i));
        }
    }
};

QTEST_MAIN(TestGpuViews)
#include "tst_gpu_views.moc"
