#include "ui/tensors/tensor_source.h"

#include "model/contents/channel_layout.h"
#include "model/contents/sparse_elements.h"
#include "ui/run/run_controller.h"
#include "ui/translation/text.h"

namespace ui {

support::Result<std::shared_ptr<const model::TensorElements>> TensorSource::load() const
{
    if (sparse != nullptr)
        return model::loadDense(*model, *sparse);
    return tensor != nullptr ? model::loadTensor(*model, *tensor)
                             : model::readElements(file.toStdString());
}

std::optional<TensorSource> sourceOf(
    const RunController* runs, const Document& document, model::ValueId value)
{
    const auto model = document.model();
    // The model was reloaded and has changed.
    if (model == nullptr || value.value() >= model->values.size())
        return std::nullopt;
    const auto& known = model->value(value);
    const auto* const tensor = model::constantTensor(*model, value);
    const auto* const sparse = model::sparseTensor(*model, value);
    if (tensor != nullptr || sparse != nullptr)
        return TensorSource { model, tensor, sparse, {},
            known.initializer.isValid() ? tr("weight") : tr("constant"), known.name };
    if (const auto* captured = runs != nullptr ? runs->keptValues().find(*model, value) : nullptr)
        return TensorSource { model, nullptr, nullptr, captured->file, captured->words,
            known.name };
    return std::nullopt;
}

} // namespace ui
