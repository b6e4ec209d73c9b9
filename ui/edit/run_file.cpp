#include "ui/edit/run_file.h"

#include "model/edit/document.h"
#include "model/support/hash.h"
#include "model/tensor_store.h"
#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/run/session_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <filesystem>
#include <set>

namespace ui {

namespace {

namespace fs = std::filesystem;
using support::ErrorKind;
using support::failAs;
using support::Result;

/// Locations of external data that the model may read, and that the user did not replace.
std::set<std::string> externalLocations(
    const model::Model& model, const model::OpenOptions& options)
{
    std::set<std::string> locations;
    for (const auto& tensor : model.tensors)
        if (tensor.ref.place == model::TensorRef::Place::ExternalFile
            && !options.replacedFiles.contains(tensor.ref.file)
            && model.store->problem(tensor).empty())
            locations.insert(tensor.ref.file);
    return locations;
}

Result<void> linkFrom(const fs::path& link, const fs::path& target)
{
    std::error_code failure;
    fs::create_directories(link.parent_path(), failure);
    if (!failure)
        fs::create_symlink(target, link, failure);
    if (failure)
        return failAs(
            ErrorKind::File, "cannot make the link ", link.string(), ": ", failure.message());
    return {};
}

} // namespace

RunFile::RunFile(const Document& document)
    : m_path(document.path())
    , m_arguments(document.openArguments())
{
}

RunFile::~RunFile()
{
    if (m_copied.isEmpty())
        return;
    if (QFileInfo(m_copied).isDir())
        QDir(m_copied).removeRecursively();
    else
        QFile::remove(m_copied);
}

/// Writes the copy of an edited model.
class RunFileWriter {
public:
    RunFileWriter(const Document& document, RunFileReader reader)
        : m_file(std::make_shared<RunFile>(document))
        , m_original(QFileInfo(document.path()).absoluteFilePath())
        , m_model(document.model())
        , m_options(document.openOptions())
    {
        m_file->m_edits = document.editor()->unsavedCount();
        const QFileInfo original(m_original);
        const auto folder = SessionFolder::ofProcess();
        m_file->m_folder = folder;
        if (reader == RunFileReader::OtherEngine
            && !externalLocations(*m_model, m_options).empty()) {
            const auto unique = QFileInfo(folder->newFolder()).fileName();
            m_file->m_copied = original.dir().filePath(QStringLiteral(".%1-with-edits-%2-%3.onnx")
                                                           .arg(original.completeBaseName())
                                                           .arg(QCoreApplication::applicationPid())
                                                           .arg(unique));
            m_file->m_path = m_file->m_copied;
            return;
        }
        // Profiles name the file and, for model.onnx, its folder.
        m_file->m_copied = folder->newFolder();
        m_folder = QDir(m_file->m_copied).filePath(original.dir().dirName());
        m_file->m_path = QDir(m_folder).filePath(original.fileName());
        m_file->m_arguments << QStringLiteral("--allow-folder") << original.absolutePath();
    }

    std::shared_ptr<const RunFile> file() const { return m_file; }

    /// Runs on a worker. Returns the SHA-256 of the copy.
    Result<std::string> write(const model::edit::Document& document, const std::stop_token& stop)
    {
        if (!m_folder.isEmpty()) {
            if (!QDir().mkpath(m_folder))
                return failAs(ErrorKind::File, "cannot make the folder ", m_folder.toStdString(),
                    " for a copy of the edited model; free some space, or set TMPDIR to a folder "
                    "that can be written");
            TRY(link());
        }
        TRY(document.file()
                .save(m_file->path().toStdString(), stop)
                .within("a copy of the edited model for the run"));
        return support::sha256OfFile(m_file->path().toStdString(), stop);
    }

private:
    /// Links to external data, and to test data beside a model.
    Result<void> link()
    {
        const auto from = fs::path(m_original.toStdString()).parent_path();
        const auto to = fs::path(m_folder.toStdString());
        for (const auto& location : externalLocations(*m_model, m_options))
            if (!fs::path(location).is_absolute())
                TRY(linkFrom(to / location, from / location));
        const QDir folder(QFileInfo(m_original).dir());
        for (const auto& set : folder.entryList({ QStringLiteral("test_data_set_*") }, QDir::Dirs))
            TRY(linkFrom(to / set.toStdString(), from / set.toStdString()));
        return {};
    }

    std::shared_ptr<RunFile> m_file;
    QString m_original;
    QString m_folder; ///< of the copy; empty if it lies beside the original
    std::shared_ptr<const model::Model> m_model;
    model::OpenOptions m_options;
};

void prepareRunFile(Document& document, RunFileReader reader,
    std::function<void(Result<std::shared_ptr<const RunFile>>)> done)
{
    auto* const editor = document.editor();
    if (editor == nullptr || !editor->isModified())
        return done(std::make_shared<const RunFile>(document));
    const auto writer = std::make_shared<RunFileWriter>(document, reader);
    editor->writeCopy([writer](const model::edit::Document& edited,
                          const std::stop_token& stop) { return writer->write(edited, stop); },
        [writer, done = std::move(done)](const Result<void>& written) {
            if (!written)
                return done(written.error());
            done(writer->file());
        });
}

} // namespace ui
