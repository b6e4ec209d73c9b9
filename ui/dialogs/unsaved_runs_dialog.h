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

/// A measurement that the user has not saved to a file.
struct UnsavedRun {
    QString path; ///< of its model, or of the profile if the tab is that of a profile
    Document::Run run;
    QPointer<Document> document; ///< null if its tab is closed
};

/// Asks once, when the program quits, what to do with the unsaved measurements of all documents.
class UnsavedRunsDialog : public QDialog {
    Q_OBJECT

public:
    enum class Choice { Cancel, Discard, Save, Keep };

    /// `sweeps`: unsaved sweeps by path of their model. `underWay`: names of running measurements,
    /// as in `Profiling decoder.onnx`.
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
