#pragma once

#include "ui/canvas/canvas_content.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace ui {

/// A card's texts, elided to its width and ready to be drawn.
struct PreparedCard {
    struct Row {
        layout::CardRow::Kind kind = layout::CardRow::Kind::Attribute;
        QString label;
        QString text;
    };
    struct Mark {
        QString text;
        layout::ToneColours colours {};
        float width = 0;
    };

    layout::ItemKind kind = layout::ItemKind::Node;
    model::Category category = model::Category::Custom;
    bool hasInside = false;
    bool isCustom = false; ///< hatched and dashed
    QString title;
    QString name;
    QString code; ///< two letters of the category
    std::vector<Row> rows;
    std::vector<Mark> badges;
    bool isMeasured = false;
    double heat = 0; ///< position on the overlay's scale
    QString measured;
    QString interval;
    QString share;
};

/// Keeps prepared cards, up to 6000. A card is prepared when it is drawn first.
class CardCache {
public:
    CardCache(const CanvasContent& content, model::ThemeKind theme);
    const PreparedCard& card(std::uint32_t box);

private:
    PreparedCard prepare(std::uint32_t box) const;
    PreparedCard prepareGroup(
        PreparedCard card, const layout::CardContent& content, layout::Item item) const;
    void prepareRows(PreparedCard& card, const layout::CardContent& content, float width) const;
    float prepareBadges(PreparedCard& card, model::NodeId node, float room) const;
    void prepareMeasured(PreparedCard& card, model::NodeId node) const;
    QString fitted(layout::TextRole role, const std::string& text, float width) const;

    const CanvasContent& m_content;
    model::ThemeKind m_theme;
    std::shared_ptr<const layout::TextMeasurer> m_measurer;
    layout::Overlay::Range m_range;
    std::unordered_map<std::uint32_t, PreparedCard> m_cards;
};

} // namespace ui
