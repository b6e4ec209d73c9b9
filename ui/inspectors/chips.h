#pragma once

#include "model/palette.h"

#include <QLabel>
#include <QPushButton>
#include <QWidget>

namespace ui {

/// The two-letter code of a category on its colour.
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

/// A short state on a tinted ground; `tone`: good, warning, error, info. The style sheet knows the
/// property.
QLabel* makeStateChip(const QString& text, const char* tone, QWidget* parent);

/// A round button that stays down: one of several views, or a filter. Wide enough for its text in
/// bold, as it is when down.
QPushButton* makeChoiceChip(const QString& text, QWidget* parent);

} // namespace ui
