#pragma once

#include "model/edit/fitting_operators.h"
#include "model/model.h"
#include "model/support/json.h"
#include "ui/edit/edit_job.h"

#include <QString>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What gestures and fields of the window do to a model, as operations. Operations name nodes and
/// values, so an edit fits only the model that it was made from.
namespace ui {

/// Makes an operation; `write` writes its arguments.
model::edit::Operation makeOperation(
    std::string_view name, const std::function<void(support::JsonWriter&)>& write);
/// An edit of one operation.
ModelEdit makeEdit(std::string_view operation,
    const std::function<void(support::JsonWriter&)>& write, QString text = {});
/// How operations name a node: by its name if it is unique, else by its path.
std::string nodeReference(const model::Model& model, model::NodeId node);

/// Names that no node or value of the model has: `/stem/Relu_1`.
std::string freshNodeName(const model::Model& model, std::string_view scope, std::string_view type);
std::string freshValueName(const model::Model& model, std::string_view wanted);
/// The innermost scope that holds both nodes, with its separator: `/stem/`. An invalid id stands
/// for any node.
std::string commonScope(const model::Model& model, model::NodeId one, model::NodeId other);

/// Removes nodes of one graph. Fails if a node that stays reads what one of them makes.
support::Result<ModelEdit> deletionOf(
    const model::Model& model, std::span<const model::NodeId> nodes);
ModelEdit bypassOf(const model::Model& model, model::NodeId node);

/// Where a node is inserted: between a value and some of its readers.
struct InsertPlace {
    model::ValueId value;
    std::vector<model::Value::Use> readers;
    bool isOutput = false; ///< also before the output of the graph that the value is
};
/// All readers of a value.
InsertPlace everyReader(const model::Model& model, model::ValueId value);
/// Fails if the value is an output of a body or function, or both input and output.
support::Result<ModelEdit> insertionOf(const model::Model& model, const InsertPlace& place,
    const model::edit::FittingOperator& chosen);
/// Adds a node that reads the value; without one, a node without inputs in this graph.
ModelEdit additionOf(const model::Model& model, model::GraphId graph, model::ValueId value,
    const model::edit::FittingOperator& chosen);

ModelEdit rewiringOf(
    const model::Model& model, model::NodeId node, std::size_t input, std::string_view value);
/// Sets an attribute to a value that is given in JSON.
ModelEdit attributeEdit(const model::Model& model, model::NodeId node, std::string_view name,
    std::string_view json, std::string_view kind = {});
/// Renames a value where it is declared and read.
ModelEdit renamingOf(const model::Model& model, model::ValueId value, const QString& name);
/// Number of places that name the value: its declaration, readers and outputs.
std::size_t placesOf(const model::Model& model, model::ValueId value);

} // namespace ui
