#pragma once

#include "ui/edit/whole_model_operations.h"

#include <QDialog>
#include <QMap>
#include <QString>

#include <functional>
#include <memory>

class QFormLayout;
class QLabel;
class QListWidget;
class QPlainTextEdit;
class QPushButton;

namespace ui {

class Document;
class JobRunner;
class RunFile;

/// Operations on the whole model of a document. What the chosen one would change is computed on a
/// copy and shown; *Apply* makes it a step of the history.
class WholeModelDialog : public QDialog {
    Q_OBJECT

public:
    WholeModelDialog(Document& document, JobRunner& jobs, QWidget* parent = nullptr);
    ~WholeModelDialog() override;

    /// Applies what is shown and closes the dialog if that succeeds.
    void apply();

private:
    QWidget* makeDetails();
    void choose(int row);
    QWidget* makeField(const OperationField& field);
    QWidget* makeFileField(const QString& name, bool isFolder);
    void set(const QString& argument, const QString& value);
    void refresh();
    void showFailure(const QString& why);

    Document& m_document;
    JobRunner& m_jobs;
    std::shared_ptr<const RunFile> m_file; ///< the model as it is now; null until it is written
    QString m_failure; ///< why the model cannot be written
    const WholeModelOperation* m_chosen = nullptr;
    QMap<QString, QString> m_values; ///< by argument
    std::vector<model::edit::Operation> m_operations; ///< of the preview that is shown
    QListWidget* m_list;
    QLabel* m_title;
    QLabel* m_summary;
    QFormLayout* m_form = nullptr;
    QPlainTextEdit* m_preview;
    QPushButton* m_apply = nullptr;
};

} // namespace ui
