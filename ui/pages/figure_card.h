#pragma once

#include <QString>

class QFrame;
class QWidget;

namespace ui {

/// A frame with the look of a card.
QFrame* makeCard(QWidget* parent);

/// A card with a small name, a large value below it, and a detail below that.
struct FigureCard {
    QString name;
    QString value;
    QString detail;
};
QWidget* makeFigureCard(const FigureCard& figure, QWidget* parent);

} // namespace ui
