#pragma once

#include <QToolBar>

class QComboBox;
class QLabel;
class QPushButton;

namespace ui {

class ActionTable;

/// The window's tool bar: open, history, *Profile* with the settings it would use, colouring, find,
/// commands, export.
class MainToolBar : public QToolBar {
    Q_OBJECT

public:
    MainToolBar(ActionTable& actions, QWidget* parent);

    /// Makes the *Profile* button a *Stop* button while a run is in progress.
    void showRun(bool isRunning);
    /// Shows the settings that *Profile* would use: `CPU · batch 1 · 50 runs`.
    void setRunSummary(const QString& text);
    /// Shows in place of the summary that the model cannot run: `Cannot run: 2 errors`. The tool
    /// tip has the reason.
    void setRunBlocker(const QString& text, const QString& reason);

signals:
    void profileClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QPushButton* addProfileButton();
    void addColouring();
    void addEditButton();
    void addFindField();
    void followColouring();
    /// Shortens the run summary and the find field until all buttons fit.
    void fit();

    ActionTable& m_actions;
    QPushButton* m_profile;
    QPushButton* m_summary;
    QPushButton* m_edit = nullptr;
    QPushButton* m_find = nullptr;
    QLabel* m_findKey = nullptr;
    QString m_said; ///< the summary without elision
    QComboBox* m_colouring;
};

} // namespace ui
