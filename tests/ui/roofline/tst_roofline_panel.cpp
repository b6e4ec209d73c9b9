#include <QTest>

#include "profiler/statistics/query_figures.h"
#include "profiler/statistics/roofline.h"
#include "tests/support/ui/driven_window.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/operators/operators_panel.h"
#include "ui/roofline/roofline_chart.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/roofline/roofline_table.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <map>

class TestRooflinePanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_cache;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::RooflinePanel* m_panel = nullptr;
    ui::OperatorsPanel* m_operators = nullptr;

    /// Of the row of the operators' table as it is sorted.
    QModelIndex roofCell(int row) const
    {
        const auto* model = m_operators->view()->model();
        for (int i = 0; i < model->columnCount(); ++i) {
            if (model->headerData(i, Qt::Horizontal).toString() == QStringLiteral("Of roof"))
                return model->index(row, i);
        }
        return {};
    }
    ui::RooflineChart* chart() { return m_panel->chart(); }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::RooflinePanel>();
        m_driven->showPanel(QStringLiteral("roofline"));
        QTest::qWait(30);
        QVERIFY2(shownWords(*m_panel).contains(QStringLiteral("No run yet")),
            qPrintable(shownWords(*m_panel)));
        QVERIFY(m_driven->profile(m_document));
        m_driven->showPanel(QStringLiteral("roofline"));
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void withoutPeaksOperatorsSayWhyTheyHaveNoRoof()
    {
        m_operators = m_driven->panel<ui::OperatorsPanel>();
        const auto cell = roofCell(0);
        QVERIFY(cell.isValid());
        QVERIFY(m_operators->view()->isColumnHidden(cell.column())); // at first
        QCOMPARE(cell.data().toString(), QStringLiteral("–"));
        QVERIFY2(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("not known")),
            qPrintable(cell.data(Qt::ToolTipRole).toString()));
    }

    void withoutPeaksItOffersToMeasureThem()
    {
        auto* button = m_panel->findChild<QPushButton*>(QStringLiteral("measurePeaks"));
        QVERIFY(button->isVisible() && button->isEnabled());
        QVERIFY2(shownWords(*m_panel).contains(QStringLiteral("is not measured yet")),
            qPrintable(shownWords(*m_panel)));
        m_driven->shoot(QStringLiteral("roofline-unmeasured"));
        button->click();
        QVERIFY(!button->isEnabled());
        QVERIFY(QTest::qWaitFor([&] { return button->isEnabled(); }, DrivenWindow::patience));
        m_driven->settle();
        // An idle machine keeps them; a busy one shows them and says why they may be too low.
        QVERIFY(chart()->isVisible());
        QVERIFY(chart()->partCount() > 0);
        const auto known = profiler::knownPeaks(m_document->profile()->metadata);
        if (known)
            QVERIFY(known->distrust.empty());
    }

    void peaksThatAreKnownAreDrawnWithTheirValues()
    {
        DrivenWindow::keepPeaks();
        m_document->showRun(m_document->currentRun());
        emit m_document->profileChanged();
        m_driven->settle();
        QVERIFY(chart()->isVisible());
        int expected = 0;
        const auto roofline = profiler::rooflineOf(*m_document->profile(),
            *m_document->statistics(), *profiler::knownPeaks(m_document->profile()->metadata));
        for (const auto& row : roofline.rows)
            expected += row.flopsPerSecond > 0 ? 1 : 0;
        QCOMPARE(chart()->partCount(), expected);
        const QAbstractItemModelTester tester(
            m_panel->table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_panel->table()->model()->rowCount(), static_cast<int>(roofline.rows.size()));
        const auto* facts = m_panel->findChild<QLabel*>(QStringLiteral("rooflineFacts"));
        QVERIFY(facts->text().contains(QStringLiteral("dashed")));
        QVERIFY(facts->height() >= facts->heightForWidth(facts->width())); // no line is cut
        m_driven->shoot(QStringLiteral("roofline"));
    }

    void theirWordsFitTheirPatchesInTheChartsFont()
    {
        using Kind = profiler::Shape::Kind;
        const auto peaks = *profiler::knownPeaks(m_document->profile()->metadata);
        const auto& figure = chart()->figure();
        auto font = chart()->font();
        font.setPointSizeF(font.pointSizeF() * 0.85); // as charts are drawn
        const QFontMetricsF metrics(font);
        std::vector<QRectF> patches;
        for (const auto& shape : figure.shapes) {
            if (shape.kind == Kind::Rectangle)
                patches.emplace_back(shape.at.x, shape.at.y, shape.width, shape.height);
        }
        QCOMPARE(patches.size(), peaks.bandwidths.size() + 1);
        std::size_t labelled = 0;
        for (const auto& shape : figure.shapes) {
            if (shape.kind != Kind::Text)
                continue;
            const auto words = QString::fromStdString(shape.text);
            const double wide = metrics.horizontalAdvance(words);
            const QRectF ink(
                shape.at.x - wide / 2, shape.at.y - metrics.capHeight(), wide, metrics.capHeight());
            labelled += std::ranges::any_of(patches,
                            [&](const QRectF& patch) {
                                return patch.contains(ink) && patch.width() < wide + 8;
                            })
                ? 1
                : 0;
        }
        QCOMPARE(labelled, patches.size());
    }

    void ceilingsSayWhatTheyAreWhenPointedAt()
    {
        const profiler::RoofPlane plane(
            chart()->view(), chart()->width() - 12.0, chart()->height());
        const auto arithmetic = chart()->ceilingAt({ plane.right() - 20, plane.y(1e11) });
        for (const auto* words : { "100 GFLOP/s float", "1 thread", "multiply-adds in registers",
                 "measured 2025-10-09 08:53 UTC", "windows agree within 3" })
            QVERIFY2(arithmetic.contains(QString::fromLatin1(words)), qPrintable(arithmetic));
        const auto memory = chart()->ceilingAt({ plane.x(1), plane.y(1e10) });
        QVERIFY2(memory.contains(QStringLiteral("10.0 GB/s (256 MiB)")), qPrintable(memory));
        QCOMPARE(chart()->ceilingAt({ plane.right() - 20, plane.bottom() - 3 }), QString());
        QVERIFY(chart()->accessibleDescription().contains(arithmetic));
    }

    void aDotSelectsItsNodeAndANodeItsDotAndRow()
    {
        const auto dot = chart()->partRect(0).center().toPoint();
        m_document->selection()->clear();
        QTest::mouseClick(chart(), Qt::LeftButton, {}, dot);
        QVERIFY(m_document->selection()->current().isNode());
        QVERIFY(chart()->isPartSelected(chart()->currentPart()));
        QCOMPARE(m_panel->table()->selectionModel()->selectedRows().size(), 1);

        m_panel->table()->setFocus();
        const auto other = m_panel->table()->model()->index(1, 0);
        m_panel->table()->setCurrentIndex(other);
        QVERIFY(m_document->selection()->current().isNode());
        const auto selected = m_document->selection()->current();
        m_document->selection()->clear();
        QVERIFY(m_panel->table()->selectionModel()->selectedRows().isEmpty());
        m_document->reveal(model::NodeId(selected.id));
        QCOMPARE(m_panel->table()->selectionModel()->selectedRows().front().row(), 1);
    }

    void theWheelZoomsTheKeyboardWalksAndHomeShowsAll()
    {
        const auto whole = chart()->view();
        chart()->zoomBy(2);
        QVERIFY(chart()->view().highIntensity / chart()->view().lowIntensity
            < whole.highIntensity / whole.lowIntensity);
        const auto zoomed = chart()->view();
        QTest::mousePress(chart(), Qt::LeftButton, {}, { 130, 20 });
        QTest::mouseMove(chart(), { 160, 40 });
        QTest::mouseRelease(chart(), Qt::LeftButton, {}, { 160, 40 });
        QVERIFY(chart()->view().lowIntensity < zoomed.lowIntensity);
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Home);
        QCOMPARE(chart()->view(), whole);
        chart()->choosePart(0);
        QTest::keyClick(chart(), Qt::Key_Right);
        QCOMPARE(chart()->currentPart(), 1);
        QVERIFY(chart()->partText(1).contains(QStringLiteral("-bound")));
        auto* accessible = QAccessible::queryAccessibleInterface(chart());
        QCOMPARE(accessible->childCount(), chart()->partCount());
        QVERIFY(accessible->focusChild()
                    ->text(QAccessible::Description)
                    .contains(QStringLiteral("FLOP/s")));
        QVERIFY(chart()->chartText(ui::TableForm::Csv).contains(QStringLiteral("FLOP per byte")));
    }

    void aSearchKnowsTheCeilings()
    {
        const profiler::QueryFigures figures(*m_document->profile(), *m_document->statistics());
        QVERIFY(figures.whyNot("roof").empty());
        const auto roofline = profiler::rooflineOf(*m_document->profile(),
            *m_document->statistics(), *profiler::knownPeaks(m_document->profile()->metadata));
        for (const auto& row : roofline.rows) {
            const auto& origins = m_document->profile()->step(row.step).origins;
            if (!origins.empty())
                QCOMPARE(*figures.number("roof", origins.front().node), row.ofRoof.value_or(-1));
        }
    }

    void operatorsHaveTheSharesOfTheRoofline()
    {
        emit m_operators->view()->header()->customContextMenuRequested(QPoint(10, 5));
        auto* menu = m_operators->findChild<QMenu*>();
        for (auto* action : menu->actions()) {
            if (action->text() == QStringLiteral("Of roof"))
                action->trigger();
        }
        menu->close();
        m_driven->settle();
        QVERIFY(!m_operators->view()->isColumnHidden(roofCell(0).column()));
        const auto roofline = profiler::rooflineOf(*m_document->profile(),
            *m_document->statistics(), *profiler::knownPeaks(m_document->profile()->metadata));
        const profiler::QueryFigures figures(*m_document->profile(), *m_document->statistics());
        auto* model = m_operators->view()->model();
        std::size_t known = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            const auto item = roofCell(row).data(ui::ItemRole).value<ui::SelectedItem>();
            const auto wanted
                = item.isNode() ? figures.number("roof", model::NodeId(item.id)) : std::nullopt;
            const double share = roofCell(row).data(ui::SortRole).toDouble(); // percent
            if (wanted)
                QCOMPARE(share, *wanted * 100);
            else if (item.isNode())
                QCOMPARE(roofCell(row).data().toString(), QStringLiteral("–"));
            known += share >= 0 ? 1 : 0;
        }
        QCOMPARE(known, roofline.rows.size());
    }

    void rowsOfManyOperatorsHaveTheShareOfTheirSum()
    {
        const auto roofline = profiler::rooflineOf(*m_document->profile(),
            *m_document->statistics(), *profiler::knownPeaks(m_document->profile()->metadata));
        // The least time of a step by the definition of a roof: work or bytes at their ceiling.
        std::map<std::string, std::pair<double, double>> sums; // by type: least, measured
        for (const auto& row : roofline.rows) {
            const auto& step = m_document->profile()->step(row.step);
            const auto calls = m_document->statistics()->steps[row.step.value()].callsPerRun;
            const double byWork = double(*step.flops) / roofline.peaks.flopsPerSecond;
            const double byBytes = double(*step.bytes) / row.bandwidth;
            auto& [least, time] = sums[std::string(m_document->profile()->text(step.opType))];
            least += (*step.flops > 0 ? std::max(byWork, byBytes) : byBytes) * 1e9 * calls;
            time += row.medianNs;
        }
        m_operators->chip(QStringLiteral("byType"))->click();
        auto* model = m_operators->view()->model();
        QVERIFY(model->rowCount() > 2 && sums.size() > 1);
        for (int row = 0; row < model->rowCount(); ++row) {
            const auto type = model->index(row, 1).data().toString();
            const auto found = sums.find(type.toStdString());
            const double share = roofCell(row).data(ui::SortRole).toDouble();
            if (found == sums.end()) {
                QCOMPARE(share, -1.0);
                continue;
            }
            const double wanted = 100 * found->second.first / found->second.second;
            QVERIFY2(std::abs(share - wanted) < 1e-6 * wanted, qPrintable(type));
            QVERIFY(
                roofCell(row).data(Qt::ToolTipRole).toString().contains(QStringLiteral("steps")));
        }
        m_driven->showPanel(QStringLiteral("operators"));
        auto* view = m_operators->view();
        view->scrollTo(roofCell(0));
        QVERIFY(view->viewport()->rect().contains(view->visualRect(roofCell(0))));
        m_driven->shoot(QStringLiteral("operators-of-roof"));
        view->horizontalScrollBar()->setValue(0);
        m_operators->chip(QStringLiteral("each"))->click();
    }

    void aProfileOfAnotherProcessorIsNotComparedWithThisOne()
    {
        profiler::Metadata metadata;
        metadata.set(profiler::keys::cpu, "Made-up CPU, 8 cores");
        metadata.set(profiler::keys::threads, std::int64_t(1));
        QVERIFY(!profiler::isOfThisProcessor(metadata));
        QVERIFY(!profiler::knownPeaks(metadata));
    }
};

QTEST_MAIN(TestRooflinePanel)
#include "tst_roofline_panel.moc"
