#pragma once

#include "model/palette.h"

#include <QAbstractButton>
#include <QString>

#include <optional>

namespace ui {

/// A line of a histogram: what, a bar, and how much. With `setFollowable` it is a link.
class BarRow : public QAbstractButton {
    Q_OBJECT

public:
    /// `fraction` of the longest bar; with a category its code stands before and its colour fills
    /// the bar.
    BarRow(const QString& name, const QString& value, double fraction,
        std::optional<model::Category> category, QWidget* parent);

    /// Reached by Tab, underlined under the pointer; `hint` says what a click does.
    void setFollowable(const QString& hint);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_value;
    double m_fraction;
    std::optional<model::Category> m_category;
    bool m_isFollowable = false;
};

} // namespace ui
