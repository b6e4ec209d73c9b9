#pragma once

#include <QLabel>

namespace ui {

/// A label that shows its text as it is, never as markup. `look` names a property of the style
/// sheet, such as `secondary` or `heading`; null is normal text.
QLabel* makeLabel(const QString& text = {}, const char* look = nullptr, QWidget* parent = nullptr);
/// As makeLabel(), with word wrap.
QLabel* makeWrappedLabel(
    const QString& text = {}, const char* look = nullptr, QWidget* parent = nullptr);
/// The text in the middle of a view that has nothing to show.
QLabel* makeEmptyLabel(const QString& text, QWidget* parent);

} // namespace ui
