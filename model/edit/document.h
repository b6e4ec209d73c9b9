#pragma once

#include "model/edit/edited_file.h"
#include "model/edit/operation.h"
#include "model/edit/snapshot.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace model::edit {

/// One entry of the history.
struct Step {
    Operation operation;
    std::string text; ///< a sentence: `renamed value "x" to "y" (3 places)`
    Change change; ///< takes the operation back
};

/// A node that the file does not have, or has with other content.
struct ChangedNode {
    NodeId node;
    bool isAdded = false;
};

/// The key in the metadata of a model under which its history can be noted.
constexpr std::string_view historyKey = "opscope.edits";
constexpr std::size_t mostHistoryBytes = 1 << 20;

/// A model that is being edited: the file, its history and the snapshot of now. Not thread-safe;
/// snapshots are, as every Model.
class Document {
public:
    static support::Result<std::unique_ptr<Document>> open(const std::filesystem::path& path,
        const OpenOptions& options = {}, std::stop_token stop = {},
        const support::Progress& progress = {}, Original original = Original::File);

    /// The model as it is now. It never changes while others have it: each operation, undo and redo
    /// then makes a new one.
    std::shared_ptr<const Model> model() const { return m_snapshot.model(); }
    EditedFile& file() { return m_file; }
    const EditedFile& file() const { return m_file; }
    const OpenOptions& options() const { return m_options; }

    /// Applies an operation and returns its sentence. If it fails, nothing has changed. What was
    /// undone before cannot be done again afterwards. Files in arguments are relative to `files`.
    /// `types`: see Applying.
    support::Result<std::string> apply(const Operation& operation,
        const std::filesystem::path& files = {}, const std::vector<ValueType>* types = nullptr);
    struct Applying {
        std::filesystem::path files; ///< files in arguments are relative to it
        std::stop_token stop = {};
        support::Progress progress = {};
        /// By ValueId: the inferred types of model(), without bound dimensions. Null: an operation
        /// that needs them infers them.
        const std::vector<ValueType>* types = nullptr;
        /// Called with the result and with where the parts of the model before are; a failure takes
        /// all back.
        std::function<support::Result<void>(const std::shared_ptr<const Model>&, const IdMap&)>
            accept = {};
    };
    /// Applies all, or none if one fails. What was undone before is lost only if all are applied.
    support::Result<void> applyAll(std::span<const Operation> operations, const Applying& applying);
    support::Result<void> applyAll(
        std::span<const Operation> operations, const std::filesystem::path& files = {})
    {
        return applyAll(operations, Applying { files });
    }

    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_steps.size(); }
    support::Result<void> undo();
    support::Result<void> redo();
    /// Undoes or redoes until this number of steps is in effect, or all are done.
    support::Result<void> goTo(std::size_t steps);
    /// Prepares for the next operation, so that it takes less time. Nothing else changes.
    void prepareNext() { m_snapshot.copyAhead(); }
    /// The steps that are in effect, oldest first.
    std::size_t doneSteps() const { return m_done; }
    const std::deque<Step>& steps() const { return m_steps; }
    /// The steps in effect as a script: a list of operations, one a line.
    std::string script() const;
    /// The operation that adds the steps in effect to the model's metadata, under historyKey: one
    /// operation a line, behind those that are there. Fails if there is nothing to note, or more
    /// than mostHistoryBytes.
    support::Result<Operation> historyNote() const;
    /// True if the model has the bytes of the file.
    bool isClean() const { return m_done == 0; }
    /// Maps ids of the snapshot before the last apply(), applyAll(), undo(), redo() or goTo() to
    /// ids of model(). A call that fails changes neither the snapshot nor this map.
    const IdMap& lastIds() const { return m_lastIds; }
    /// The nodes that differ from the file, by their bytes, in the order of their ids. A node with
    /// a body differs if the body does; nodes in bodies are not listed.
    std::vector<ChangedNode> changedNodes() const;
    /// The model was saved as it is: from now on, changedNodes() compares with that file.
    void noteSaved();
    /// True if only what changed was read after the last step, not the whole file.
    bool hasReadOnlyChanges() const { return m_snapshot.isPartly(); }

private:
    Document(EditedFile file, OpenOptions options, Snapshot snapshot)
        : m_file(std::move(file))
        , m_options(std::move(options))
        , m_snapshot(std::move(snapshot))
        , m_lastIds(identityOf(*model()))
    {
    }

    support::Result<IdMap> applyEach(
        std::span<const Operation> operations, const Applying& applying);

    EditedFile m_file;
    OpenOptions m_options;
    Snapshot m_snapshot;
    IdMap m_lastIds;
    /// The nodes that the saved file has, by the addresses of their fields, and the bytes of those
    /// that were edited. A copy of a node has the same address. A graph in which nothing was edited
    /// stands for its nodes. Null: the model was not saved since it was opened.
    using SavedNodes = std::unordered_map<const std::byte*, std::vector<std::string>>;
    std::unique_ptr<const SavedNodes> m_saved;
    std::deque<Step> m_steps;
    std::size_t m_done = 0;
};

} // namespace model::edit
