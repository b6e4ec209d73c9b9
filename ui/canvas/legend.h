#pragma once

#include "ui/canvas/canvas_content.h"

#include <QWidget>

namespace ui {

/// What the colours mean: the categories that occur, or the scale of the overlay with a mark for
/// the selected node.
class Legend : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);
    void setContent(const CanvasContent& content);
    void setCurrent(model::NodeId node);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry {
        model::Category category;
        QString name;
    };
    void paintCategories(QPainter& painter);
    void paintScale(QPainter& painter);

    std::vector<Entry> m_entries;
    std::shared_ptr<const layout::Overlay> m_overlay;
    layout::Overlay::Range m_range;
    model::NodeId m_current;
};

} // namespace ui
