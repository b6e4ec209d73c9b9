#pragma once

#include "model/compare/three_way.h"
#include "ui/edit/edit_job.h"
#include "ui/edit/journal/edit_journal.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ui {

/// Edits of a model, applied to its file as another program wrote it meanwhile.
struct ReplayedEdits {
    struct Step {
        ScriptedStep step;
        QString failure; ///< why it does not fit the file; empty if it does
        std::size_t operations = 0; ///< of the file in effect after it
    };
    FileFacts file; ///< as it was read
    std::shared_ptr<EditSession> session; ///< the file with the steps that fit it
    EditedModel edited; ///< its model, with ids that are found by names
    std::vector<Step> steps;

    int fitting() const;
    /// The operations of the steps that do not fit, one a line.
    std::string failedScript() const;
};

/// A file that changed while edits of its model were not saved.
struct FileConflict {
    std::vector<model::ThreeWayChange> changes; ///< of the file, and of the edits
    ReplayedEdits replayed;
    /// Why the edited model cannot be saved any more; empty if it can.
    QString copyProblem;
};

/// Compares the file as it was, the file as it is, and the edited model, and applies the steps to
/// the file as it is. A step that fails is left out, and the next ones are tried. Fails if the file
/// cannot be read. Runs on a worker; changes neither the document nor a file.
support::Result<FileConflict> findConflict(const EditRequest& edited,
    const std::vector<ScriptedStep>& steps, std::stop_token stop,
    const support::Progress& progress);

} // namespace ui
