#include <QTest>

#include "profiler/statistics/scope_spans.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/operators/operators_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/span_text.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <QTemporaryDir>

#include <cmath>

/// Timeline and Operators of a real run, driven by mouse and keys.
class TestTimelineView : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::TimelineView* m_view = nullptr;
    ui::OperatorsPanel* m_operators = nullptr;

    int x(double share) const
    {
        return ui::TimelineGeometry::labelWidth
            + static_cast<int>(share * m_view->geometryOfView().plotWidth());
    }
    void drag(int from, int to)
    {
        QTest::mousePress(m_view, Qt::LeftButton, {}, QPoint(from, 100));
        QMouseEvent move(QEvent::MouseMove, QPointF(to, 100), m_view->mapToGlobal(QPointF(to, 100)),
            Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_view, &move);
        QTest::mouseRelease(m_view, Qt::LeftButton, {}, QPoint(to, 100));
    }
    int rows() const { return m_operators->view()->model()->rowCount(); }
    void press(const char* chip)
    {
        QTest::mouseClick(m_operators->chip(QString::fromLatin1(chip)), Qt::LeftButton);
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr && m_driven->profile(m_document, 30));
        m_view = m_driven->panel<ui::TimelinePanel>()->view();
        m_operators = m_driven->panel<ui::OperatorsPanel>();
    }
    void cleanupTestCase() { m_driven.reset(); }
    void init()
    {
        m_document->selection()->clear();
        m_document->timeRange()->select(std::nullopt);
        m_view->showMedianRun();
        m_view->setFocus();
    }

    void aDragSelectsARangeWhoseEdgesCanBeMoved()
    {
        drag(x(0.25), x(0.5));
        const auto range = m_document->timeRange()->selected();
        QVERIFY(range.has_value());
        const auto visible = m_document->timeRange()->visible();
        QVERIFY(std::abs(
                    static_cast<double>(range->lengthNs()) / static_cast<double>(visible.lengthNs())
                    - 0.25)
            < 0.01);
        m_driven->shoot(QStringLiteral("timeline-range"));
        // Beside the range everything looks as before; one of two pixels may be a line of the
        // ruler.
        const auto picture = m_view->grab().toImage();
        const auto panel = ui::Theme::instance().colour("panel");
        QVERIFY(picture.pixelColor(m_view->width() - 6, m_view->height() - 6) == panel
            || picture.pixelColor(m_view->width() - 9, m_view->height() - 6) == panel);
        drag(x(0.5), x(0.75));
        const auto wider = m_document->timeRange()->selected();
        QCOMPARE(wider->startNs, range->startNs);
        QVERIFY(wider->endNs > range->endNs);
        QTest::keyClick(m_view, Qt::Key_Escape);
        QVERIFY(!m_document->timeRange()->selected().has_value());
    }

    void keysZoomPanAndWalk()
    {
        const auto whole = m_document->timeRange()->visible().lengthNs();
        QTest::keyClick(m_view, Qt::Key_W);
        QVERIFY(m_document->timeRange()->visible().lengthNs() < whole);
        const auto start = m_document->timeRange()->visible().startNs;
        QTest::keyClick(m_view, Qt::Key_D);
        QVERIFY(m_document->timeRange()->visible().startNs > start);
        QTest::keyClick(m_view, Qt::Key_A);
        QTest::keyClick(m_view, Qt::Key_S);
        QVERIFY(std::abs(m_document->timeRange()->visible().lengthNs() - whole) < whole / 1000);
        m_document->reveal(model::NodeId(0U));
        const auto first = m_document->selection()->current();
        QTest::keyClick(m_view, Qt::Key_Right);
        QVERIFY(m_document->selection()->current() != first);
        QTest::keyClick(m_view, Qt::Key_Left);
        QCOMPARE(m_document->selection()->current(), first);
        const auto here = m_document->timeRange()->visible();
        QTest::keyClick(m_view, Qt::Key_N); // the same node in a later run
        QCOMPARE(m_document->selection()->current(), first);
        QTest::keyClick(m_view, Qt::Key_F);
        QVERIFY(m_document->timeRange()->visible().startNs > here.startNs);
    }

    void aSpanIsCopiedAsText()
    {
        m_document->reveal(model::NodeId(0U));
        QTest::keyClick(m_view, Qt::Key_C, Qt::ControlModifier);
        const auto text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.startsWith(m_document->nodeLabel(model::NodeId(0U))), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("lasts")) && text.contains(QStringLiteral("% of run"))
                && text.contains(QStringLiteral("cpu")),
            qPrintable(text));
    }

    void lanesShowScopesAndMemoryUnderTheOperators()
    {
        using Kind = ui::TimelineLane::Kind;
        const auto& geometry = m_view->geometryOfView();
        QVERIFY(geometry.lane(Kind::Group) != nullptr);
        const auto* scope = geometry.lane(Kind::Scope);
        const auto* memory = geometry.lane(Kind::Memory);
        QVERIFY(scope != nullptr && memory != nullptr && memory->top > scope->top);
        QVERIFY(!m_document->scopes().empty());
        // A click on a scope selects its nodes, and its time as the range.
        const auto& level = m_document->scopes().front();
        const auto& visible = m_document->timeRange()->visible();
        const auto& span = level.spans[level.firstAfter(visible.startNs)];
        const auto middle = span.startNs + (span.endNs - span.startNs) / 2;
        QTest::mouseClick(m_view, Qt::LeftButton, {},
            QPoint(static_cast<int>(geometry.xOf(middle)), geometry.yOf(*scope) + 8));
        QCOMPARE(m_document->timeRange()->selected(),
            std::optional(ui::TimeInterval { span.startNs, span.endNs }));
        QVERIFY(m_document->selection()->items().size() >= static_cast<qsizetype>(span.steps));
        m_driven->shoot(QStringLiteral("timeline-scope"));
    }

    void aGroupFolds()
    {
        using Kind = ui::TimelineLane::Kind;
        const auto lanes = m_view->geometryOfView().lanes.size();
        const auto clickGroup = [&] {
            const auto& geometry = m_view->geometryOfView();
            QTest::mouseClick(m_view, Qt::LeftButton, {},
                QPoint(30, geometry.yOf(*geometry.lane(Kind::Group)) + 5));
        };
        clickGroup();
        QVERIFY(m_view->geometryOfView().lanes.size() < lanes);
        clickGroup();
        QCOMPARE(m_view->geometryOfView().lanes.size(), lanes);
    }

    void marksAreSetJumpedToAndDeleted()
    {
        using Kind = ui::TimelineLane::Kind;
        const auto first = m_document->timeRange()->visible();
        drag(x(0.2), x(0.3));
        const auto early = *m_document->timeRange()->selected();
        QTest::keyClick(m_view, Qt::Key_M);
        drag(x(0.6), x(0.7));
        const auto late = *m_document->timeRange()->selected();
        QTest::keyClick(m_view, Qt::Key_M);
        QTest::keyClick(m_view, Qt::Key_M); // once is enough
        QCOMPARE(m_document->marks().size(), 2U);
        QVERIFY(m_view->geometryOfView().lane(Kind::Marks) != nullptr);
        m_driven->shoot(QStringLiteral("timeline-marks"));
        m_document->timeRange()->select(std::nullopt);
        m_document->timeRange()->setVisible({ first.startNs + 100 * first.lengthNs(),
            first.endNs + 100 * first.lengthNs() }); // far from both
        QTest::keyClick(m_view, Qt::Key_J, Qt::ShiftModifier);
        QCOMPARE(m_document->timeRange()->selected(), std::optional(late));
        QVERIFY(m_document->timeRange()->visible().startNs <= late.startNs
            && late.endNs <= m_document->timeRange()->visible().endNs);
        QTest::keyClick(m_view, Qt::Key_J);
        QCOMPARE(m_document->timeRange()->selected(), std::optional(early));
        // Kept while another tab is in front.
        QVERIFY(m_driven->open(DrivenWindow::sample("tiny-decoder")) != nullptr);
        QVERIFY(m_view->geometryOfView().lane(Kind::Marks) == nullptr);
        (*m_driven)->actions().action(QStringLiteral("file.close"))->trigger();
        QVERIFY(m_view->geometryOfView().lane(Kind::Marks) != nullptr);
        m_view->setFocus();
        QTest::keyClick(m_view, Qt::Key_Delete);
        QCOMPARE(m_document->marks().size(), 1U);
        QTest::keyClick(m_view, Qt::Key_J);
        QCOMPARE(m_document->timeRange()->selected(), std::optional(late));
        QTest::keyClick(m_view, Qt::Key_Delete);
        QVERIFY(m_document->marks().empty());
        QVERIFY(m_view->geometryOfView().lane(Kind::Marks) == nullptr);
    }

    void theMenuSaysWhatCanBeDone()
    {
        m_document->reveal(model::NodeId(0U));
        QContextMenuEvent event(
            QContextMenuEvent::Keyboard, QPoint(), m_view->mapToGlobal(QPoint()));
        QCoreApplication::sendEvent(m_view, &event);
        auto* menu = m_view->findChild<QMenu*>(QStringLiteral("timelineMenu"));
        QVERIFY(menu != nullptr);
        QStringList possible;
        for (auto* action : menu->actions()) {
            if (action->isEnabled() && !action->isSeparator())
                possible += action->text().section(u'\t', 0, 0);
        }
        menu->close();
        QVERIFY2(possible.contains(QStringLiteral("Keep as Mark"))
                && possible.contains(QStringLiteral("Next Span of the Same Node"))
                && !possible.contains(QStringLiteral("Delete Mark")),
            qPrintable(possible.join(u'\n')));
    }

    void labelsLoseWhatAllShare_data()
    {
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("nothing shared") << "Conv_1"
                                        << ""
                                        << "Conv_1";
        QTest::newRow("a prefix") << "/model/conv"
                                  << "/model/"
                                  << "conv";
        QTest::newRow("a long path") << "/model/layers.7/mlp/up"
                                     << "/model/"
                                     << "mlp/up";
        QTest::newRow("another prefix") << "/other/x"
                                        << "/model/"
                                        << "/other/x";
    }
    void labelsLoseWhatAllShare()
    {
        QFETCH(QString, label);
        QFETCH(QString, prefix);
        QTEST(ui::shortLabel(label, prefix), "wanted");
    }

    void operatorsAreGroupedThreeWays()
    {
        const QAbstractItemModelTester tester(
            m_operators->view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int each = rows();
        press("byType");
        QCOMPARE(rows(), static_cast<int>(m_document->statistics()->types.size()));
        press("byScope");
        QVERIFY(rows() > 3 && rows() < each);
        QStringList scopes;
        for (int row = 0; row < rows(); ++row)
            scopes.append(m_operators->view()->model()->index(row, 0).data().toString());
        QVERIFY2(
            scopes.contains(QStringLiteral("stage1/block0/conv1")), qPrintable(scopes.join(u'\n')));
        m_driven->shoot(QStringLiteral("operators-by-scope"));
        press("each");
        QCOMPARE(rows(), each);
        // The foot stays, whatever the grouping.
        QVERIFY(
            !m_operators->findChild<ui::ElidedLabel*>(QStringLiteral("wall"))->text().isEmpty());
        QVERIFY(!m_operators->findChild<QLabel*>(QStringLiteral("outside"))->text().isEmpty());
    }

    void operatorsAreGroupedByWhatRan()
    {
        const auto& profile = *m_document->profile();
        QMap<QString, QSet<quint32>> nodes; // of an implementation
        for (const auto& row : m_document->statistics()->steps) {
            const auto& step = profile.step(row.step);
            if (row.time.samples == 0)
                continue;
            auto& of = nodes[QString::fromUtf8(profile.text(step.implementation))];
            for (const auto& origin : step.origins)
                of.insert(origin.node.value());
        }
        QVERIFY(nodes.size() > 1);
        const int each = rows();
        press("byKernel");
        QCOMPARE(rows(), static_cast<int>(nodes.size()));
        auto* view = m_operators->view();
        view->setFocus();
        double shares = 0;
        for (int row = 0; row < rows(); ++row) {
            if (row == 0)
                view->setCurrentIndex(view->model()->index(0, 0));
            else
                QTest::keyClick(view, Qt::Key_Down);
            const auto name = view->currentIndex().siblingAtColumn(0).data().toString();
            QVERIFY2(nodes.contains(name), qPrintable(name));
            QSet<quint32> selected;
            for (const auto& item : m_document->selection()->items()) {
                if (item.isNode())
                    selected.insert(item.id);
            }
            QCOMPARE(selected, nodes.value(name));
            shares += view->currentIndex().siblingAtColumn(4).data(ui::SortRole).toDouble() / 100;
        }
        double wanted = 0;
        for (const auto& row : m_document->statistics()->steps)
            wanted += row.share;
        // Medians of sums beside sums of medians: on a busy machine they are far apart, but nothing
        // is counted twice or left out.
        QVERIFY2(shares > wanted / 2 && shares < wanted * 3 / 2,
            qPrintable(QStringLiteral("%1 of %2").arg(shares).arg(wanted)));
        m_driven->shoot(QStringLiteral("operators-by-kernel"));
        auto* filter = m_operators->findChild<QLineEdit*>();
        filter->setText(nodes.firstKey());
        QVERIFY(rows() >= 1 && rows() < static_cast<int>(nodes.size()));
        filter->clear();
        // Rows by type say which nodes they are of, too.
        press("byType");
        view->setCurrentIndex(view->model()->index(0, 0));
        QVERIFY(m_document->selection()->items().size() > 1);
        press("each");
        QCOMPARE(rows(), each);
    }

    void eachDocumentKeepsItsGroupingAndFilter()
    {
        const int each = rows();
        press("byKernel");
        auto* filter = m_operators->findChild<QLineEdit*>();
        filter->setText(m_operators->view()->model()->index(0, 0).data().toString());
        const int kernels = rows();
        QVERIFY(kernels < each);
        auto* other = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(other != nullptr && (*m_driven)->currentDocument() == other);
        QVERIFY(m_operators->chip(QStringLiteral("each"))->isChecked());
        QCOMPARE(filter->text(), QString());
        (*m_driven)->openFile(m_document->path()); // it is open: its tab comes to the front
        QCOMPARE((*m_driven)->currentDocument(), m_document);
        m_driven->settle();
        QVERIFY(m_operators->chip(QStringLiteral("byKernel"))->isChecked());
        QCOMPARE(rows(), kernels);
        QVERIFY(!filter->text().isEmpty());
        filter->clear();
        press("each");
        QCOMPARE(rows(), each);
    }

    void theFilterKnowsTypes()
    {
        auto* filter = m_operators->findChild<QLineEdit*>();
        filter->setText(QStringLiteral("type:softmax"));
        QCOMPARE(rows(), 1);
        filter->setText(QStringLiteral("stage1 conv"));
        QVERIFY(rows() > 1);
        filter->setText(QStringLiteral("no such thing"));
        QCOMPARE(rows(), 0);
        filter->clear();
    }

    void onlyTheSelectionOrTheRangeAreShown()
    {
        const int all = rows();
        QVERIFY(!m_operators->chip(QStringLiteral("onlyRange"))->isEnabled());
        m_document->reveal(model::NodeId(0U));
        press("onlySelection");
        QCOMPARE(rows(), 1);
        press("onlySelection");
        drag(x(0.4), x(0.5));
        press("onlyRange");
        QVERIFY(rows() > 0 && rows() < all);
        QVERIFY(
            m_operators->chip(QStringLiteral("onlyRange"))->text().contains(QStringLiteral("µs")));
        press("onlyRange");
        QCOMPARE(rows(), all);
    }

    void aScreenReaderReadsTheBarsInView()
    {
        m_driven->showPanel(QStringLiteral("timeline"));
        m_view->showMedianRun();
        m_view->setFocus();
        auto* chart = QAccessible::queryAccessibleInterface(m_view);
        QVERIFY(chart != nullptr);
        QCOMPARE(chart->role(), QAccessible::Chart);
        const int bars = chart->childCount();
        QVERIFY(bars > 5);
        // The first bar that is an operator's.
        for (int i = 0; i < bars && !m_document->selection()->current().isNode(); ++i)
            m_view->choosePart(i);
        QVERIFY(m_view->currentPart() >= 0);
        auto* child = chart->child(m_view->currentPart());
        QVERIFY(child != nullptr);
        QVERIFY(child->state().selected);
        QVERIFY2(child->text(QAccessible::Description).contains(QStringLiteral("starts ")),
            qPrintable(child->text(QAccessible::Description)));
        QVERIFY(m_document->selection()->current().isNode());
        QVERIFY(
            QRect(m_view->mapToGlobal(QPoint()), m_view->size()).contains(child->rect().center()));
        QTest::keyClick(m_view, Qt::Key_Right); // the keyboard and the reader go together
        QVERIFY(m_view->currentPart() >= 0);
        const auto all = m_view->partCount();
        m_view->zoomBy(64);
        QVERIFY(m_view->partCount() < all);
    }

    void columnsCanBeChosen()
    {
        auto* view = m_operators->view();
        const auto columnOf = [&](const QString& title) {
            for (int i = 0; i < view->model()->columnCount(); ++i) {
                if (view->model()->headerData(i, Qt::Horizontal).toString() == title)
                    return i;
            }
            return -1;
        };
        const int p95 = columnOf(QStringLiteral("p95"));
        QVERIFY(view->isColumnHidden(p95));
        emit view->header()->customContextMenuRequested(QPoint(10, 5));
        auto* menu = m_operators->findChild<QMenu*>();
        QVERIFY(menu != nullptr);
        for (auto* action : menu->actions()) {
            if (action->text() == QStringLiteral("p95"))
                action->trigger();
        }
        menu->close();
        QVERIFY(!view->isColumnHidden(p95));
        QVERIFY(!ui::settings::value(QStringLiteral("operators/hiddenColumns"))
                     .contains(QStringLiteral("p95")));
    }
};

QTEST_MAIN(TestTimelineView)
#include "tst_timeline_view.moc"
