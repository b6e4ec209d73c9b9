#include "ui/tensors/tensor_source.h"

#include "model/onnx/tensor_file.h"
#include "ui/run/run_controller.h"

#include <QCoreApplication>

namespace ui {

namespace {

support::Result<std::shared_ptr<const TensorContent>> readCaptured(
    const std::string& path, const std::string& name)
{
    auto data = TRY(model::onnx::readTensorFile(path));
    if (data.kind != model::DataValue::Kind::Tensor)
        return support::failAs(support::ErrorKind::Unsupported, "value ", name,
            " is a sequence or a map, the viewer shows tensors");
    auto tensor = std::make_shared<model::DataTensor>(std::move(data.tensor));
    const auto count = model::elementCount(tensor->dims);
    if (!count)
        return support::failAs(support::ErrorKind::File, path, " has dimensions that are no size");
    auto content = std::make_shared<TensorContent>();
    content->name = name;
    content->element = tensor->element;
    content->dims = tensor->dims;
    content->count = *count;
    if (content->isText())
        content->strings = std::make_shared<const std::vector<std::string>>(tensor->strings);
    content->data = { tensor->bytes, tensor };
    return std::shared_ptr<const TensorContent>(std::move(content));
}

} // namespace

support::Result<std::shared_ptr<const TensorContent>> TensorSource::load() const
{
    return weight.isValid() ? loadTensor(*model, weight) : readCaptured(file.toStdString(), name);
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
