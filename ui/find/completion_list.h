#pragma once

#include "model/query/query_completion.h"

#include <QListView>
#include <QStandardItemModel>

class QLineEdit;

namespace ui {

/// What may stand at the cursor of a query line, in a list under it. It never has the focus: the
/// line hands it the keys it understands. A child of the window, so that it may be wider than the
/// dock.
class CompletionList : public QListView {
    Q_OBJECT

public:
    explicit CompletionList(QLineEdit* line);

    /// Shows candidates, or nothing if there are none beside what is typed already.
    void offer(const model::QueryCompletion& completion);
    /// Up and Down choose, Tab and Enter take, Escape closes. False: the key is not for the list.
    bool takeKey(int key);
    bool hasChoice() const { return currentIndex().isValid(); }

signals:
    /// The line is to become `text` with the cursor at `cursor`.
    void chosen(const QString& text, int cursor);

private:
    void take(const QModelIndex& index);
    void choose(int by);
    void place();

    QLineEdit* m_line;
    QStandardItemModel m_rows;
    std::string m_before; ///< of the line, around what is replaced
    std::string m_after;
};

} // namespace ui
