#pragma once

#include <QWidget>

class QListWidget;
class QPushButton;

namespace ui {

/// The list of operator plug-ins in Preferences, with the state of each, or why it was refused.
class PluginList : public QWidget {
    Q_OBJECT

public:
    explicit PluginList(QWidget* parent = nullptr);

    QListWidget* list() const { return m_list; }
    QPushButton* addButton() const { return m_add; }
    QPushButton* removeButton() const { return m_remove; }

private:
    void fill();
    void choose();
    void removeCurrent();

    QListWidget* m_list;
    QPushButton* m_add;
    QPushButton* m_remove;
};

} // namespace ui
