#pragma once

#include "ui/document/document.h"
#include "ui/tensors/tensor_content.h"

#include <QString>

#include <optional>

namespace ui {

class RunController;

/// Where the elements of a value can be had: a weight of the model, or a file that a run kept.
/// Plain data, for a job.
struct TensorSource {
    std::shared_ptr<const model::Model> model;
    model::TensorId weight; ///< invalid: read `file`
    QString file;
    QString words; ///< `weight`, `captured, optimisation none`
    std::string name;

    support::Result<std::shared_ptr<const TensorContent>> load() const;
};

/// Nothing for a value that a run computes and no run has kept.
std::optional<TensorSource> sourceOf(
    const RunController* runs, const Document& document, model::ValueId value);

} // namespace ui
