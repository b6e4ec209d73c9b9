#include "ui/canvas/painting/card_cache.h"

#include "layout/card/group_card.h"
#include "ui/canvas/painting/font_measurer.h"
#include "ui/canvas/painting/group_text.h"
#include "ui/format.h"

#include <algorithm>
#include <cmath>

namespace ui {

using layout::CardMetrics;
using layout::CardRow;
using layout::TextRole;

namespace {

constexpr std::size_t maxCards = 6000;
/// The largest part of a row that its right text may take.
constexpr float rowTextPart = 0.72F;

} // namespace

CardCache::CardCache(const CanvasContent& content, model::ThemeKind theme)
    : m_content(content)
    , m_theme(theme)
    , m_measurer(fontMeasurer())
    , m_range(content.overlay ? content.overlay->range() : layout::Overlay::Range {})
{
}

const PreparedCard& CardCache::card(std::uint32_t box)
{
    const auto known = m_cards.find(box);
    if (known != m_cards.end())
        return known->second;
    if (m_cards.size() >= maxCards)
        m_cards.clear();
    return m_cards.emplace(box, prepare(box)).first->second;
}

QString CardCache::fitted(TextRole role, const std::string& text, float width) const
{
    return width <= 0 ? QString()
                      : QString::fromStdString(layout::elidedTo(*m_measurer, role, text, width));
}

PreparedCard CardCache::prepare(std::uint32_t box) const
{
    const auto item = m_content.scene->items[box];
    const auto content = layout::boxContent(
        *m_content.model, m_content.analysis.get(), *m_content.scene, box, m_content.cards);
    const float width = m_content.scene->boxes[box].width - 2 * CardMetrics::side;
    PreparedCard card;
    card.kind = content.kind;
    card.category = content.category;
    card.hasInside = content.hasInside;
    card.isCustom = content.isCustom();
    card.code = content.isCustom()
        ? QStringLiteral("?")
        : QString::fromUtf8(model::Palette::instance().code(content.category));
    if (item.isGroup())
        return prepareGroup(std::move(card), content, item);
    if (content.kind != layout::ItemKind::Node) {
        card.title = fitted(TextRole::Strong, content.title, width);
        card.name = fitted(TextRole::Row, content.name, width);
        return card;
    }
    const auto* overlay = m_content.overlay.get();
    if (overlay != nullptr && overlay->use == layout::Overlay::Use::Classes) {
        card.category = overlay->classHue(item.node());
        card.isCustom = card.category == model::Category::Custom;
    }
    // Badges get only the room that the operator type leaves.
    const float type = m_measurer->width(TextRole::Title, content.title);
    const float badges = prepareBadges(card, item.node(), width - type);
    card.title = fitted(TextRole::Title, content.title, width - badges);
    card.name = fitted(TextRole::Name, content.name, width);
    prepareRows(card, content, width);
    prepareMeasured(card, item.node());
    return card;
}

PreparedCard CardCache::prepareGroup(
    PreparedCard card, const layout::CardContent& content, layout::Item item) const
{
    card.title = QString::fromStdString(content.title);
    card.name = groupCountLabel(*m_content.scene->groups, item);
    const auto* overlay = m_content.overlay.get();
    const bool isSum = overlay != nullptr && overlay->use != layout::Overlay::Use::Classes;
    const double value
        = isSum ? layout::groupMeasure(*m_content.scene->groups, item, *overlay) : std::nan("");
    if (std::isnan(value))
        return card;
    card.isMeasured = true;
    card.heat = overlay->position(value, m_range);
    if (overlay->text)
        card.measured = QString::fromStdString(overlay->text(value));
    double share = 0;
    layout::visitNodes(*m_content.scene->groups, item, [&](model::NodeId node) {
        if (node.value() < overlay->shares.size() && !std::isnan(overlay->shares[node.value()]))
            share += overlay->shares[node.value()];
    });
    if (share > 0)
        card.share = cardShareText(share);
    return card;
}

void CardCache::prepareRows(
    PreparedCard& card, const layout::CardContent& content, float width) const
{
    for (const auto& row : content.rows) {
        const bool isData
            = row.kind == CardRow::Kind::Weight || row.kind == CardRow::Kind::Constant;
        const float room = width - (isData ? CardMetrics::weightIcon : 0);
        const float wanted = m_measurer->width(TextRole::Row, row.text);
        const float label = m_measurer->width(TextRole::Row, row.label);
        // The side that needs less leaves the rest to the other side.
        const float textRoom = std::max(
            std::min(wanted, room * rowTextPart), room - label - CardMetrics::columnGap / 2);
        const float taken
            = row.text.empty() ? 0 : std::min(wanted, textRoom) + CardMetrics::columnGap / 2;
        card.rows.push_back({ row.kind, fitted(TextRole::Row, row.label, room - taken),
            fitted(TextRole::Row, row.text, textRoom) });
    }
}

float CardCache::prepareBadges(PreparedCard& card, model::NodeId node, float room) const
{
    float taken = card.hasInside ? 18 : 0;
    if (m_content.badges == nullptr)
        return taken;
    const auto found = m_content.badges->find(node.value());
    if (found == m_content.badges->end())
        return taken;
    for (std::size_t i = 0; i < std::min(found->second.size(), layout::badgesShown); ++i) {
        const auto& badge = found->second[i];
        const std::string words(layout::badgeNames(badge, i, room - taken, *m_measurer));
        if (words.empty())
            break;
        const float width = m_measurer->width(TextRole::Badge, words) + layout::badgePadding;
        card.badges.push_back(
            { QString::fromStdString(words), layout::toneColours(badge.tone, m_theme), width });
        taken += width + layout::badgeGap;
    }
    return taken;
}

void CardCache::prepareMeasured(PreparedCard& card, model::NodeId node) const
{
    const auto* overlay = m_content.overlay.get();
    if (overlay == nullptr || !overlay->isMeasured(node))
        return;
    const double value = overlay->value(node);
    card.isMeasured = true;
    card.heat = overlay->position(value, m_range);
    if (overlay->text)
        card.measured = QString::fromStdString(overlay->text(value));
    const auto at = node.value();
    if (overlay->intervalText && at < overlay->intervals.size()
        && !std::isnan(overlay->intervals[at].low))
        card.interval
            = QString::fromStdString(overlay->intervalText(value, overlay->intervals[at]));
    if (at < overlay->shares.size() && !std::isnan(overlay->shares[at]))
        card.share = cardShareText(overlay->shares[at]);
}

} // namespace ui
