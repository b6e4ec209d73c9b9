#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

struct RunBlockers;
struct RunSettings;

/// Why the model cannot run, with what can be done about it: each button changes one setting.
class BlockerCard : public QWidget {
    Q_OBJECT

public:
    explicit BlockerCard(QWidget* parent = nullptr);

    /// `unsupported`: what the last run said about operators without kernel; empty if it did not.
    /// Hides itself if nothing is in the way.
    void set(const RunBlockers& blockers, const RunSettings& settings, const QString& unsupported);

signals:
    void problemsRequested();
    void despiteRequested(); ///< run although the model's meaning is not clear
    void randomWeightsRequested();
    void restRequested(); ///< run what does not depend on unsupported operators
    void pluginsRequested(); ///< bring them by a plug-in

private:
    QLabel* m_text;
    QPushButton* m_show;
    QPushButton* m_despite;
    QPushButton* m_random;
    QPushButton* m_rest;
    QPushButton* m_plugins;
};

} // namespace ui
