#include "ui/widgets/labels.h"

namespace ui {

QLabel* makeLabel(const QString& text, const char* look, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    if (look != nullptr)
        label->setProperty(look, true);
    return label;
}

QLabel* makeWrappedLabel(const QString& text, const char* look, QWidget* parent)
{
    auto* label = makeLabel(text, look, parent);
    label->setWordWrap(true);
    return label;
}

QLabel* makeEmptyLabel(const QString& text, QWidget* parent)
{
    auto* label = makeWrappedLabel(text, "secondary", parent);
    label->setAlignment(Qt::AlignCenter);
    return label;
}

} // namespace ui
