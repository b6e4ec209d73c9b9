#pragma once

#include <QLabel>

namespace ui {

/// Plain secondary text that wraps, never lower than its lines are at the width it has: a form that
/// was measured before it got its width shares out heights of another one.
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
