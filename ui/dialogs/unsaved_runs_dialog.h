#pragma once

#include "profiler/sweep/sweep.h"
#include "ui/document/document.h"

#include <QDialog>
#include <QHash>
#include <QPointer>
#include <QStringList>

#include <vector>

class QPushButton;

namespace ui {

/// A measurement that lies in no file of the user.
struct UnsavedRun {
    QString path; ///< of its model, or of the profile in a tab of its own
    Document::Run run;
    QPointer<Document> document; ///< null: its tab is closed
};

/// Asks once, for all documents, what becomes of measurements when the program is left.
class UnsavedRunsDialog : public QDialog {
    Q_OBJECT

public:
    enum class Choice { Cancel, Discard, Save, Keep };

    /// `sweeps` by the path of their model; `underWay` names what is measured now: `Profiling
    /// decoder.onnx`.
    UnsavedRunsDialog(const std::vector<UnsavedRun>& runs,
        const QHash<QString, profiler::Sweep>& sweeps, const QStringList& underWay,
        QWidget* parent = nullptr);

    Choice choice() const { return m_choice; }

private:
    QWidget* buildHead(const std::vector<UnsavedRun>& runs, int sweeps, int underWay);
    QWidget* buildTable(const std::vector<UnsavedRun>& runs,
        const QHash<QString, profiler::Sweep>& sweeps, const QStringList& underWay);
    QWidget* buildNote(qint64 bytes);
    QWidget* buildButtons();
    QPushButton* addButton(const QString& text, Choice choice);

    Choice m_choice = Choice::Cancel;
    QPushButton* m_keep = nullptr;
};

} // namespace ui
