#pragma once

#include <QLabel>

namespace ui {

/// Plain secondary text with word wrap. Its minimum height is the height of its lines at its
/// current width. Without that, a form that was laid out at another width would cut lines.
class NoteLabel : public QLabel {
    Q_OBJECT

public:
    explicit NoteLabel(QWidget* parent = nullptr);
    void setText(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fit();
};

} // namespace ui
