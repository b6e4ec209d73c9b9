#pragma once

#include "model/contents/tensor_elements.h"
#include "ui/document/document.h"

#include <QString>

#include <optional>

namespace ui {

class RunController;

/// Where the elements of a value are: a weight of the model, or a file of a run. May be copied into
/// a job.
struct TensorSource {
    std::shared_ptr<const model::Model> model;
    model::TensorId weight; ///< invalid: `file` is read
    QString file;
    QString words; ///< origin, as shown: `weight`, `captured, optimisation none`
    std::string name;

    support::Result<std::shared_ptr<const model::TensorElements>> load() const;
};

/// Empty for a computed value that no run has kept.
std::optional<TensorSource> sourceOf(
    const RunController* runs, const Document& document, model::ValueId value);

} // namespace ui
