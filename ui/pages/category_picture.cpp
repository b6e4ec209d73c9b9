#include "ui/pages/category_picture.h"

#include "ui/widgets/theme.h"

#include <QPainter>

namespace ui {

namespace {

constexpr qsizetype blocks = 9;

} // namespace

CategoryPicture::CategoryPicture(const QString& mix, QWidget* parent)
    : QWidget(parent)
    , m_mix(mix.left(blocks))
{
    setFixedSize(64, 40);
}

void CategoryPicture::paintEvent(QPaintEvent*)
{
    const auto& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.colour("border"));
    painter.setBrush(theme.colour("inset"));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(Qt::NoPen);
    // Positions as in a small graph: a chain that splits into three branches and joins again.
    static constexpr QPoint places[blocks] = { { 6, 17 }, { 15, 17 }, { 24, 17 }, { 33, 7 },
        { 33, 17 }, { 33, 27 }, { 42, 17 }, { 51, 12 }, { 51, 22 } };
    for (qsizetype i = 0; i < m_mix.size(); ++i) {
        const auto category = std::min<std::size_t>(
            static_cast<std::size_t>(m_mix[i].unicode() - u'A'), model::categoryCount - 1);
        painter.setBrush(
            theme.colour(theme.category(static_cast<model::Category>(category)).solid));
        painter.drawRoundedRect(QRectF(places[i], QSizeF(7, 6)), 1.5, 1.5);
    }
}

QString categoryMix(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    QString mix;
    for (qsizetype i = 0; i < std::min<qsizetype>(blocks, static_cast<qsizetype>(nodes.size()));
         ++i) {
        // Picks nodes at equal distances, so that the model's start and end are included.
        const auto& node = model.node(
            nodes[nodes.size() * static_cast<std::size_t>(i) / static_cast<std::size_t>(blocks)]);
        mix += QChar(static_cast<char16_t>(
            u'A' + static_cast<int>(model::Palette::instance().category(node.domain, node.type))));
    }
    return mix;
}

} // namespace ui
