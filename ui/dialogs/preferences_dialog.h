#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;
class QListWidget;
class QPushButton;
class QTabWidget;

namespace ui {

class KeyList;
class PluginList;

/// Settings of the program: theme, motion, recent files; shortcuts; permissions and plug-ins. Every
/// change applies at once.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    enum class Page { General, Keys, Trust };

    explicit PreferencesDialog(QWidget* parent = nullptr);

    void showPage(Page page);

    QComboBox* theme() const { return m_theme; }
    QCheckBox* reducedMotion() const { return m_motion; }
    QCheckBox* recentFiles() const { return m_recent; }
    QListWidget* permissions() const { return m_permissions; }
    QPushButton* removeButton() const { return m_remove; }
    PluginList* plugins() const { return m_plugins; }
    KeyList* keys() const { return m_keys; }

private:
    QWidget* buildGeneral();
    QWidget* buildTrust();
    void listPermissions();
    void removePermission();

    QComboBox* m_theme;
    QCheckBox* m_motion;
    QCheckBox* m_recent;
    QComboBox* m_leaving;
    QListWidget* m_permissions;
    QPushButton* m_remove;
    PluginList* m_plugins;
    KeyList* m_keys;
    QTabWidget* m_pages;
};

void showPreferences(
    QWidget* parent, PreferencesDialog::Page page = PreferencesDialog::Page::General);

} // namespace ui
