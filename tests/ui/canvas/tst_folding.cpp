#include <QTest>

#include "layout/folding.h"
#include "tests/support/ui/graph_fixture.h"
#include "ui/canvas/tools/breadcrumb.h"
#include "ui/canvas/tools/legend.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/theme.h"

#include <QDir>
#include <QLabel>
#include <QMouseEvent>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace ui;

/// Groups in the window: folding and unfolding by mouse and keys, and what then stays where it was.
class TestFolding : public QObject, private GraphFixture {
    Q_OBJECT

private slots:
    void init() { makeContext({ "view.attributes", "view.weights", "view.names" }); }

    void cleanup() { reset(); }

    void opensASmallModelUnfolded()
    {
        openSample("tiny-decoder");
        QVERIFY(m_document->groupTree() != nullptr);
        QVERIFY(scene().groupCards.empty());
        QVERIFY(!scene().frames.empty());
    }

    void opensALargeModelFoldedAndSaysSo()
    {
        if (!openZoo("llama_300m"))
            QSKIP("the shared test data is not here");
        QVERIFY(!scene().groupCards.empty());
        QVERIFY(scene().boxCount() <= layout::readableNodes);
        QVERIFY2(facts().contains("folded"), qPrintable(facts()));
        QVERIFY2(facts().contains("drawn"), qPrintable(facts()));
    }

    void thePointerMarksAllPiecesOfALine()
    {
        openSample("tiny-decoder");
        auto* canvas = m_view->canvas();
        std::uint32_t piece = 0;
        while (piece < scene().lineCount() && scene().previousPiece(piece) == layout::noIndex)
            ++piece;
        QVERIFY2(piece < scene().lineCount(), "no line crosses a frame");
        const auto points = scene().line(piece);
        const layout::Point middle { (points[0].x + points[1].x) / 2,
            (points[0].y + points[1].y) / 2 };
        canvas->setView(ui::centredOn(canvas->view(), { double(middle.x), double(middle.y) }));
        const QPointF at(canvas->width() / 2.0, canvas->height() / 2.0);
        QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
            Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &move);
        QCOMPARE(canvas->marks().hover.kind, layout::HitKind::Line);
        const auto& lines = canvas->marks().hoverLines;
        const auto isMarked
            = [&](std::uint32_t line) { return std::ranges::binary_search(lines, line); };
        QVERIFY(lines.size() >= 2);
        for (const auto line : lines) {
            const auto previous = scene().previousPiece(line);
            QVERIFY(previous == layout::noIndex || isMarked(previous));
        }
        QMouseEvent away(QEvent::MouseMove, QPointF(1, 1), canvas->mapToGlobal(QPointF(1, 1)),
            Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &away);
        QVERIFY(canvas->marks().hoverLines.empty());
    }

    void theLegendNamesWhatFoldedGroupsHold()
    {
        openSample("tiny-decoder");
        const auto unfolded = m_view->legend()->fullSize();
        m_document->foldAll();
        QTRY_VERIFY(!scene().groupCards.empty());
        QTRY_COMPARE(m_view->canvas()->content().scene, m_document->scene());
        QCOMPARE(m_view->legend()->fullSize(), unfolded);
    }

    void theArrowFoldsAndUnfoldsUnderThePointer()
    {
        openSample("tiny-decoder");
        const auto group = groupCalled("layers.1");
        showGroup(group);
        const auto title = canvas()->groupRect(group).topLeft();
        const QPoint arrow = (title + QPointF(12, 10)).toPoint();
        click(arrow);
        QTRY_VERIFY(canvas()->content().scene->findGroup(group) != layout::noIndex);
        QVERIFY(near(canvas()->groupRect(group).topLeft(), title));
        QVERIFY(!m_document->isGroupOpen(group));
        QCOMPARE(m_document->selection()->current(),
            (SelectedItem { SelectedItem::Kind::Group, group }));
        settle();
        click(arrow);
        QTRY_VERIFY(canvas()->content().scene->findFrame(group) != layout::noIndex);
        QVERIFY(near(canvas()->groupRect(group).topLeft(), title));
    }

    void spaceAndDoubleClickFoldAndUnfold()
    {
        openSample("tiny-decoder");
        const auto group = groupCalled("layers.2");
        showGroup(group);
        const auto title = canvas()->groupRect(group).topLeft();
        const QPoint words = (title + QPointF(60, 10)).toPoint();
        click(words);
        QCOMPARE(canvas()->currentGroup(), group);
        QVERIFY(m_document->isGroupOpen(group));
        QTest::keyClick(canvas(), Qt::Key_Space);
        QTRY_VERIFY(scene().findGroup(group) != layout::noIndex);
        QVERIFY(near(canvas()->groupRect(group).topLeft(), title));
        settle();
        QTest::mouseDClick(canvas(), Qt::LeftButton, {}, words);
        QTRY_VERIFY(scene().findFrame(group) != layout::noIndex);
        QVERIFY(near(canvas()->groupRect(group).topLeft(), title));
    }

    void theActionsFoldWhatIsSelected()
    {
        openSample("tiny-decoder");
        const auto group = groupCalled("layers.1");
        m_document->selection()->select({ SelectedItem::Kind::Group, group });
        trigger("view.fold");
        QTRY_VERIFY(scene().findGroup(group) != layout::noIndex);
        trigger("view.unfold");
        QTRY_VERIFY(scene().findFrame(group) != layout::noIndex);
        trigger("view.foldAll");
        QTRY_VERIFY(scene().frames.empty());
        trigger("view.unfoldLevel");
        QTRY_VERIFY(!scene().frames.empty());
        trigger("view.unfoldAll");
        QTRY_VERIFY(scene().groupCards.empty());
    }

    void aStackFirstShowsItsMembers()
    {
        openSample("tiny-decoder");
        trigger("view.foldAll");
        QTRY_VERIFY(scene().frames.empty());
        m_document->openWithAncestors(groupCalled("model"));
        QTRY_VERIFY(!scene().frames.empty());
        const auto stack = std::ranges::find_if(
            scene().items, [](const auto& item) { return item.isGroup() && item.count > 1; });
        if (stack == scene().items.end())
            QSKIP("this sample has no equal neighbours");
        const auto item = *stack;
        emit canvas()->foldRequested(item.id);
        QTRY_VERIFY(scene().findGroup(item.id) != layout::noIndex
            && scene().items[scene().findGroup(item.id)].count == 1);
        QVERIFY(!m_document->isGroupOpen(item.id));
        for (std::uint32_t i = 0; i < item.count; ++i)
            QVERIFY(scene().findGroup(item.id + i) != layout::noIndex);
        emit canvas()->foldRequested(item.id);
        QTRY_VERIFY(scene().findFrame(item.id) != layout::noIndex);
    }

    void selectingAHiddenNodeUnfoldsWhatHidesIt()
    {
        openSample("tiny-decoder");
        trigger("view.foldAll");
        QTRY_VERIFY(scene().frames.empty());
        const auto& nodes = m_document->model()->main().nodes;
        const auto hidden = nodes[nodes.size() / 2];
        QCOMPARE(scene().find(hidden), layout::noIndex);
        m_document->reveal(hidden);
        QTRY_VERIFY(scene().find(hidden) != layout::noIndex);
        const auto box = scene().find(hidden);
        QVERIFY(canvas()->marks().isSelected(box));
        QTRY_VERIFY(canvas()->rect().contains(canvas()->boxRect(box).center().toPoint()));
    }

    void theBreadcrumbShowsTheGroupOfTheSelection()
    {
        openSample("tiny-decoder");
        m_document->reveal(m_document->model()->main().nodes[60]);
        const auto steps = m_view->findChildren<QToolButton*>(QStringLiteral("groupStep"));
        QVERIFY(!steps.isEmpty());
        const auto tree = m_document->groupTree();
        const auto group = tree->groupOfNode[m_document->model()->main().nodes[60].value()];
        QCOMPARE(steps.last()->text(), QString::fromStdString(tree->groups[group].title));
        steps.last()->click();
        QCOMPARE(m_document->selection()->current(),
            (SelectedItem { SelectedItem::Kind::Group, group }));
    }

    void aBreadcrumbStepIsElidedOnlyForLackOfRoom_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto* name : { "g", "main", "main graph", "block0", "stem", "residual_cnn" })
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void aBreadcrumbStepIsElidedOnlyForLackOfRoom()
    {
        QFETCH(QString, name);
        auto model = std::make_shared<model::Model>();
        model->graphs.emplace_back();
        model->graphs.back().id = model::GraphId(0u);
        model->graphs.back().name = name.toStdString();
        Breadcrumb breadcrumb;
        breadcrumb.showGraph(model, model::GraphId(0u));
        breadcrumb.resize(600, Breadcrumb::usualHeight);
        breadcrumb.show();
        auto* step = breadcrumb.findChild<QToolButton*>();
        QCOMPARE(step->width(), step->sizeHint().width());
        const auto inked = columnsWithInk(step->grab().toImage());
        step->resize(step->width() + 40, step->height());
        QCOMPARE(inked, columnsWithInk(step->grab().toImage()));
    }

    void theBodyOfACallIsShownInItsPlace()
    {
        openSample("control-flow");
        const auto& nodes = m_document->model()->nodes;
        const auto call
            = std::ranges::find_if(nodes, [](const auto& node) { return node.type == "Loop"; });
        QVERIFY(call != nodes.end());
        const model::NodeId id(static_cast<std::uint32_t>(call - nodes.begin()));
        const auto graph = m_document->currentGraph();
        m_document->reveal(id);
        QTest::keyClick(canvas(), Qt::Key_Space);
        QTRY_VERIFY(scene().find(id) == layout::noIndex && !scene().frames.empty());
        QCOMPARE(m_document->currentGraph(), graph);
        QTest::keyClick(canvas(), Qt::Key_Space);
        QTRY_VERIFY(scene().find(id) != layout::noIndex);
    }

    void looksRight_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("light") << int(Theme::Choice::Light);
        QTest::newRow("dark") << int(Theme::Choice::Dark);
    }
    void looksRight()
    {
        QFETCH(int, theme);
        Theme::instance().choose(static_cast<Theme::Choice>(theme));
        for (const auto* model : { "llama_300m", "bert_base" }) {
            if (!openZoo(model))
                QSKIP("the shared test data is not here");
            m_view->resize(1500, 950);
            settle();
            save(QLatin1String(model) + QStringLiteral("-opened"));
            trigger("view.foldAll");
            settle();
            save(QLatin1String(model) + QStringLiteral("-folded"));
            const auto& tree = *m_document->groupTree();
            const auto layer = std::ranges::find_if(tree.groups, [](const auto& group) {
                return group.title == "layers.7" || group.title == "layer.7";
            });
            if (layer == tree.groups.end())
                continue;
            const auto index = static_cast<quint32>(layer - tree.groups.begin());
            m_document->openWithAncestors(index);
            settle();
            m_document->selection()->select({ SelectedItem::Kind::Group, index });
            settle();
            const auto height = canvas()->height();
            QTRY_VERIFY(canvas()->groupRect(index).top() >= 0
                && canvas()->groupRect(index).top() < height / 2.0);
            save(QLatin1String(model) + QStringLiteral("-layer"));
            canvas()->fitAll();
            const auto whole = fittedTo(canvas()->view(), scene().bounds);
            QTRY_COMPARE(canvas()->view().zoom, whole.zoom);
            settle();
            save(QLatin1String(model) + QStringLiteral("-fit"));
        }
        Theme::instance().choose(Theme::Choice::Light);
    }

private:
    /// Counts the columns that hold anything besides the colour of the first pixel.
    static int columnsWithInk(const QImage& image)
    {
        int columns = 0;
        for (int x = 0; x < image.width(); ++x) {
            int y = 0;
            while (y < image.height() && image.pixel(x, y) == image.pixel(0, 0))
                ++y;
            columns += y < image.height() ? 1 : 0;
        }
        return columns;
    }
    CanvasView* canvas() const { return m_view->canvas(); }
    const layout::Scene& scene() const { return *canvas()->content().scene; }

    bool openZoo(const char* name)
    {
        const auto path = testing::dataDir() / "zoo" / (std::string(name) + ".onnx");
        if (!std::filesystem::exists(path))
            return false;
        openFile(QString::fromStdString(path.string()));
        return true;
    }

    void settle()
    {
        QTRY_VERIFY(m_jobs->isIdle() && !canvas()->isFolding() && canvas()->isSettled());
    }

    std::uint32_t groupCalled(std::string_view title) const
    {
        const auto& groups = m_document->groupTree()->groups;
        const auto found = std::ranges::find(groups, title, &layout::Group::title);
        return found == groups.end() ? 0 : static_cast<std::uint32_t>(found - groups.begin());
    }

    void showGroup(std::uint32_t group)
    {
        QVERIFY(group != 0);
        const auto& frame = scene().frames[scene().findFrame(group)];
        auto view = canvas()->view();
        view.zoom = 1;
        view.origin = { double(frame.rect.x) - 200, double(frame.rect.y) - 200 };
        canvas()->setView(view);
    }

    void click(QPoint at) { QTest::mouseClick(canvas(), Qt::LeftButton, {}, at); }

    static bool near(QPointF a, QPointF b)
    {
        return std::abs(a.x() - b.x()) < 1.5 && std::abs(a.y() - b.y()) < 1.5;
    }

    QString facts() const
    {
        QString text;
        for (const auto* label : m_view->findChild<Breadcrumb*>()->findChildren<ElidedLabel*>())
            text += label->text();
        return text;
    }

    void save(const QString& name) const
    {
        const auto folder
            = QString::fromStdString((testing::buildDir() / "screenshots/folding").string());
        QDir().mkpath(folder);
        QVERIFY(m_view->grab().save(folder + QLatin1Char('/') + name + QLatin1Char('-')
            + QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".png")));
    }
};

QTEST_MAIN(TestFolding)
#include "tst_folding.moc"
