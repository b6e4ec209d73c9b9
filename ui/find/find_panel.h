#pragma once

#include "model/query.h"
#include "ui/panel.h"

#include <QTimer>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace ui {

class FindResults;
class TableView;
struct FindAnswer;

/// The dock "Find": one line in the grammar of model/query.h, its results, and stepping through
/// them with F3. What the last valid query found stays while an invalid one is typed.
class FindPanel : public Panel {
    Q_OBJECT

public:
    explicit FindPanel(Context& context, QWidget* parent = nullptr);

    QLineEdit* line() const { return m_line; }
    TableView* view() const { return m_view; }
    QLabel* message() const { return m_message; }
    QPushButton* selectAllButton() const { return m_selectAll; }

protected:
    void documentChanged(Document* before) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void run(const model::Query& query);
    void show(FindAnswer answer);
    void showError(const model::QueryError& error);
    void say(const QString& text, const char* tone);
    void mark(std::size_t column, std::size_t length);
    void step(int by);
    void selectAll();
    void dropLastTerm();
    void showSelection(const QObject* origin);
    void takeRow(const QModelIndex& index);

    QLineEdit* m_line;
    QLabel* m_message;
    QPushButton* m_drop;
    QToolButton* m_previous;
    QToolButton* m_next;
    QPushButton* m_selectAll;
    TableView* m_view;
    FindResults* m_results;
    QTimer m_typing;
    bool m_isShowing = false;
};

Panel* createFindPanel(Context& context, QWidget* parent);

} // namespace ui
