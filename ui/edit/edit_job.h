#pragma once

#include "model/edit/document.h"
#include "model/inference/analysis.h"
#include "model/node_labels.h"
#include "ui/document/place_graph.h"
#include "ui/run/run_blockers.h"

#include <QString>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ui {

/// A change that the user asked for: one step of the history.
struct ModelEdit {
    std::vector<model::edit::Operation> operations;
    QString text; ///< for the history; empty: the sentence of the only operation
    /// What happens if the model gets errors that it did not have.
    enum class NewErrors {
        Allowed, ///< the history says how many there are
        Refused, ///< the edit fails with the first of them
    };
    NewErrors newErrors = NewErrors::Allowed;
    std::string selected; ///< name of the node to select afterwards; empty: keep the selection
};

/// The file that a document edits. Only one job at a time uses it.
struct EditSession {
    std::mutex mutex; ///< a job that was stopped may still run when the next one starts
    std::unique_ptr<model::edit::Document> document; ///< null until the first edit
    std::shared_ptr<const model::Model> base; ///< that of the file; null with `document`
};

/// The picture of a graph that was shown at another step of the history.
struct KnownPicture {
    model::GraphId graph;
    layout::OpenGroups open;
    std::shared_ptr<const layout::Scene> scene;
};

/// The input of runEdit, as immutable snapshots.
struct EditRequest {
    std::shared_ptr<EditSession> session;
    std::string path;
    model::OpenOptions options;
    std::shared_ptr<const model::Model> before; ///< the model that is shown
    std::shared_ptr<const model::Analysis> analysis; ///< of `before`; may be null
    /// False if the types of `analysis` are those of an earlier model.
    bool isAnalysed = false;
    model::Binding binding;
    PlaceRequest place; ///< of the shown graph, with ids of `before`
    ModelEdit edit; ///< without operations: go to `steps`
    std::size_t steps = 0; ///< operations of the file that shall be in effect
    std::shared_ptr<const layout::Scene> scene; ///< the picture that is shown; may be null
    KnownPicture known; ///< of the wanted step, with its ids; without a scene: not known
};

/// What is known about a model after an edit.
struct EditAnalysis {
    std::shared_ptr<const model::Analysis> analysis;
    RunBlockers blockers;
    std::size_t newErrors = 0; ///< errors that the model had not before
    std::size_t goneErrors = 0;
    std::string firstNewError; ///< its message
};

/// A model after an edit, with everything that the views show of it.
struct EditedModel {
    std::shared_ptr<const model::Model> model;
    model::NodeLabels labels;
    /// Of a large model the types and costs are those from before, and analyseEdit() makes the
    /// new ones.
    EditAnalysis analysis;
    bool isAnalysed = true;
    std::shared_ptr<const model::edit::IdMap> ids; ///< of the model that was shown
    model::GraphId graph; ///< the graph that is shown
    PlacedGraph placed; ///< without a scene if it could not be laid out
    std::size_t steps = 0; ///< operations in effect
    std::vector<model::edit::ChangedNode> changedNodes; ///< those that differ from the file
    QString text; ///< sentence of the edit
};

/// Nodes of a model whose edits are shown before they are analysed.
constexpr std::size_t largeModel = 10'000;

/// Opens the file of the document for editing, if it is not open yet. Fails if the file has changed
/// since it was read.
support::Result<void> openEdited(
    const EditRequest& request, std::stop_token stop, const support::Progress& progress);

/// Applies an edit, or goes to another step of the history, and computes what the views need. Runs
/// on a worker. If it fails, the file is as before; an error says what the user can do.
support::Result<EditedModel> runEdit(
    const EditRequest& request, std::stop_token stop, const support::Progress& progress);

/// Analyses a model after an edit. `before` is the analysis of the model before; may be null. Then
/// prepares the session for the next edit.
support::Result<EditAnalysis> analyseEdit(EditSession& session,
    std::shared_ptr<const model::Model> model, const model::Binding& binding,
    const model::Analysis* before, std::stop_token stop, const support::Progress& progress);

} // namespace ui
