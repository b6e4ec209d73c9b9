#pragma once

#include "ui/canvas/canvas_content.h"

#include <QWidget>

namespace ui {

/// What the colours mean: the categories that occur, or the scale of the overlay with a mark for
/// the selected node. It can be dragged elsewhere and folded to its name; where it stands is
/// decided by whoever owns it.
class Legend : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    void setContent(const CanvasContent& content);
    void setCurrent(model::NodeId node);
    QSize sizeHint() const override;

    bool isFolded() const { return m_isFolded || m_isSqueezed || m_isCrowded; }
    /// By the user: kept in the settings.
    void setFolded(bool isFolded);
    /// For as long as there is no room for more.
    void setSqueezed(bool isSqueezed);
    /// Unfolded it would cover cards: folded until the user unfolds it.
    void setCrowded(bool isCrowded);
    /// Of its unfolded form.
    QSize fullSize() const;

signals:
    void reshaped(); ///< its size hint changed
    void dragged(); ///< to where it is now, by the user

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
