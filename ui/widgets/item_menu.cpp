#include "ui/widgets/item_menu.h"

#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace ui {

namespace {

/// Returns the name as it is in the file: for the clipboard it is neither sanitised nor shortened.
QString nameOf(const Document& document, const SelectedItem& item)
{
    if (item.isNode())
        return document.nodeLabel(model::NodeId(item.id));
    return item.isValue() ? QString::fromStdString(document.model()->values[item.id].name)
                          : QString();
}

bool exists(const Document* document, const SelectedItem& item)
{
    if (document == nullptr || document->model() == nullptr)
        return false;
    return (item.isNode() && item.id < document->model()->nodes.size())
        || (item.isValue() && item.id < document->model()->values.size());
}

void selectAllOfType(Document& document, const SelectedItem& item)
{
    const auto& nodes = document.model()->nodes;
    QList<SelectedItem> items;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].type == nodes[item.id].type && nodes[i].domain == nodes[item.id].domain)
            items.append({ SelectedItem::Kind::Node, i });
    }
    document.selection()->set(std::move(items), item);
}

void addItemActions(QMenu& menu, Panel& panel, const SelectedItem& item)
{
    auto* document = panel.document();
    menu.addAction(tr("Show in Graph"), &panel, [&panel, item] { showInGraph(panel, item); });
    menu.addAction(tr("Copy Name"), document,
        [document, item] { QGuiApplication::clipboard()->setText(nameOf(*document, item)); });
    if (item.isNode()) {
        const auto type = plain(document->model()->nodes[item.id].type, 40);
        menu.addAction(tr("Select All %1").arg(type).replace(u'&', QStringLiteral("&&")), document,
            [document, item] { selectAllOfType(*document, item); });
    }
    menu.addAction(panel.context().actions.action("edit.addNote"));
    if (item.isValue())
        menu.addAction(tr("View Values"), document,
            [document, item] { document->openTensor(model::ValueId(item.id)); });
    menu.addSeparator();
}

} // namespace

void showInGraph(Panel& panel, const SelectedItem& item)
{
    if (item.isNode())
        panel.document()->reveal(model::NodeId(item.id));
    else
        panel.document()->revealValue(model::ValueId(item.id));
    panel.context().actions.action("go.graph")->trigger();
}

void addItemMenu(QAbstractItemView& view, Panel& panel, MoreCommands more)
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&view, &QWidget::customContextMenuRequested, &panel,
        [&view, &panel, more = std::move(more)](const QPoint& position) {
            auto index = view.indexAt(position);
            if (!index.isValid())
                index = view.currentIndex(); // the menu was opened with the keyboard
            const auto item = itemOf(index.siblingAtColumn(0).data(ItemRole));
            auto* menu = new QMenu(&view);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->setObjectName("itemMenu");
            if (more && index.isValid()) {
                for (const auto& command : more(index))
                    menu->addAction(command.text, &panel, command.follow);
                if (!menu->isEmpty())
                    menu->addSeparator();
            }
            if (exists(panel.document(), item))
                addItemActions(*menu, panel, item);
            menu->addActions(view.actions());
            menu->popup(view.viewport()->mapToGlobal(position));
        });
}

} // namespace ui
