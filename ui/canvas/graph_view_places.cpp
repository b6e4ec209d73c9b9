#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/legend.h"
#include "ui/canvas/tools/legend_place.h"
#include "ui/canvas/tools/minimap.h"
#include "ui/canvas/tools/zoom_bar.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/window/actions.h"

#include <QLabel>

#include <algorithm>

/// Placement of zoom bar, minimap and legend over the graph.
namespace ui {

namespace {

constexpr int overlayMargin = 14; // pixels
constexpr QSize minimapSize(190, 160);
constexpr auto legendPlaceKey = "view/legendPlace";
/// A smaller canvas has no minimap.
constexpr QSize minForMinimap(520, 420);
/// A smaller canvas has neither zoom bar nor legend.
constexpr QSize minForZoomBar(240, 180);

} // namespace

/// Shows and hides the widgets over the graph. An empty graph has no legend, but a text that
/// explains why it is empty.
void GraphView::showOverlays()
{
    const auto hasRoom = [area = m_canvas->size()](QSize least) {
        return area.width() >= least.width() && area.height() >= least.height();
    };
    const auto& content = m_canvas->content();
    const bool isEmpty = content.scene != nullptr && content.scene->items.empty();
    const auto* legend = m_context.actions.action("view.legend");
    m_legend->setVisible(
        !isEmpty && hasRoom(minForZoomBar) && (legend == nullptr || legend->isChecked()));
    m_zoomBar->setVisible(hasRoom(minForZoomBar));
    const auto* minimap = m_context.actions.action("view.minimap");
    m_minimap->setVisible(hasRoom(minForMinimap) && (minimap == nullptr || minimap->isChecked()));
    m_nothing->setVisible(isEmpty);
    if (!isEmpty || m_document->model() == nullptr)
        return;
    const auto functions = static_cast<int>(m_document->model()->functions.size());
    auto text = tr("This graph has no nodes.");
    if (functions > 0)
        text += u'\n'
            + tr("The model has %n local function(s): see Model, Functions.", nullptr, functions);
    m_nothing->setText(text);
}

void GraphView::placeOverlays()
{
    const auto area = m_canvas->rect();
    showOverlays();
    m_nothing->setGeometry(area);
    m_minimap->setGeometry(area.right() - overlayMargin - minimapSize.width(),
        area.bottom() - overlayMargin - minimapSize.height(), minimapSize.width(),
        minimapSize.height());
    m_zoomBar->adjustSize();
    const int below = m_minimap->isVisibleTo(m_canvas) ? minimapSize.height() + 8 : 0;
    m_zoomBar->move(area.right() - overlayMargin - m_zoomBar->width(),
        area.bottom() - overlayMargin - below - m_zoomBar->height());
    const auto cards = shownCards();
    const auto corner = clearCorner(legendRoom(), m_legend->fullSize(), cards);
    m_legend->setFoldedForCards(!corner);
    const auto folded = corner ? corner : clearCorner(legendRoom(), m_legend->sizeHint(), cards);
    m_legendCorner = folded.value_or(QPointF(0, 1));
    placeLegend();
}

/// Returns the visible cards and titles of open groups, in pixels. Empty if there are many cards:
/// then all corners are equally good for the legend.
QList<QRectF> GraphView::shownCards() const
{
    constexpr std::size_t many = 400;
    constexpr double longestTitle = 240; // pixels
    const auto boxes = m_canvas->visibleBoxes();
    QList<QRectF> cards;
    if (boxes.size() > many || m_canvas->content().isEmpty())
        return cards;
    for (const auto box : boxes)
        cards.append(m_canvas->boxRect(box));
    for (const auto& frame : m_canvas->content().scene->frames) {
        auto title = toScreen(m_canvas->view(), frame.title());
        title.setWidth(std::min(title.width(), longestTitle));
        cards.append(title);
    }
    return cards;
}

LegendRoom GraphView::legendRoom() const
{
    LegendRoom room;
    room.area = m_canvas->rect();
    room.margin = overlayMargin;
    if (m_zoomBar->isVisibleTo(m_canvas))
        room.taken.append(m_zoomBar->geometry());
    if (m_minimap->isVisibleTo(m_canvas))
        room.taken.append(m_minimap->geometry());
    const auto box = m_canvas->marks().current;
    if (!m_canvas->content().isEmpty() && box != layout::noIndex)
        room.selection = m_canvas->boxRect(box);
    const auto wanted = settings::value(legendPlaceKey).split(u';', Qt::SkipEmptyParts);
    room.wanted = m_legendCorner;
    if (wanted.size() == 2)
        room.wanted = { std::clamp(wanted[0].toDouble(), 0.0, 1.0),
            std::clamp(wanted[1].toDouble(), 0.0, 1.0) };
    return room;
}

/// The legend never covers the selected node: it takes another corner, else it folds.
void GraphView::placeLegend()
{
    const auto room = legendRoom();
    m_legend->setFoldedForRoom(false);
    auto place = legendPlace(room, m_legend->sizeHint());
    if (!place) {
        m_legend->setFoldedForRoom(true);
        place = legendPlace(room, m_legend->sizeHint());
    }
    const auto size = m_legend->sizeHint();
    m_legend->setGeometry(QRect(place.value_or(wantedPlace(room, size)), size));
}

/// Moves the legend only if it covers the selected node.
void GraphView::moveLegendOffSelection()
{
    const auto room = legendRoom();
    if (room.selection.intersects(QRectF(m_legend->geometry())))
        placeLegend();
}

void GraphView::storeLegendPlace()
{
    const auto share = shareOf(legendRoom(), m_legend->size(), m_legend->pos());
    settings::setValue(
        legendPlaceKey, QString::number(share.x()) + u';' + QString::number(share.y()));
}

} // namespace ui
