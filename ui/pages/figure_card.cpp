#include "ui/pages/figure_card.h"

#include "ui/inspectors/fact_list.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QFrame>

namespace ui {

QFrame* makeCard(QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    return card;
}

QWidget* makeFigureCard(const FigureCard& figure, QWidget* parent)
{
    auto* card = makeCard(parent);
    auto* column = makeColumn(card, { 12, 8, 12, 8 }, styleSpacing);
    column->addWidget(makeSecondaryText(figure.name, card));
    auto* value = makeLabel(figure.value, "heading", card);
    value->setFont(scaledFont(value->font(), 1.35));
    column->addWidget(value);
    column->addWidget(makeSecondaryText(figure.detail, card));
    column->addStretch();
    return card;
}

} // namespace ui
