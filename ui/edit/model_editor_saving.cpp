#include "ui/edit/model_editor.h"

#include "model/support/text.h"
#include "ui/document/document.h"
#include "ui/edit/journal/edit_journal.h"
#include "ui/jobs/job_runner.h"

#include <utility>

/// How the edited model is written: saved, or copied for a run.
namespace ui {

using support::ErrorKind;
using support::failAs;
using support::Progress;
using support::Result;

void ModelEditor::noteEdits(Done done)
{
    if (m_isBusy || m_session->document == nullptr)
        return done(failAs(ErrorKind::Usage,
            m_isBusy ? "an edit is still being applied; try again" : "there are no edits to note"));
    const auto note = m_session->document->historyNote();
    if (!note)
        return done(note.error());
    apply({ { *note }, tr("noted the edits in the metadata"), ModelEdit::NewErrors::Allowed, {} },
        std::move(done));
}

void ModelEditor::startWriting(
    const QString& title, CopyWriter write, std::function<void(const Result<std::string>&)> done)
{
    if (m_analysing) {
        m_waiting.push_back({ [=, this] { startWriting(title, write, done); },
            [done](const Result<void>& discarded) { done(discarded.error()); } });
        return;
    }
    if (m_isBusy)
        return done(failAs(ErrorKind::Usage, "an edit is still being applied; try again"));
    setBusy(true);
    m_jobs.start<std::string>(
        this, QStringLiteral("edit"), title,
        [request = fileRequest(), write = std::move(write)](
            std::stop_token stop, const Progress& progress) -> Result<std::string> {
            const std::scoped_lock lock(request.session->mutex);
            TRY(openEdited(request, stop, progress));
            return write(*request.session->document, stop);
        },
        [this, session = m_session, done = std::move(done)](const Result<std::string>& written) {
            if (session != m_session)
                return done(failAs(ErrorKind::Cancelled, "the edits were discarded"));
            m_isBusy = false;
            done(written);
            emit changed();
            startWaiting();
        });
}

void ModelEditor::save(const QString& path, const model::edit::SaveOptions& options, Done done)
{
    if (m_document.model() == nullptr)
        return;
    startWriting(
        tr("Saving %1").arg(documentTitle(path)),
        [session = m_session, target = path.toStdString(), options](
            const model::edit::Document&, const std::stop_token& stop) -> Result<std::string> {
            const auto saved = TRY(model::edit::save(*session->document, target, options, stop));
            session->document->noteSaved();
            session->base = session->document->model();
            return support::joined(saved.unused, ", ",
                [](const std::filesystem::path& file) { return file.filename().string(); });
        },
        [this, path, done = std::move(done)](const Result<std::string>& saved) {
            if (!saved)
                return refuse(saved.error(), done);
            m_steps.setClean();
            m_changedNodes.clear();
            m_saved = FileFacts::of(path);
            m_unusedFiles = *saved;
            m_journal->forget();
            m_document.savedAs(path);
            emit this->saved();
            done({});
        });
}

void ModelEditor::writeCopy(CopyWriter write, Done done)
{
    startWriting(tr("Writing the edits of %1 for a run").arg(m_document.title()), std::move(write),
        [this, count = count(), done = std::move(done)](const Result<std::string>& written) {
            if (!written)
                return refuse(written.error(), done);
            m_copies[count] = *written;
            done({});
        });
}

std::string ModelEditor::copySha256() const
{
    const auto found = m_copies.find(count());
    return found != m_copies.end() ? found->second : std::string();
}

} // namespace ui
