#pragma once

#include "model/query/query.h"
#include "ui/find/find_results.h"
#include "ui/window/panel.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace ui {

class CompletionList;
class TableView;

/// The dock "Find": a query line (grammar: docs/find.md), its results, and F3 to step through them.
/// While the typed query is invalid, the results of the last valid one stay.
class FindPanel : public Panel {
    Q_OBJECT

public:
    explicit FindPanel(Context& context, QWidget* parent = nullptr);

    QLineEdit* line() const { return m_line; }
    TableView* view() const { return m_view; }
    QLabel* message() const { return m_message; }
    QLabel* position() const { return m_position; }
    QPushButton* selectAllButton() const { return m_selectAll; }
    QPushButton* colourButton() const { return m_colour; }
    QPushButton* dropButton() const { return m_drop; }

    /// Rebuilds what is searched. To be called when a profile or the data about this machine
    /// changed.
    void prepare();

protected:
    void documentChanged() override;
    void showSelection() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildLayout();
    void connectLine();
    void connectResults();
    void search();
    void run(const model::Query& query);
    void show(FindAnswer answer);
    void showError(const model::QueryError& error);
    void showHits();
    void showPosition();
    QString summary() const;
    QString graphCounts() const;
    void showMessage(const QString& text, const char* tone);
    void mark(std::size_t column, std::size_t length);
    enum class Cause { Typing, Key }; ///< Key: asked for with Ctrl+Space
    void complete(Cause cause);
    bool takeKey(const QKeyEvent& key);
    void step(int by);
    void selectAll();
    void dropLastTerm();
    void ask(const QString& query);
    void refreshOnCpu();
    void takeRow(const QModelIndex& index);
    void showInside(const QModelIndex& index);

    QLineEdit* m_line;
    CompletionList* m_completions;
    QLabel* m_message;
    QLabel* m_graphs;
    QLabel* m_position;
    QPushButton* m_drop;
    QToolButton* m_previous;
    QToolButton* m_next;
    QPushButton* m_selectAll;
    QPushButton* m_colour;
    QPushButton* m_onCpu; ///< searches for nodes that a GPU run left to the CPU
    TableView* m_view;
    FindResults* m_results;
    FindSource m_source; ///< of the document, as of the last prepare() that finished
    QTimer m_typing;
    bool m_isPlainMessage = true; ///< the message is no error or warning
};

} // namespace ui
