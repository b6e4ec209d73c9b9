#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace ui {

class ActionTable;

/// Dialog that finds commands by name: type parts of a name, Enter runs it. Shows shortcuts, and
/// why a command is disabled.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// `more`: actions that are not in the table; they must outlive the dialog.
    static void run(ActionTable& actions, const QList<QAction*>& more, QWidget* parent);

    /// How well `query` matches `text`. All letters must occur in order; consecutive letters and
    /// word starts score higher. Negative: no match.
    static int score(const QString& query, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    CommandPalette(ActionTable& actions, const QList<QAction*>& more, QWidget* parent);
    void fill();
    void accept() override;

    ActionTable& m_actions;
    QList<QAction*> m_all;
    QLineEdit* m_query;
    QListWidget* m_list;
};

} // namespace ui
