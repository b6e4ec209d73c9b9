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

    /// While a run is on, the button that started it stops it.
    void showRun(bool isRunning);
    /// What *Profile* would do: `CPU · batch 1 · 50 runs`.
    void setRunSummary(const QString& text);
    /// In its place why nothing can run: `Cannot run: 2 errors`, with the reason as tool tip.
    void setRunBlocker(const QString& text, const QString& reason);

signals:
    void profileClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QPushButton* addProfileButton();
    void addColouring();
    void addFindField();
    void followColouring();
    /// Shortens what stands in the bar until Find and what follows it have room.
    void fit();

    ActionTable& m_actions;
    QPushButton* m_profile;
    QPushButton* m_summary;
    QPushButton* m_find = nullptr;
    QLabel* m_findKey = nullptr;
    QString m_said; ///< all of the summary
    QComboBox* m_colouring;
};

} // namespace ui
