#pragma once

#include "model/palette.h"

#include <QAbstractButton>
#include <QString>

#include <optional>

namespace ui {

/// A row of a histogram: name, bar and value. setFollowable() makes it a link.
class BarRow : public QAbstractButton {
    Q_OBJECT

public:
    /// `fraction`: length of the bar relative to the longest one. With a category, its code
    /// precedes the name and its colour fills the bar.
    BarRow(const QString& name, const QString& value, double fraction,
        std::optional<model::Category> category, QWidget* parent);

    /// Makes the row focusable by Tab and underlines it under the pointer; `hint` describes the
    /// effect of a click.
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
