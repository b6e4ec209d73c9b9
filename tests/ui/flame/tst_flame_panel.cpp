#include <QTest>

#include "profiler/tables/profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/flame/flame_panel.h"
#include "ui/flame/flame_view.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using Kind = profiler::FlameFrame::Kind;

class TestFlamePanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::FlamePanel* m_panel = nullptr;

    ui::FlameView* view() { return m_panel->view(); }
    const profiler::Flame& flame() { return view()->computed()->flame; }
    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return m_panel->isSettled(); }, DrivenWindow::patience));
    }
    /// The widest frame of a kind.
    std::uint32_t widest(Kind kind)
    {
        for (const auto frame : view()->computed()->widest)
            if (flame().frames[frame].kind == kind)
                return frame;
        return profiler::FlameFrame::none;
    }
    QPoint middleOf(std::uint32_t frame)
    {
        for (int i = 0; i < view()->partCount(); ++i) {
            view()->chooseFrame(frame);
            return view()->partRect(view()->currentPart()).center().toPoint();
        }
        return {};
    }
    QPushButton* chip(const char* name)
    {
        return m_panel->findChild<QPushButton*>(QString::fromLatin1(name));
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::FlamePanel>();
        m_driven->showPanel(QStringLiteral("flame"));
        QTest::qWait(30);
        const auto words = shownWords(*m_panel);
        QVERIFY2(words.contains(QStringLiteral("No run yet")), qPrintable(words));
        QVERIFY(m_driven->profile(m_document));
        m_driven->showPanel(QStringLiteral("flame"));
        settle();
        QVERIFY(view()->computed() != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }
    void init()
    {
        m_document->selection()->clear();
        m_document->timeRange()->select(std::nullopt);
        chip("flameMedians")->click();
        settle();
        view()->zoomInto(0);
    }

    void theTimeOfAllOperatorsIsTheWidth()
    {
        double sum = 0;
        for (const auto& row : m_document->statistics()->steps)
            sum += row.time.samples > 0 ? row.time.median : 0;
        QVERIFY(std::abs(flame().root().ns - sum) < 1);
        QVERIFY(widest(Kind::Scope) != profiler::FlameFrame::none);
        QCOMPARE(view()->partRect(0).width(), double(view()->width()));
        m_driven->shoot(QStringLiteral("flame"));
    }

    void aClickSelectsTheNodeAndASelectedNodeItsFrame()
    {
        const auto frame = widest(Kind::Operator);
        QTest::mouseClick(view(), Qt::LeftButton, {}, middleOf(frame));
        const auto step = flame().frames[frame].step;
        const auto node = m_document->profile()->step(step).origins.front().node;
        QCOMPARE(m_document->selection()->current(),
            (ui::SelectedItem { ui::SelectedItem::Kind::Node, node.value() }));

        m_document->selection()->clear();
        QCOMPARE(view()->currentFrame(), profiler::FlameFrame::none);
        view()->zoomInto(widest(Kind::Scope));
        for (std::uint32_t i = 0; i < flame().frames.size(); ++i) {
            const auto& other = flame().frames[i];
            if (other.kind != Kind::Operator || flame().isIn(i, view()->top()))
                continue;
            const auto origin = m_document->profile()->step(other.step).origins.front().node;
            m_document->reveal(origin);
            QCOMPARE(view()->currentFrame(), i);
            QVERIFY(flame().isIn(i, view()->top())); // it zoomed out until it is in view
            QVERIFY(view()->isPartSelected(view()->currentPart()));
            break;
        }
    }

    void aScopeSelectsAllThatIsInIt()
    {
        const auto frame = widest(Kind::Scope);
        view()->chooseFrame(frame);
        QVERIFY(m_document->selection()->items().size()
            >= static_cast<qsizetype>(flame().stepsIn(frame).size()));
        QVERIFY(view()->isPartSelected(view()->currentPart()));
    }

    void aDoubleClickFillsTheWidthAndBackspaceGoesBack()
    {
        const auto frame = widest(Kind::Scope);
        const auto before = view()->partCount();
        QTest::mouseDClick(view(), Qt::LeftButton, {}, middleOf(frame));
        QCOMPARE(view()->top(), frame);
        QCOMPARE(view()->partRect(view()->currentPart()).width(), double(view()->width()));
        view()->setFocus();
        QTest::keyClick(view(), Qt::Key_Backspace);
        QCOMPARE(view()->top(), flame().frames[frame].parent);
        view()->zoomInto(widest(Kind::Operator));
        QTest::keyClick(view(), Qt::Key_Home);
        QCOMPARE(view()->top(), 0u);
        QCOMPARE(view()->partCount(), before);
    }

    void theKeyboardWalksUpDownAndAlong()
    {
        view()->setFocus();
        view()->chooseFrame(0);
        QTest::keyClick(view(), Qt::Key_Down);
        const auto first = view()->currentFrame();
        QCOMPARE(flame().frames[first].parent, 0u);
        QTest::keyClick(view(), Qt::Key_Down);
        QCOMPARE(flame().frames[view()->currentFrame()].parent, first);
        QTest::keyClick(view(), Qt::Key_Up);
        QCOMPARE(view()->currentFrame(), first);
        QTest::keyClick(view(), Qt::Key_Return);
        QCOMPARE(view()->top(), first);
        QTest::keyClick(view(), Qt::Key_Escape);
        QCOMPARE(view()->top(), 0u);
        QTest::keyClick(view(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(
            QString::fromStdString(flame().path(first))));
    }

    void theMedianRunIsTheWholeWall()
    {
        chip("flameMedianRun")->click();
        settle();
        const auto run = *profiler::medianRun(*m_document->profile());
        QVERIFY(std::abs(flame().root().ns
                    - static_cast<double>(m_document->profile()->runs[run].wallNs))
            < 1);
        QVERIFY(widest(Kind::Between) != profiler::FlameFrame::none);
    }

    void onlyTheRangeCountsIfAskedFor()
    {
        QVERIFY(!chip("flameOnlyRange")->isEnabled());
        const auto all = flame().root().ns;
        const auto& profile = *m_document->profile();
        const auto& run = profile.runs[*profiler::medianRun(profile)];
        m_document->timeRange()->select(
            ui::TimeInterval { run.startNs, run.startNs + run.wallNs / 4 });
        settle();
        QCOMPARE(flame().root().ns, all); // a range alone changes nothing
        chip("flameOnlyRange")->click();
        settle();
        QVERIFY(flame().root().ns <= static_cast<double>(run.wallNs / 4 + 1));
        QVERIFY(flame().root().ns > 0);
        m_document->timeRange()->select(std::nullopt);
        settle();
        QCOMPARE(flame().root().ns, all);
        QVERIFY(chip("flameMedians")->isChecked());
    }

    void searchHitsAreMarked()
    {
        const auto frame = widest(Kind::Operator);
        const auto& step = m_document->profile()->step(flame().frames[frame].step);
        const auto type
            = QString::fromStdString(std::string(m_document->profile()->text(step.opType)));
        QCOMPARE(view()->hitsNs(), 0.0);
        const auto hits = std::make_shared<ui::Search::Hits>();
        hits->query = QStringLiteral("type:") + type;
        hits->model = m_document->model();
        hits->nodes = { step.origins.front().node.value() };
        m_document->search()->setHits(hits);
        QVERIFY(view()->isHit(frame));
        QVERIFY(std::abs(view()->hitsNs() - flame().frames[frame].ns) < 1);
        m_document->search()->setHits(nullptr);
        QVERIFY(!view()->isHit(frame));
    }

    void itIsATableToo()
    {
        auto* toggle = m_driven->window().findChild<QToolButton*>(QStringLiteral("flameAsTable"));
        toggle->click();
        QVERIFY(m_panel->table()->isVisible());
        const QAbstractItemModelTester tester(
            m_panel->table()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_panel->table()->model()->rowCount(),
            static_cast<int>(view()->computed()->widest.size()));
        m_driven->shoot(QStringLiteral("flame-table"));
        toggle->click();
        QVERIFY(view()->isVisible());
        const auto csv = view()->chartText(ui::TableForm::Csv);
        QCOMPARE(csv.count(u'\n'), m_panel->table()->model()->rowCount() + 1);
        QVERIFY(csv.startsWith(QStringLiteral("Frame,Kind,Time,")));
        QVERIFY(!view()->picture().isNull());
    }

    void aScreenReaderReadsFrames()
    {
        view()->setFocus();
        const auto frame = widest(Kind::Operator);
        view()->chooseFrame(frame);
        auto* chart = QAccessible::queryAccessibleInterface(view());
        QVERIFY(chart != nullptr);
        QCOMPARE(chart->role(), QAccessible::Chart);
        QCOMPARE(chart->childCount(), view()->partCount());
        auto* child = chart->focusChild();
        QVERIFY(child != nullptr);
        QCOMPARE(child->text(QAccessible::Name), QString::fromStdString(flame().path(frame)));
        QVERIFY(child->text(QAccessible::Description).contains(QStringLiteral("of wall")));
        QVERIFY(chart->text(QAccessible::Value).startsWith(child->text(QAccessible::Name)));
        QVERIFY(child->state().selected);
        QCOMPARE(chart->indexOfChild(child), view()->currentPart());
        m_document->selection()->clear();
        auto* first = chart->child(0)->actionInterface();
        first->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(view()->currentFrame(), 0u);
    }

    void theMenuCopiesPictureAndData()
    {
        const auto middle = view()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, middle, view()->mapToGlobal(middle));
        QCoreApplication::sendEvent(view(), &event);
        auto* menu = view()->findChild<QMenu*>(QStringLiteral("chartMenu"));
        QVERIFY(menu != nullptr);
        for (auto* action : menu->actions()) {
            if (action->text() == QStringLiteral("Copy Picture"))
                action->trigger();
        }
        QVERIFY(!QGuiApplication::clipboard()->pixmap().isNull());
        menu->close();
    }
};

QTEST_MAIN(TestFlamePanel)
#include "tst_flame_panel.moc"
