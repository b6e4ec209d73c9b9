#pragma once

#include <QBoxLayout>

namespace ui {

/// Lets the style choose the distance between the widgets of a layout.
constexpr int styleSpacing = -1;

/// Makes the layout of `parent`, or one to be added to another layout if null.
inline QVBoxLayout* makeColumn(
    QWidget* parent = nullptr, const QMargins& margins = {}, int spacing = 0)
{
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(margins);
    column->setSpacing(spacing);
    return column;
}

/// As makeColumn(), from left to right.
inline QHBoxLayout* makeRow(
    QWidget* parent = nullptr, const QMargins& margins = {}, int spacing = 0)
{
    auto* row = new QHBoxLayout(parent);
    row->setContentsMargins(margins);
    row->setSpacing(spacing);
    return row;
}

} // namespace ui
