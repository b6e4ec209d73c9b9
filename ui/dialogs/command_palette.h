#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace ui {

class ActionTable;

/// Every command by name: type parts of it, Enter runs it. Shows keys, and why a command is
/// disabled.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    /// `more`: what is not in the table; lives as long as the parent.
    static void run(ActionTable& actions, const QList<QAction*>& more, QWidget* parent);

    /// How well `query` fits `text`: its letters in order, runs and word starts count more;
    /// negative = not at all.
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
