#pragma once

#include "model/support/result.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace ui {

class Document;
class SessionFolder;

/// The file that a run of a document reads: that of the document, or a copy of its model with edits
/// that are not saved. The copy is removed with this object.
class RunFile {
public:
    /// The file of the document.
    explicit RunFile(const Document& document);
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;
    ~RunFile();

    const QString& path() const { return m_path; }
    /// Arguments of opscope-cli for the external data of the file.
    const QStringList& arguments() const { return m_arguments; }
    /// Edits of the model that the document's file does not have.
    int edits() const { return m_edits; }

private:
    friend class RunFileWriter;

    QString m_path;
    QStringList m_arguments;
    int m_edits = 0;
    QString m_copied; ///< file or folder to remove; empty without a copy
    std::shared_ptr<const SessionFolder> m_folder;
};

/// Who reads the file. Opscope takes external data that the user allows in another folder. Other
/// engines take it from the folder of the model only.
enum class RunFileReader { Opscope, OtherEngine };

/// Calls `done` with the file to run: at once for a model without unsaved edits, else when a job
/// has written the copy. Fails while an edit is applied, and if the copy cannot be written.
void prepareRunFile(Document& document, RunFileReader reader,
    std::function<void(support::Result<std::shared_ptr<const RunFile>>)> done);

} // namespace ui
