#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

struct RunBlockers;
struct RunSettings;

/// Shows why the model cannot run, and a button for each possible action.
class BlockerCard : public QWidget {
    Q_OBJECT

public:
    explicit BlockerCard(QWidget* parent = nullptr);

    /// `unsupported`: the message of the last run about operators without a kernel; empty if there
    /// was none. Hides the card if nothing prevents a run.
    void set(const RunBlockers& blockers, const RunSettings& settings, const QString& unsupported);

signals:
    void problemsRequested();
    void runDespiteProblemsRequested(); ///< run although the model's meaning is unclear
    void randomWeightsRequested();
    void partialRunRequested(); ///< run the part that does not depend on unsupported operators
    void pluginsRequested(); ///< add a plug-in that implements the operators

private:
    QLabel* m_text;
    QPushButton* m_show;
    QPushButton* m_despite;
    QPushButton* m_random;
    QPushButton* m_rest;
    QPushButton* m_plugins;
};

} // namespace ui
