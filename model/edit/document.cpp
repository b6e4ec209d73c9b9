#include "model/edit/document.h"

#include <cassert>

namespace model::edit {

using support::Result;

Result<std::unique_ptr<Document>> Document::open(const std::filesystem::path& path,
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress)
{
    auto file = TRY(EditedFile::open(path));
    std::unique_ptr<Document> document(new Document(std::move(file), options));
    document->m_model = TRY(document->m_file.read(options, std::move(stop), progress));
    document->m_fingerprints = fingerprintsOf(*document->m_model, document->m_file.root());
    document->m_lastIds = identityOf(*document->m_model);
    return document;
}

Result<void> Document::readAgain()
{
    auto model = TRY(m_file.read(m_options));
    auto fingerprints = fingerprintsOf(*model, m_file.root());
    m_lastIds = idMap(*m_model, m_fingerprints, *model, fingerprints);
    m_model = std::move(model);
    m_fingerprints = std::move(fingerprints);
    return {};
}

Result<std::string> Document::apply(const Operation& operation, const std::filesystem::path& files)
{
    Change change;
    Editing editing(*m_model, m_file.root(), change, files);
    auto text = edit::apply(editing, operation);
    if (!text) {
        change.undo();
        return text;
    }
    if (change.hasMergedPieces())
        *text += "; a message that stood in several pieces is now one";
    if (auto read = readAgain(); !read) {
        change.undo();
        return std::move(read).error().within(operation.name);
    }
    while (m_steps.size() > m_done)
        m_steps.pop_back();
    m_steps.push_back({ operation, *text, std::move(change) });
    m_done = m_steps.size();
    return text;
}

Result<void> Document::applyAll(
    std::span<const Operation> operations, const std::filesystem::path& files)
{
    const auto before = m_done;
    const auto idsBefore = m_lastIds;
    auto ids = identityOf(*m_model);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        auto applied = apply(operations[i], files);
        if (applied) {
            ids = composed(ids, m_lastIds);
            continue;
        }
        while (m_done > before)
            TRY(undo());
        m_steps.resize(before);
        m_lastIds = idsBefore;
        return std::move(applied).error().within("operation " + std::to_string(i + 1));
    }
    m_lastIds = std::move(ids);
    return {};
}

Result<void> Document::undo()
{
    assert(canUndo() && "undo without a step");
    auto& change = m_steps[m_done - 1].change;
    change.undo();
    if (auto read = readAgain(); !read) {
        change.redo();
        return read;
    }
    --m_done;
    return {};
}

Result<void> Document::redo()
{
    assert(canRedo() && "redo without a step that was undone");
    auto& change = m_steps[m_done].change;
    change.redo();
    if (auto read = readAgain(); !read) {
        change.undo();
        return read;
    }
    ++m_done;
    return {};
}

std::string Document::script() const
{
    std::string text = "[";
    for (std::size_t i = 0; i < m_done; ++i)
        text += (i == 0 ? "\n" : ",\n") + textOf(m_steps[i].operation);
    return text + "\n]\n";
}

} // namespace model::edit
