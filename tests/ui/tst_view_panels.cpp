#include "tests/support/paths.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/find/find_panel.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/inspector_view.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/heat_map.h"
#include "ui/tensors/tensor_page.h"
#include "ui/tensors/tensors_panel.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using ui::Document;
using ui::SelectedItem;

namespace {

QString samplePath(const char* name)
{
    return QString::fromStdString(
        (::testing::sourceDir() / "resources" / "samples" / name / "model.onnx").string());
}

/// A window with an opened file, everything computed.
struct Opened {
    explicit Opened(const QString& path)
        : document(window.openFile(path))
    {
        window.resize(1600, 1000);
        window.show();
        window.activateWindow();
        wait();
    }
    void wait()
    {
        (void)QTest::qWaitFor(
            [this] {
                return document->state() != Document::State::Opening && window.jobs().isIdle();
            },
            20'000);
        QTest::qWait(0);
        QCoreApplication::processEvents();
    }
    template <typename T>
    T* panel()
    {
        return window.docks().panel<T>();
    }
    void shoot(const QString& name)
    {
        const auto folder
            = QString::fromStdString((::testing::buildDir() / "screenshots").string());
        QDir().mkpath(folder);
        for (const auto theme : { ui::Theme::Choice::Light, ui::Theme::Choice::Dark }) {
            ui::Theme::instance().choose(theme);
            wait();
            window.grab().save(folder + u'/' + name
                + (theme == ui::Theme::Choice::Dark ? QStringLiteral("-dark.png")
                                                    : QStringLiteral("-light.png")));
        }
        ui::Theme::instance().choose(ui::Theme::Choice::Light);
    }

    ui::MainWindow window;
    Document* document;
};

std::uint32_t nodeOfType(const Document& document, const char* type)
{
    const auto& nodes = document.model()->nodes;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].type == type)
            return i;
    }
    return 0xFFFFFFFFU;
}

QModelIndex find(
    const QAbstractItemModel& model, const QString& text, const QModelIndex& parent = {})
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const auto index = model.index(row, 0, parent);
        if (index.data().toString() == text)
            return index;
        if (const auto below = find(model, text, index); below.isValid())
            return below;
    }
    return {};
}

void click(QTreeView& view, const QModelIndex& index)
{
    view.scrollTo(index);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(index).center());
}

} // namespace

/// The panels in the real window, driven by events: what is clicked becomes the Selection, what is
/// selected is shown.
class TestViewPanels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::Theme::instance().choose(ui::Theme::Choice::Light);
    }

    void aClickInTheTreeSelectsAndTheInspectorShows()
    {
        Opened opened(samplePath("residual-cnn"));
        auto* explorer = opened.panel<ui::ExplorerPanel>();
        const auto conv = nodeOfType(*opened.document, "Conv");
        opened.document->selection()->select({ SelectedItem::Kind::Node, conv });
        const auto index = explorer->view()->currentIndex();
        QVERIFY(index.isValid()); // the tree follows
        opened.document->selection()->clear();
        click(*explorer->view(), index);
        QCOMPARE(opened.document->selection()->current(),
            (SelectedItem { SelectedItem::Kind::Node, conv }));
        opened.wait();
        auto* inspector = opened.panel<ui::InspectorPanel>();
        auto* title
            = inspector->view()->findChild<ui::ElidedLabel*>(QStringLiteral("inspectorTitle"));
        QVERIFY(title != nullptr);
        QCOMPARE(title->text(), QStringLiteral("Conv"));
        QVERIFY(
            inspector->view()->findChild<QWidget*>(QStringLiteral("section.inputs")) != nullptr);
        QVERIFY(inspector->view()->findChild<QWidget*>(QStringLiteral("section.attributes"))
            != nullptr);
        opened.shoot(QStringLiteral("views-node"));
    }

    void longDetailsLeaveRoomForNames()
    {
        Opened opened(samplePath("tiny-decoder"));
        auto* view = opened.panel<ui::ExplorerPanel>()->view();
        view->expandAll();
        opened.wait();
        const auto width = view->viewport()->width();
        QVERIFY(view->columnWidth(1) > 0);
        QVERIFY2(view->columnWidth(1) * 5 <= width * 2 + 5,
            qPrintable(QStringLiteral("%1 of %2").arg(view->columnWidth(1)).arg(width)));
        QCOMPARE(view->columnWidth(0) + view->columnWidth(1), width);
    }

    void theFilterNarrowsTheTree()
    {
        Opened opened(samplePath("residual-cnn"));
        auto* explorer = opened.panel<ui::ExplorerPanel>();
        QTest::keyClicks(explorer->filter(), QStringLiteral("softmax"));
        QTRY_VERIFY(opened.window.jobs().isIdle() && explorer->view()->model()->rowCount() == 1);
        explorer->filter()->clear();
        QTRY_VERIFY(explorer->view()->model()->rowCount() > 3);
    }

    void aLinkInTheInspectorLeadsToTheProducer()
    {
        Opened opened(samplePath("residual-cnn"));
        const auto relu = nodeOfType(*opened.document, "Relu");
        opened.document->selection()->select({ SelectedItem::Kind::Node, relu });
        opened.wait();
        auto* view = opened.panel<ui::InspectorPanel>()->view();
        const auto producer = opened.document->model()
                                  ->value(opened.document->model()->nodes[relu].inputs[0])
                                  .producer;
        const auto label = opened.document->nodeLabel(producer);
        ui::ElidedLabel* link = nullptr;
        for (auto* candidate : view->findChildren<ui::ElidedLabel*>()) {
            if (candidate->isLink() && candidate->text() == label)
                link = candidate;
        }
        QVERIFY(link != nullptr);
        QTest::mouseClick(link, Qt::LeftButton);
        QCOMPARE(opened.document->selection()->current(),
            (SelectedItem { SelectedItem::Kind::Node, producer.value() }));
    }

    void thePinKeepsASecondInspector()
    {
        Opened opened(samplePath("residual-cnn"));
        auto* inspector = opened.panel<ui::InspectorPanel>();
        const SelectedItem first { SelectedItem::Kind::Node, 0 };
        opened.document->selection()->select(first);
        opened.wait();
        QTest::mouseClick(inspector->pinButton(), Qt::LeftButton);
        opened.document->selection()->select({ SelectedItem::Kind::Node, 2 });
        opened.wait();
        QVERIFY(inspector->pinned() != nullptr);
        QCOMPARE(inspector->pinned()->items(), QList<SelectedItem>({ first }));
        QCOMPARE(inspector->view()->items().front().id, 2U);
    }

    void showsTheModelWhenNothingIsSelected()
    {
        Opened opened(samplePath("tiny-decoder"));
        auto* view = opened.panel<ui::InspectorPanel>()->view();
        QVERIFY(view->findChild<QWidget*>(QStringLiteral("section.modelFacts")) != nullptr);
        opened.shoot(QStringLiteral("views-model"));
    }

    void aTensorOpensInAPageOfItsOwn()
    {
        Opened opened(samplePath("residual-cnn"));
        opened.window.docks().show<ui::TensorsPanel>();
        auto* tensors = opened.panel<ui::TensorsPanel>();
        QVERIFY(tensors->view()->model()->rowCount() > 0);
        const auto largest = tensors->view()->model()->index(0, 0);
        QTest::mouseClick(tensors->view()->viewport(), Qt::LeftButton, {},
            tensors->view()->visualRect(largest).center());
        QVERIFY(opened.document->selection()->current().isValue());
        QTest::keyClick(tensors->view(), Qt::Key_Return);
        opened.wait();
        auto* page = opened.window.findChild<ui::TensorPage*>();
        QVERIFY(page != nullptr);
        QCOMPARE(opened.window.currentDocument(), opened.document);
        QVERIFY(page->table()->model()->rowCount() > 0);
        QSignalSpy chosen(page->findChild<ui::HeatMap*>(), &ui::HeatMap::cellChosen);
        QTest::mouseClick(page->findChild<ui::HeatMap*>(), Qt::LeftButton, {},
            page->findChild<ui::HeatMap*>()->rect().center());
        QCOMPARE(chosen.count(), 1);
        opened.shoot(QStringLiteral("views-tensor"));
        QTest::mouseClick(page->chip(ui::TensorPage::View::Table), Qt::LeftButton);
        QVERIFY(!page->findChild<ui::HeatMap*>()->isVisible());
        page->sliceFields().front()->setText(QStringLiteral("nonsense"));
        QTest::keyClick(page->sliceFields().front(), Qt::Key_Return);
        opened.shoot(QStringLiteral("views-tensor-table"));
    }

    void findsStepsAndSelectsAll()
    {
        Opened opened(samplePath("residual-cnn"));
        opened.window.actions().action(QStringLiteral("edit.find"))->trigger();
        auto* panel = opened.panel<ui::FindPanel>();
        QTRY_VERIFY(panel->line()->hasFocus());
        QTest::keyClicks(panel->line(), QStringLiteral("type:Relu"));
        QTRY_VERIFY(panel->view()->model()->rowCount() > 1);
        const auto count = panel->view()->model()->rowCount();
        QTest::keyClick(panel->line(), Qt::Key_F3);
        const auto first = opened.document->selection()->current();
        QVERIFY(first.isNode());
        QCOMPARE(opened.document->model()->nodes[first.id].type, std::string("Relu"));
        QTest::keyClick(panel->line(), Qt::Key_F3);
        QVERIFY(opened.document->selection()->current() != first);
        QTest::keyClick(panel->line(), Qt::Key_F3, Qt::ShiftModifier);
        QCOMPARE(opened.document->selection()->current(), first);
        QTest::mouseClick(panel->selectAllButton(), Qt::LeftButton);
        QCOMPARE(opened.document->selection()->items().size(), count);
        opened.shoot(QStringLiteral("views-find"));
    }

    void anInvalidQueryNamesItsColumnAndKeepsTheResults()
    {
        Opened opened(samplePath("residual-cnn"));
        opened.window.docks().show<ui::FindPanel>();
        auto* panel = opened.panel<ui::FindPanel>();
        QTest::keyClicks(panel->line(), QStringLiteral("relu"));
        QTRY_VERIFY(panel->view()->model()->rowCount() > 1);
        const auto count = panel->view()->model()->rowCount();
        QTest::keyClicks(panel->line(), QStringLiteral(" /(/"));
        QTRY_VERIFY(panel->message()->text().startsWith(QStringLiteral("Column ")));
        QCOMPARE(panel->view()->model()->rowCount(), count);
    }

    void aFailedFileIsExplainedInProblems()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("random.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is no model");
        file.close();
        Opened opened(path);
        QCOMPARE(opened.document->state(), Document::State::Failed);
        auto* problems = opened.panel<ui::ProblemsPanel>();
        QCOMPARE(problems->view()->model()->rowCount(), 1);
        opened.shoot(QStringLiteral("views-failed"));
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestViewPanels)
#include "tst_view_panels.moc"
