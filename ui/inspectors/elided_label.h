#pragma once

#include <QWidget>

namespace ui {

/// One line of plain text of a file, elided in the middle where it does not fit; the tool tip has
/// all of it and Ctrl+C copies it. As a link it is reached by Tab and answers clicks, Enter and
/// Space.
class ElidedLabel : public QWidget {
    Q_OBJECT

public:
    enum class Look { Body, Strong, Secondary, Mono };

    explicit ElidedLabel(const QString& text, Look look = Look::Body, QWidget* parent = nullptr);

    void setText(const QString& text);
    QString text() const { return m_text; }
    void setAlignment(Qt::Alignment alignment);
    /// Token of a theme colour; empty = by the look.
    void setTone(const QByteArray& token);
    void setLink(bool isLink);
    bool isLink() const { return m_isLink; }
    /// Shown as tool tip in place of the text.
    void setHint(const QString& hint) { m_hint = hint; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void activated();

protected:
    bool event(QEvent* event) override;
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
