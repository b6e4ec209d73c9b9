#include "ui/window/neighbour_steps.h"

#include "ui/document/document.h"
#include "ui/widgets/plain_text.h"

#include <QMenu>

#include <algorithm>

namespace ui {

namespace {

void chooseNode(Document* document, const QList<model::NodeId>& nodes, QWidget& page)
{
    if (nodes.isEmpty())
        return;
    if (nodes.size() == 1)
        return document->reveal(nodes.first());
    constexpr qsizetype maxShown = 40; // the inspector lists them all
    auto* menu = new QMenu(&page);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("nodeChoice");
    for (qsizetype i = 0; i < std::min(nodes.size(), maxShown); ++i) {
        const auto& node = document->model()->node(nodes[i]);
        auto text
            = plain(node.type, 40) + QStringLiteral("  ") + plain(document->nodeText(nodes[i]), 80);
        const auto key = i < 9 ? QStringLiteral("&%1  ").arg(i + 1) : QString();
        menu->addAction(key + text.replace(u'&', QStringLiteral("&&")), document,
            [document, id = nodes[i]] { document->reveal(id); });
    }
    menu->popup(page.mapToGlobal(page.rect().center()));
}

/// The selected value, or these of the selected node.
std::vector<model::ValueId> selectedValues(
    const Document* document, std::vector<model::ValueId> model::Node::*ofNode)
{
    if (document == nullptr || document->model() == nullptr)
        return {};
    const auto current = document->selection()->current();
    std::vector<model::ValueId> values;
    if (current.isValue())
        values.emplace_back(current.id);
    else if (current.isNode())
        values = document->model()->nodes[current.id].*ofNode;
    std::erase_if(values, [](model::ValueId value) { return !value.isValid(); });
    return values;
}

} // namespace

void goToProducer(Document* document, QWidget& page)
{
    QList<model::NodeId> producers;
    for (const auto value : selectedValues(document, &model::Node::inputs)) {
        const auto producer = document->model()->value(value).producer;
        if (producer.isValid() && !producers.contains(producer))
            producers.append(producer);
    }
    chooseNode(document, producers, page);
}

void goToReader(Document* document, QWidget& page)
{
    QList<model::NodeId> readers;
    for (const auto value : selectedValues(document, &model::Node::outputs)) {
        for (const auto& use : document->model()->value(value).uses) {
            if (!readers.contains(use.node))
                readers.append(use.node);
        }
    }
    chooseNode(document, readers, page);
}

} // namespace ui
