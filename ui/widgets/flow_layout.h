#pragma once

#include <QLayout>
#include <QList>

#include <vector>

namespace ui {

/// Lays out widgets side by side and starts a new row where the width ends, so that no button is
/// cut.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    using QLayout::QLayout;
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    /// Returns the rectangle of each item. Uses only the position and the width of `rect`.
    std::vector<QRect> placesIn(const QRect& rect) const;

    QList<QLayoutItem*> m_items; ///< owned, as QLayout requires
};

} // namespace ui
