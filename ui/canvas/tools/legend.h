#pragma once

#include "ui/canvas/canvas_content.h"

#include <QWidget>

namespace ui {

/// Explains the colours: the categories that occur, or the scale of the overlay with a mark for the
/// selected node. The user can drag it and fold it to its name. Its owner decides where it is
/// placed.
class Legend : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    void setContent(const CanvasContent& content);
    void setCurrent(model::NodeId node);
    QSize sizeHint() const override;

    bool isFolded() const { return m_isFolded || m_isSqueezed || m_isCrowded; }
    /// Folds or unfolds it for the user; stored in the settings.
    void setFolded(bool isFolded);
    /// Folds it while there is no room for the unfolded form.
    void setFoldedForRoom(bool isSqueezed);
    /// Folds it until the user unfolds it, because the unfolded form would cover cards.
    void setFoldedForCards(bool isCrowded);
    /// Size of the unfolded form.
    QSize fullSize() const;

signals:
    void reshaped(); ///< its size hint changed
    void dragged(); ///< the user moved it to its current place

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Entry {
        model::Category category;
        QString name;
        bool isFallback = false; ///< a badge instead of a category
    };
    void addFallbacks(const layout::Badges* badges);
    void paintCategories(QPainter& painter);
    void paintScale(QPainter& painter);
    void paintFolded(QPainter& painter);
    void paintArrow(QPainter& painter);
    int columnCount() const;
    int rowCount() const;
    int columnWidth() const;

    std::vector<Entry> m_entries;
    std::shared_ptr<const layout::Overlay> m_overlay;
    layout::Overlay::Range m_range;
    model::NodeId m_current;
    bool m_isFolded = false;
    bool m_isSqueezed = false;
    bool m_isCrowded = false;
    QPoint m_pressed;
    bool m_isDragged = false;
};

} // namespace ui
