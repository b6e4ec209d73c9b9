#pragma once

#include <QLayout>
#include <QList>

#include <memory>
#include <vector>

namespace ui {

/// Widgets side by side, in as many rows as the width asks for: a row of buttons that is never cut.
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
    /// Where each item stands in a rectangle of this width; its height is what they need.
    std::vector<QRect> placesIn(const QRect& rect) const;

    QList<QLayoutItem*> m_items; ///< owned, as QLayout's contract has it
};

} // namespace ui
