#include "model/edit/document.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace model::edit {

using support::Result;

Result<std::unique_ptr<Document>> Document::open(const std::filesystem::path& path,
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress)
{
    auto file = TRY(EditedFile::open(path));
    auto snapshot = TRY(Snapshot::read(file, options, std::move(stop), progress));
    return std::unique_ptr<Document>(new Document(std::move(file), options, std::move(snapshot)));
}

Result<std::string> Document::apply(const Operation& operation, const std::filesystem::path& files)
{
    Change change;
    Editing editing(*model(), m_file.root(), change, files);
    auto text = edit::apply(editing, operation);
    if (!text) {
        change.undo();
        return text;
    }
    if (change.hasMergedPieces())
        *text += "; a message that stood in several pieces is now one";
    auto ids = m_snapshot.follow(m_file, change.touched());
    if (!ids) {
        change.undo();
        return std::move(ids).error().within(operation.name);
    }
    m_lastIds = *std::move(ids);
    while (m_steps.size() > m_done)
        m_steps.pop_back();
    m_steps.push_back({ operation, *text, std::move(change) });
    m_done = m_steps.size();
    return text;
}

Result<void> Document::applyAll(std::span<const Operation> operations, const Applying& applying)
{
    const auto before = m_done;
    const auto idsBefore = m_lastIds;
    std::deque<Step> undone;
    for (; m_steps.size() > before; m_steps.pop_back())
        undone.push_front(std::move(m_steps.back()));
    auto ids = applyEach(operations, applying);
    if (ids) {
        m_lastIds = *std::move(ids);
        return {};
    }
    TRY(goTo(before));
    m_steps.resize(before);
    std::ranges::move(undone, std::back_inserter(m_steps));
    m_lastIds = idsBefore;
    return std::move(ids).error();
}

Result<IdMap> Document::applyEach(std::span<const Operation> operations, const Applying& applying)
{
    auto ids = identityOf(*model());
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (applying.stop.stop_requested())
            return support::failAs(support::ErrorKind::Cancelled, "the edit was stopped");
        if (auto applied = apply(operations[i], applying.files); !applied)
            return operations.size() == 1
                ? std::move(applied).error()
                : std::move(applied).error().within("operation " + std::to_string(i + 1));
        ids = composed(ids, m_lastIds);
        if (applying.progress)
            applying.progress("editing", i + 1, operations.size());
    }
    if (applying.accept)
        TRY(applying.accept(model(), ids));
    return ids;
}

Result<void> Document::undo()
{
    assert(canUndo() && "undo without a step");
    return goTo(m_done - 1);
}

Result<void> Document::redo()
{
    assert(canRedo() && "redo without a step that was undone");
    return goTo(m_done + 1);
}

Result<void> Document::goTo(std::size_t steps)
{
    const auto before = m_done;
    const auto move = [this](std::size_t to) {
        while (m_done > to)
            m_steps[--m_done].change.undo();
        while (m_done < to)
            m_steps[m_done++].change.redo();
    };
    steps = std::min(steps, m_steps.size());
    Touched touched;
    for (auto i = std::min(steps, before); i < std::max(steps, before); ++i)
        touched.add(m_steps[i].change.touched());
    move(steps);
    auto ids = m_snapshot.follow(m_file, touched);
    if (!ids) {
        move(before);
        return std::move(ids).error();
    }
    m_lastIds = *std::move(ids);
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
