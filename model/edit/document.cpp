#include "model/edit/document.h"

#include "model/edit/tensor_content.h"
#include "model/support/json.h"
#include "model/support/text.h"

#include <onnx/onnx.pb.h>

#include <algorithm>
#include <cassert>
#include <iterator>
#include <map>

namespace model::edit {

using support::Result;

namespace {

/// Visits the fields of the main graph and of functions.
template <typename Visit>
void visitGraphFields(const Message& root, const Model& model, Visit visit)
{
    std::size_t function = 0;
    for (const auto& field : root.fields) {
        if (field.number == onnx_pb::ModelProto::kGraphFieldNumber)
            visit(field, onnx_pb::GraphProto::kNodeFieldNumber, model.main());
        if (field.number == onnx_pb::ModelProto::kFunctionsFieldNumber
            && function < model.functions.size())
            visit(field, onnx_pb::FunctionProto::kNodeFieldNumber,
                model.graph(model.functions[function++].body));
    }
}

/// Visits the nodes of those of them that are opened, with their fields. Nothing in others changed.
template <typename Visit>
void visitOpenedNodes(const Message& root, const Model& model, Visit visit)
{
    visitGraphFields(root, model, [&](const Field& owner, int number, const Graph& graph) {
        std::size_t index = 0;
        if (!owner.child)
            return;
        for (const auto& field : owner.child->fields)
            if (field.number == static_cast<std::uint32_t>(number) && index < graph.nodes.size())
                visit(graph.nodes[index++], field, owner);
    });
}

const std::byte* addressOf(const Field& field) { return field.head.data(); }

bool isHistoryNote(const Operation& operation)
{
    const auto& entries = operation.arguments["entries"].items();
    return operation.name == "setMetadata"
        && std::ranges::any_of(entries, [](const support::JsonValue& pair) {
               return !pair.items().empty() && pair.items()[0].stringOr({}) == historyKey;
           });
}

/// True if a field has the bytes that it had when the file was opened.
bool isAsOpened(const Field& field)
{
    return field.owner == nullptr && (!field.child || contentOf(field) == field.text());
}

} // namespace

Result<std::unique_ptr<Document>> Document::open(const std::filesystem::path& path,
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress,
    Original original)
{
    auto file = TRY(EditedFile::open(path, original));
    auto snapshot = TRY(Snapshot::read(file, options, std::move(stop), progress));
    return std::unique_ptr<Document>(new Document(std::move(file), options, std::move(snapshot)));
}

Result<std::string> Document::apply(const Operation& operation, const std::filesystem::path& files,
    const std::vector<ValueType>* types)
{
    Change change;
    Editing editing(*model(), m_file.root(), change, files);
    editing.types = types;
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
    auto ids = operations.empty() ? identityOf(*model()) : IdMap();
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (applying.stop.stop_requested())
            return support::failAs(support::ErrorKind::Cancelled, "the edit was stopped");
        // The types are those of the model before the first operation.
        const auto* const types = i == 0 ? applying.types : nullptr;
        if (auto applied = apply(operations[i], applying.files, types); !applied)
            return operations.size() == 1
                ? std::move(applied).error()
                : std::move(applied).error().within("operation " + std::to_string(i + 1));
        ids = i == 0 ? m_lastIds : composed(ids, m_lastIds);
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

std::vector<ChangedNode> Document::changedNodes() const
{
    std::vector<ChangedNode> found;
    std::vector<const std::byte*> addresses;
    visitOpenedNodes(m_file.root(), *model(),
        [&](NodeId, const Field& field, const Field&) { addresses.push_back(addressOf(field)); });
    std::ranges::sort(addresses);
    std::map<const std::byte*, std::size_t> seen; // of those that several nodes have
    for (std::size_t i = 1; i < addresses.size(); ++i)
        if (addresses[i] == addresses[i - 1])
            seen.emplace(addresses[i], 0);
    visitOpenedNodes(
        m_file.root(), *model(), [&](NodeId node, const Field& field, const Field& owner) {
            const auto repeated = seen.find(addressOf(field));
            const auto index = repeated != seen.end() ? repeated->second++ : 0;
            bool isAdded = field.owner != nullptr || index > 0;
            bool isSame = isAsOpened(field);
            if (m_saved && !m_saved->contains(addressOf(owner))) {
                const auto saved = m_saved->find(addressOf(field));
                isAdded = saved == m_saved->end() || index >= saved->second.size();
                if (!isAdded && !saved->second[index].empty())
                    isSame = contentOf(field) == saved->second[index];
            }
            if (isAdded || !isSame)
                found.push_back({ node, isAdded });
        });
    std::ranges::sort(found, {}, &ChangedNode::node);
    return found;
}

void Document::noteSaved()
{
    auto saved = std::make_unique<SavedNodes>();
    visitGraphFields(m_file.root(), *model(), [&](const Field& owner, int, const Graph&) {
        if (!owner.child)
            (*saved)[addressOf(owner)] = {};
    });
    visitOpenedNodes(m_file.root(), *model(), [&](NodeId, const Field& field, const Field&) {
        (*saved)[addressOf(field)].push_back(isAsOpened(field) ? std::string() : contentOf(field));
    });
    m_saved = std::move(saved);
}

std::string Document::script() const
{
    std::string text = "[";
    for (std::size_t i = 0; i < m_done; ++i)
        text += (i == 0 ? "\n" : ",\n") + textOf(m_steps[i].operation);
    return text + "\n]\n";
}

Result<Operation> Document::historyNote() const
{
    auto entries = model()->metadata;
    const auto noted
        = std::ranges::find(entries, historyKey, &std::pair<std::string, std::string>::first);
    auto text = noted == entries.end() ? std::string() : noted->second;
    std::erase_if(entries, [](const auto& entry) { return entry.first == historyKey; });
    auto first = m_done; // the steps before the last note are in it
    while (first > 0 && !isHistoryNote(m_steps[first - 1].operation))
        --first;
    if (first == m_done)
        return support::failAs(support::ErrorKind::Usage, "there are no edits to note");
    for (auto i = first; i < m_done; ++i)
        text += (text.empty() ? "" : "\n") + textOf(m_steps[i].operation);
    if (text.size() > mostHistoryBytes)
        return support::failAs(support::ErrorKind::Usage, "the edits take ",
            support::bytesText(text.size()), " as text, and metadata holds at most ",
            support::bytesText(mostHistoryBytes), " of them; save them as a script");
    entries.emplace_back(historyKey, std::move(text));
    const auto json = support::jsonLine([&](support::JsonWriter& out) {
        out.member("op", "setMetadata").key("entries").beginArray();
        for (const auto& [key, value] : entries)
            out.beginArray().value(key).value(value).endArray();
        out.endArray();
    });
    return std::move(TRY(operationsFrom(json)).front());
}

} // namespace model::edit
