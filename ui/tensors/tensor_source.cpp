#include "ui/tensors/tensor_source.h"

#include "ui/run/run_controller.h"

#include <QCoreApplication>

namespace ui {

support::Result<std::shared_ptr<const model::TensorElements>> TensorSource::load() const
{
    return weight.isValid() ? model::loadTensor(*model, weight)
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
    if (known.initializer.isValid())
        return TensorSource { model, known.initializer, {},
            QCoreApplication::translate("TensorSource", "weight"),
            model->tensor(known.initializer).name };
    if (const auto* captured = runs != nullptr ? runs->captured(document, value) : nullptr)
        return TensorSource { model, {}, captured->file, captured->words, known.name };
    return std::nullopt;
}

} // namespace ui
