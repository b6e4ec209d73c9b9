#pragma once

#include <QFrame>
#include <QStringList>

class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace ui {

/// A popup with a list and a line that filters it, for readers of a value or for notes. Enter or a
/// click chooses an entry. The entries are shown as plain text.
class ChoiceList : public QFrame {
    Q_OBJECT

public:
    ChoiceList(const QString& title, const QStringList& texts, QWidget* parent);

    QLineEdit* filter() const { return m_filter; }
    QListView* list() const { return m_list; }
    /// Shows the popup near a position on the screen. It deletes itself when it closes.
    void popUp(const QPoint& at);

signals:
    void chosen(int index); ///< in the order of `texts`

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void choose(const QModelIndex& row);

    QLineEdit* m_filter;
    QListView* m_list;
    QSortFilterProxyModel* m_shown;
};

} // namespace ui
