#pragma once

#include "ui/run/run_settings.h"

#include <QWidget>

class QAction;
class QComboBox;
class QToolButton;

namespace ui {

/// The run settings of a model that the user gave names, by name.
QMap<QString, RunSettings> namedSettings(const QString& modelPath);
void setNamedSettings(const QString& modelPath, const QMap<QString, RunSettings>& named);

/// The line of the Run panel where settings are chosen by name, named, renamed, removed and written
/// to a file for `opscope-cli --settings`.
class NamedSettingsBar : public QWidget {
    Q_OBJECT

public:
    explicit NamedSettingsBar(QWidget* parent = nullptr);

    void show(const std::shared_ptr<const model::Model>& model, const QString& modelPath,
        const RunSettings& settings);

signals:
    void chosen(const ui::RunSettings& settings);
    /// What an action did, for the status bar; the icon is `ok` or `error`.
    void told(const QString& text, const char* icon);

private:
    void refresh();
    void saveAs();
    void rename();
    void remove();
    void exportFile();
    /// The name of the settings that equal those shown; empty if none do.
    QString currentName() const;
    /// Asks for a name; empty if cancelled.
    QString askForName(const QString& title, const QString& proposed);

    std::shared_ptr<const model::Model> m_model;
    QString m_path;
    RunSettings m_settings;
    QMap<QString, RunSettings> m_named;
    QString m_lastName; ///< of the settings that were chosen or saved last
    QComboBox* m_choice;
    QToolButton* m_menu;
    QAction* m_rename;
    QAction* m_remove;
};

} // namespace ui
