#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/document/document.h"

#include <QString>

#include <optional>

namespace ui {

class RunController;

/// Where the elements of a value are: a tensor of the model, or a file of a run. May be copied into
/// a job.
struct TensorSource {
    std::shared_ptr<const model::Model> model;
    const model::Tensor* tensor = nullptr; ///< of the model; null: `file` is read, or only `sparse`
    const model::SparseTensor* sparse = nullptr; ///< of the model: what the file holds
    QString file;
    QString words; ///< origin, as shown: `weight`, `constant`, `captured, optimisation none`
    std::string name;

    /// The dense tensor.
    support::Result<std::shared_ptr<const model::TensorElements>> load() const;
};

/// Empty for a computed value that no run has kept.
std::optional<TensorSource> sourceOf(
    const RunController* runs, const Document& document, model::ValueId value);

} // namespace ui
