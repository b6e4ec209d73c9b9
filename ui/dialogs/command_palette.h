#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace ui {

class ActionTable;

/// Every command by name: type parts of it, Enter runs it. Shows keys, and why a command is
/// disabled.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    static void run(ActionTable& actions, QWidget* parent);

    /// How well `query` fits `text`: its letters in order, runs and word starts count more;
    /// negative = not at all.
    static int score(const QString& query, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    CommandPalette(ActionTable& actions, QWidget* parent);
    void fill();
    void accept() override;

    ActionTable& m_actions;
    QLineEdit* m_query;
    QListWidget* m_list;
};

} // namespace ui
