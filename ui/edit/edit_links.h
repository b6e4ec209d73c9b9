#pragma once

#include "model/model.h"
#include "ui/edit/edits.h"

#include <QPoint>
#include <QString>

#include <functional>

class QWidget;

/// Parts of the inspector's sections that change the model.
namespace ui {

class Document;
class ElidedLabel;

ElidedLabel* makeEditLink(const QString& text, std::function<void()> follow, QWidget* parent);

/// Lists the values that an input of the node can read, and connects it to the chosen one.
void listProducers(
    Document& document, model::NodeId node, std::size_t input, const QPoint& at, QWidget* parent);
/// Asks for a .npy, .pb or raw file, and takes the data of an initializer from it. `operation` is
/// setInitializerData or makeConstant.
void takeDataFromFile(
    Document& document, model::ValueId value, std::string_view operation, QWidget* parent);

/// A type as operations take it: `float[1,batch,?]`. Empty if it is no tensor.
QString typedType(const model::ValueType& type);

/// An operation on a value, with the arguments `value` and, outside the main graph, `graph`.
ModelEdit valueEdit(const model::Model& model, model::ValueId value, std::string_view operation,
    const std::function<void(support::JsonWriter&)>& write = {});

} // namespace ui
