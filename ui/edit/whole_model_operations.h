#pragma once

#include "model/edit/document.h"
#include "model/support/diagnostic.h"

#include <QMap>
#include <QString>
#include <QStringList>

#include <span>
#include <string>
#include <vector>

namespace ui {

/// An argument of an operation on the whole model, as a field of a dialog.
struct OperationField {
    enum class Kind {
        Choice, ///< one of `choices`
        Integer,
        IntegerOrText,
        Text,
        List, ///< texts separated by commas
        Flag,
        Dimension, ///< a named dimension of the model
        File, ///< a model
        Folder,
    };
    const char* name; ///< of the argument
    const char* label;
    Kind kind;
    const char* choices = ""; ///< separated by blanks; else what the field holds at first
    bool isOptional = true; ///< left out if it is empty
};

/// An operation on the whole model that the dialog offers.
struct WholeModelOperation {
    const char* name; ///< of the operation; `fold`, `optimize` and `repair` stand for several
    const char* title;
    const char* summary;
    std::vector<OperationField> fields;
};

std::span<const WholeModelOperation> wholeModelOperations();

/// The operations for the contents of the fields, by argument. Fails for text where a number is
/// needed, for an empty field that is needed, and if nothing has to change. `file` has the model.
/// Runs on a worker.
support::Result<std::vector<model::edit::Operation>> operationsFor(
    const WholeModelOperation& chosen, const QMap<QString, QString>& values,
    const std::string& file, const model::OpenOptions& options, const std::stop_token& stop);

/// What operations would change.
struct EditPreview {
    std::vector<std::string> sentences;
    std::vector<std::pair<std::string, int>> types; ///< operator types that get more or fewer nodes
    std::size_t nodesBefore = 0;
    std::size_t nodes = 0;
    std::uint64_t bytesBefore = 0; ///< of the model as one file, without external data
    std::uint64_t bytes = 0;
    support::Diagnostics made; ///< findings that the model has not now
    support::Diagnostics mended;
};

/// Applies operations to the model of a file, of which nothing is written. Runs on a worker.
support::Result<EditPreview> previewOf(const std::string& file, const model::OpenOptions& options,
    std::span<const model::edit::Operation> operations, const std::stop_token& stop);

/// The preview in lines.
QString previewText(const EditPreview& preview);

} // namespace ui
