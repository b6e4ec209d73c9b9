#include "ui/inspectors/fact_list.h"

#include "ui/inspectors/elided_label.h"
#include "ui/widgets/labels.h"

#include <QGridLayout>
#include <QLabel>

namespace ui {

FactList::FactList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(1);
    m_grid->setColumnStretch(0, 2);
    m_grid->setColumnStretch(1, 3);
}

ElidedLabel* FactList::add(const QString& name, const QString& value)
{
    auto* label = new ElidedLabel(name, ElidedLabel::Look::Secondary, this);
    auto* text = new ElidedLabel(value, ElidedLabel::Look::Body, this);
    text->setAlignment(Qt::AlignRight);
    text->setAccessibleName(name + QStringLiteral(": ") + value);
    // A number must not be elided, because it would look like another number; the name is elided
    // instead.
    constexpr qsizetype longestNumber = 24;
    if (value.size() <= longestNumber)
        text->setMinimumWidth(text->sizeHint().width());
    m_grid->addWidget(label, m_rows, 0);
    m_grid->addWidget(text, m_rows, 1);
    ++m_rows;
    return text;
}

ElidedLabel* FactList::addLink(
    const QString& name, const QString& value, std::function<void()> follow)
{
    auto* text = add(name, value);
    text->setLink(true);
    connect(text, &ElidedLabel::activated, this, std::move(follow));
    return text;
}

ElidedLabel* FactList::addQuiet(const QString& name, const QString& value)
{
    auto* text = add(name, value);
    text->setTone("textSecondary");
    return text;
}

void FactList::addWide(QWidget* widget) { m_grid->addWidget(widget, m_rows++, 0, 1, 2); }

QLabel* makeText(const QString& text, QWidget* parent, const char* look)
{
    auto* label = makeWrappedLabel(text, look, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A long name without spaces must not widen the dock.
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

QLabel* makeSecondaryText(const QString& text, QWidget* parent)
{
    return makeText(text, parent, "secondary");
}

} // namespace ui
