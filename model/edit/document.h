#pragma once

#include "model/edit/edited_file.h"
#include "model/edit/id_map.h"
#include "model/edit/operation.h"

#include <deque>
#include <memory>
#include <optional>

namespace model::edit {

/// One entry of the history.
struct Step {
    Operation operation;
    std::string text; ///< a sentence: `renamed value "x" to "y" (3 places)`
    Change change; ///< takes the operation back
};

/// A model that is being edited: the file, its history and the snapshot of now. Not thread-safe;
/// snapshots are, as every Model.
class Document {
public:
    static support::Result<std::unique_ptr<Document>> open(const std::filesystem::path& path,
        const OpenOptions& options = {}, std::stop_token stop = {},
        const support::Progress& progress = {});

    /// The model as it is now. Each operation, undo and redo makes a new one.
    const std::shared_ptr<const Model>& model() const { return m_model; }
    EditedFile& file() { return m_file; }
    const EditedFile& file() const { return m_file; }
    const OpenOptions& options() const { return m_options; }

    /// Applies an operation and returns its sentence. If it fails, nothing has changed. What was
    /// undone before cannot be done again afterwards. Files in arguments are relative to `files`.
    support::Result<std::string> apply(
        const Operation& operation, const std::filesystem::path& files = {});
    /// Applies all, or none if one fails.
    support::Result<void> applyAll(
        std::span<const Operation> operations, const std::filesystem::path& files = {});

    bool canUndo() const { return m_done > 0; }
    bool canRedo() const { return m_done < m_steps.size(); }
    support::Result<void> undo();
    support::Result<void> redo();
    /// The steps that are in effect, oldest first.
    std::size_t doneSteps() const { return m_done; }
    const std::deque<Step>& steps() const { return m_steps; }
    /// The steps in effect as a script: a list of operations, one a line.
    std::string script() const;
    /// True if the model has the bytes of the file.
    bool isClean() const { return m_done == 0; }
    /// Where the nodes, values and graphs of the snapshot are that was there before the last call
    /// of apply(), applyAll(), undo() or redo(). A call that fails leaves the snapshot and this map
    /// as they were.
    const IdMap& lastIds() const { return m_lastIds; }

private:
    Document(EditedFile file, OpenOptions options)
        : m_file(std::move(file))
        , m_options(std::move(options))
    {
    }
    /// Reads the snapshot of now, after a change.
    support::Result<void> readAgain();

    EditedFile m_file;
    OpenOptions m_options;
    std::shared_ptr<const Model> m_model;
    Fingerprints m_fingerprints; ///< of m_model
    IdMap m_lastIds;
    std::deque<Step> m_steps;
    std::size_t m_done = 0;
};

} // namespace model::edit
