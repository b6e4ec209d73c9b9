#pragma once

#include "model/query/query_completion.h"

#include <QListView>
#include <QStandardItemModel>

class QLineEdit;

namespace ui {

/// Popup list of completions at the cursor of a query line. It never takes the focus: the line
/// passes it the keys. It is a child of the window, so it may be wider than the dock.
class CompletionList : public QListView {
    Q_OBJECT

public:
    explicit CompletionList(QLineEdit* line);

    /// Shows the candidates. Hides the list if there are none besides the typed text.
    void offer(const model::QueryCompletion& completion);
    /// Handles Up and Down (move), Tab and Enter (accept) and Escape (close). False if the key is
    /// not for the list.
    bool takeKey(int key);
    bool hasChoice() const { return currentIndex().isValid(); }

signals:
    /// Asks to replace the line by `text` and to put the cursor at `cursor` (UTF-16 units).
    void chosen(const QString& text, int cursor);

private:
    void take(const QModelIndex& index);
    void choose(int by);
    void place();

    QLineEdit* m_line;
    QStandardItemModel m_rows;
    std::string m_before; ///< the parts of the line before and after the completed text
    std::string m_after;
};

} // namespace ui
