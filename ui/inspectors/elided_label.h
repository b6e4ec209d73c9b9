#pragma once

#include "ui/widgets/tip_widget.h"

namespace ui {

/// One line of plain text, elided in the middle if too long. The tool tip has the full text, and
/// Ctrl+C copies it. As a link, it is focusable by Tab and reacts to clicks, Enter and Space.
class ElidedLabel : public TipWidget {
    Q_OBJECT

public:
    enum class Look { Body, Strong, Secondary, Mono };

    explicit ElidedLabel(const QString& text, Look look = Look::Body, QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }
    void setAlignment(Qt::Alignment alignment);
    /// Colour token of the theme; empty = that of the look.
    void setTone(const QByteArray& token);
    void setLink(bool isLink);
    bool isLink() const { return m_isLink; }
    /// Sets a tool tip that replaces the text.
    void setHint(const QString& hint) { m_hint = hint; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void activated();

protected:
    QString tipAt(QPoint point) const override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QFont textFont() const;
    QByteArray colourToken() const;

    QString m_text;
    QString m_hint;
    Look m_look;
    Qt::Alignment m_alignment = Qt::AlignLeft;
    QByteArray m_tone;
    bool m_isLink = false;
};

} // namespace ui
