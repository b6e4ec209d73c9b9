#pragma once

#include <QWidget>

class QKeySequenceEdit;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace ui {

struct ActionSpec;
class NoteLabel;

/// Preferences page *Keys*: all commands with their shortcuts, and an editor for them. A change
/// applies at once in all windows.
class KeyList : public QWidget {
    Q_OBJECT

public:
    explicit KeyList(QWidget* parent = nullptr);

    /// Selects the row of a command.
    void choose(const QString& action);

    QLineEdit* filter() const { return m_filter; }
    QTreeWidget* list() const { return m_list; }
    QKeySequenceEdit* edit() const { return m_edit; }
    NoteLabel* note() const { return m_note; }
    QPushButton* assignButton() const { return m_assign; }
    QPushButton* removeButton() const { return m_remove; }
    QPushButton* resetButton() const { return m_reset; }
    QPushButton* resetAllButton() const { return m_resetAll; }

private:
    QWidget* buildEditor();
    void fill();
    void applyFilter();
    void refresh();
    const ActionSpec* current() const;

    QLineEdit* m_filter;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_edit;
    NoteLabel* m_note;
    QPushButton* m_assign;
    QPushButton* m_remove;
    QPushButton* m_reset;
    QPushButton* m_resetAll;
};

} // namespace ui
