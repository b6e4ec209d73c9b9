#pragma once

#include <QByteArray>
#include <QWidget>

namespace ui {

/// An icon that stands beside a text. Painted each time, so that it follows the theme and the
/// screen's pixel ratio.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    IconLabel(const char* name, int side, const char* token, QWidget* parent = nullptr);

    /// Shows another icon; `token` is the theme colour.
    void setIcon(const char* name, const char* token);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QByteArray m_name;
    QByteArray m_token;
};

} // namespace ui
