#pragma once

#include "model/palette.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace ui {

/// Paints the chip of CategoryChip, for delegates.
void paintCategoryChip(
    QPainter& painter, const QRect& place, model::Category category, const QFont& font);

/// A chip with the two-letter code of a category on its colour.
class CategoryChip : public QWidget {
    Q_OBJECT

public:
    explicit CategoryChip(model::Category category, QWidget* parent = nullptr);

    QSize sizeHint() const override { return { 24, 20 }; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    model::Category m_category;
};

/// A label with a short state on a tinted background. `tone`: good, warning, error or info; the
/// style sheet uses it as a property.
QLabel* makeStateChip(const QString& text, const char* tone, QWidget* parent);

/// A checkable round button, for a choice of views or a filter. Wide enough for its text in bold,
/// which it has when checked.
QPushButton* makeChoiceChip(
    const QString& text, QWidget* parent, QAnyStringView name = {}, const QString& tip = {});

} // namespace ui
