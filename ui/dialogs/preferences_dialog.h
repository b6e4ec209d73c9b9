#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QListWidget;
class QPushButton;

namespace ui {

class PluginList;

/// What the program remembers and may do: theme, motion, recent files, permissions,
/// plug-ins. Every change
/// holds at once.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    explicit PreferencesDialog(QWidget* parent = nullptr);

    QComboBox* theme() const { return m_theme; }
    QCheckBox* reducedMotion() const { return m_motion; }
    QCheckBox* recentFiles() const { return m_recent; }
    QListWidget* permissions() const { return m_permissions; }
    QPushButton* removeButton() const { return m_remove; }
    PluginList* plugins() const { return m_plugins; }

private:
    void listPermissions();
    void removePermission();

    QComboBox* m_theme;
    QCheckBox* m_motion;
    QCheckBox* m_recent;
    QListWidget* m_permissions;
    QPushButton* m_remove;
    PluginList* m_plugins;
};

void showPreferences(QWidget* parent);

} // namespace ui
