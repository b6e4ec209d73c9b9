#pragma once

#include <QFrame>

class QLineEdit;
class QListView;

namespace ui {

/// Base class of popups with a list and a line that filters it. The line keeps the focus; arrow
/// keys go to the list. A subclass lays both out and fills the list. A popup deletes itself when it
/// closes.
class FilteredPopup : public QFrame {
    Q_OBJECT

public:
    FilteredPopup(const QString& title, const QString& filterName, QWidget* parent);

    QLineEdit* filter() const { return m_filter; }
    QListView* list() const { return m_list; }
    /// Shows the popup near a position on the screen, within it.
    void popUp(const QPoint& at);
    QSize sizeHint() const override = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLineEdit* m_filter;
    QListView* m_list;
};

} // namespace ui
