#include "ui/inspectors/chips.h"

#include "ui/translation/translations.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QPainter>

namespace ui {

CategoryChip::CategoryChip(model::Category category, QWidget* parent)
    : QWidget(parent)
    , m_category(category)
{
    setFixedSize(CategoryChip::sizeHint());
    setToolTip(nameText(model::Palette::instance().name(category)));
    setAccessibleName(toolTip());
}

void paintCategoryChip(
    QPainter& painter, const QRect& place, model::Category category, const QFont& font)
{
    const auto& theme = Theme::instance();
    const auto& colours = theme.category(category);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour(colours.solid));
    painter.drawRoundedRect(place, 4, 4);
    auto used = scaledFont(font);
    used.setWeight(QFont::Bold);
    painter.setFont(used);
    painter.setPen(theme.colour(colours.onSolid));
    const auto code = model::Palette::instance().code(category);
    painter.drawText(place, Qt::AlignCenter,
        QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size())));
}

void CategoryChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintCategoryChip(painter, rect(), m_category, font());
}

QLabel* makeStateChip(const QString& text, const char* tone, QWidget* parent)
{
    auto* label = makeLabel(text, "chip", parent);
    label->setProperty("tone", tone);
    label->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    return label;
}

QPushButton* makeChoiceChip(
    const QString& text, QWidget* parent, QAnyStringView name, const QString& tip)
{
    auto* chip = new QPushButton(text, parent);
    chip->setObjectName(name);
    chip->setToolTip(tip);
    chip->setProperty("chip", true);
    chip->setCheckable(true);
    auto bold = chip->font();
    bold.setBold(true);
    constexpr int around = 28; // padding and border of the style sheet, in pixels
    chip->setMinimumWidth(QFontMetrics(bold).horizontalAdvance(text) + around);
    return chip;
}

} // namespace ui
