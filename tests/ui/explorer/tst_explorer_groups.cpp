#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/delegates/roles.h"
#include "ui/document/settings.h"
#include "ui/explorer/explorer_model.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/inspectors/inspector_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

using ui::ExplorerModel;
using ui::SelectedItem;

/// Groups in the tree, the selection and the inspector of the real window.
class TestExplorerGroups : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(m_document != nullptr);
        QTRY_VERIFY(m_document->groupTree() != nullptr);
    }
    void init()
    {
        m_document->selection()->clear();
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void aRowOfTheTreeSelectsItsGroup()
    {
        const auto group = groupTitled("layers.1");
        view()->setCurrentIndex(rowOf(group));
        QCOMPARE(m_document->selection()->current(), group);
        m_driven->settle();
        QCOMPARE(inspected<ui::ElidedLabel>("inspectorTitle")->text(), QStringLiteral("layers.1"));
        for (const auto* section : { "section.group", "section.together", "section.groupsLike",
                 "section.entering", "section.leaving", "section.operators" })
            QVERIFY2(inspected<QWidget>(section) != nullptr, section);
        m_driven->shoot(QStringLiteral("explorer-group"));
    }

    void theTreeFollowsTheSelection()
    {
        const auto group = groupTitled("mlp");
        m_document->selection()->select(group);
        QCOMPARE(ui::itemOf(view()->currentIndex().data(ui::ItemRole)), group);
    }

    void spaceFoldsInThePicture()
    {
        const auto group = groupTitled("layers.0");
        view()->setCurrentIndex(rowOf(group));
        const bool wasOpen = m_document->isGroupOpen(group.id);
        QTest::keyClick(view(), Qt::Key_Space);
        QCOMPARE(m_document->isGroupOpen(group.id), !wasOpen);
        m_driven->settle();
        QTest::keyClick(view(), Qt::Key_Space);
        QCOMPARE(m_document->isGroupOpen(group.id), wasOpen);
    }

    void theInspectorFoldsAndCopies()
    {
        const auto group = groupTitled("layers.0");
        m_document->selection()->select(group);
        m_driven->settle();
        const bool wasOpen = m_document->isGroupOpen(group.id);
        inspected<QPushButton>("foldGroup")->click();
        QCOMPARE(m_document->isGroupOpen(group.id), !wasOpen);
        m_driven->settle();
        inspected<QPushButton>("foldGroup")->click();
        QCOMPARE(m_document->isGroupOpen(group.id), wasOpen);
        m_driven->settle();
        inspected<QPushButton>("copyAsText")->click();
        const auto lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(),
            static_cast<qsizetype>(m_document->groupTree()->groups[group.id].totalNodes));
        QVERIFY(lines.join(u' ').contains(QStringLiteral("MatMul")));
    }

    void aLinkLeadsToAnEqualGroup()
    {
        const auto group = groupTitled("layers.1");
        m_document->selection()->select(group);
        m_driven->settle();
        const auto links
            = inspected<QWidget>("section.groupsLike")->findChildren<ui::ElidedLabel*>();
        const auto link = std::ranges::find_if(links, [](auto* label) { return label->isLink(); });
        QVERIFY(link != links.end());
        emit(*link)->activated();
        const auto current = m_document->selection()->current();
        QVERIFY(current.isGroup() && current != group);
        const auto& groups = m_document->groupTree()->groups;
        QCOMPARE(groups[current.id].structure, groups[group.id].structure);
    }

    void severalThingsAreSummedUp()
    {
        const auto group = groupTitled("mlp");
        m_document->selection()->set({ group, { SelectedItem::Kind::Node, 0 } }, group);
        m_driven->settle();
        for (const auto* section :
            { "section.many", "section.together", "section.entering", "section.operators" })
            QVERIFY2(inspected<QWidget>(section) != nullptr, section);
        QVERIFY(inspected<QWidget>("section.group") == nullptr);
    }

    void theSecondColumnIsChosenAndRemembered()
    {
        auto* button = panel()->titleTools()->findChild<QMenu*>();
        QVERIFY(button != nullptr);
        const auto choose = [&](const QString& text) {
            const auto actions = button->actions();
            const auto found = std::ranges::find_if(
                actions, [&](auto* action) { return action->text() == text; });
            QVERIFY(found != actions.end());
            (*found)->trigger();
        };
        choose(QStringLiteral("Parameters"));
        const auto* model = view()->model();
        QCOMPARE(model->headerData(1, Qt::Horizontal).toString(), QStringLiteral("Parameters"));
        QVERIFY(!model->index(0, 1).data().toString().isEmpty());
        QCOMPARE(
            ui::settings::value(QStringLiteral("explorer/measure")), QStringLiteral("parameters"));
        choose(QStringLiteral("Nodes"));
        QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("482"));
    }

private:
    ui::ExplorerPanel* panel() { return m_driven->panel<ui::ExplorerPanel>(); }
    QTreeView* view() { return panel()->view(); }

    SelectedItem groupTitled(std::string_view title)
    {
        const auto& groups = m_document->groupTree()->groups;
        const auto found = std::ranges::find(groups, title, &layout::Group::title);
        return { SelectedItem::Kind::Group, static_cast<std::uint32_t>(found - groups.begin()) };
    }

    QModelIndex rowOf(const SelectedItem& item)
    {
        return static_cast<ExplorerModel*>(view()->model())
            ->indexOf(item, m_document->currentGraph());
    }

    template <typename T>
    T* inspected(const char* name)
    {
        auto* inspector = m_driven->panel<ui::InspectorPanel>()->view();
        if (auto* found = inspector->findChild<T*>(QString::fromLatin1(name)))
            return found;
        return nullptr;
    }

    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
};

QTEST_MAIN(TestExplorerGroups)
#include "tst_explorer_groups.moc"
