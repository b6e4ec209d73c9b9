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
    const model::Tensor* tensor = nullptr; ///< a dense tensor of the model; may be null
    const model::SparseTensor* sparse = nullptr; ///< a sparse tensor of the model; may be null
    QString file; ///< a file of a run; empty if the model has the elements
    QString origin; ///< as shown: `weight`, `constant`, `captured, optimisation none`
    std::string name; ///< of the value

    /// Loads the dense tensor. It is made of the sparse one if the model has no other.
    support::Result<std::shared_ptr<const model::TensorElements>> load() const;
};

/// Returns where the elements of a value are; nothing for a computed value that no run has kept.
std::optional<TensorSource> sourceOf(
    const RunController* runs, const Document& document, model::ValueId value);

} // namespace ui
