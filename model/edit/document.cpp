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
    return document;
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
    auto model = m_file.read(m_options);
    if (!model) {
        change.undo();
        return std::move(model).error().within(operation.name);
    }
    m_model = *std::move(model);
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
    for (std::size_t i = 0; i < operations.size(); ++i) {
        auto applied = apply(operations[i], files);
        if (applied)
            continue;
        while (m_done > before)
            TRY(undo());
        m_steps.resize(before);
        return std::move(applied).error().within("operation " + std::to_string(i + 1));
    }
    return {};
}

Result<void> Document::undo()
{
    assert(canUndo() && "undo without a step");
    auto& change = m_steps[m_done - 1].change;
    change.undo();
    auto model = m_file.read(m_options);
    if (!model) {
        change.redo();
        return std::move(model).error();
    }
    m_model = *std::move(model);
    --m_done;
    return {};
}

Result<void> Document::redo()
{
    assert(canRedo() && "redo without a step that was undone");
    auto& change = m_steps[m_done].change;
    change.redo();
    auto model = m_file.read(m_options);
    if (!model) {
        change.undo();
        return std::move(model).error();
    }
    m_model = *std::move(model);
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
