#include "model/inference/input_shapes.h"

#include "model/model.h"
#include "model/onnx/parser.h"
#include "model/support/text.h"

#include <algorithm>

namespace model {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

/// Removes the text up to and with the next separator, and returns it without the separator.
std::string_view takeSize(std::string_view& text)
{
    const auto end = std::min(text.find_first_of("x,"), text.find("×"));
    const auto size = text.substr(0, end);
    text.remove_prefix(size.size());
    if (text.starts_with("×"))
        text.remove_prefix(std::string_view("×").size());
    else if (!text.empty())
        text.remove_prefix(1);
    return size;
}

std::string inputNames(const Model& model)
{
    std::string names;
    for (const auto id : model.main().inputs) {
        if (!model.value(id).initializer.isValid())
            names += (names.empty() ? "" : ", ") + support::quote(model.value(id).name);
    }
    return names.empty() ? "none" : names;
}

Result<Shape> merged(const Value& input, const std::vector<std::int64_t>& dims)
{
    const auto& declared = input.type.shape;
    if (!declared)
        return shapeOf(dims);
    if (declared->size() != dims.size())
        return failAs(ErrorKind::Usage, "rank ", dims.size(), " is given, the model declares ",
            shapeText(*declared));
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        const auto& dimension = (*declared)[axis];
        if (dimension.isUnknown() || dimension.value() == dims[axis])
            continue;
        if (dimension.isNumber())
            return failAs(ErrorKind::Usage, "size ", dims[axis], " is given for axis ", axis,
                ", the model declares ", shapeText(*declared));
        return failAs(ErrorKind::Usage, "axis ", axis, " has the name ",
            support::quote(dimension.text()), ", whose size --dim ",
            support::sanitise(dimension.text()), "=", dims[axis], " gives");
    }
    return shapeOf(dims);
}

Result<void> give(Model& model, const std::string& name, const std::vector<std::int64_t>& dims)
{
    const auto& inputs = model.main().inputs;
    const auto found = std::ranges::find_if(inputs, [&](ValueId id) {
        return model.value(id).name == name && !model.value(id).initializer.isValid();
    });
    if (found == inputs.end())
        return failAs(
            ErrorKind::Usage, "the model has no such input; its inputs are ", inputNames(model));
    auto& value = model.values[found->value()];
    if (!value.type.isTensor())
        return failAs(
            ErrorKind::Usage, "is ", typeText(value.type), ", only a tensor takes a shape");
    value.type.shape = TRY(merged(value, dims));
    return {};
}

} // namespace

Result<std::vector<std::int64_t>> shapeFromText(std::string_view text)
{
    std::vector<std::int64_t> dims;
    if (text == "scalar")
        return dims;
    auto rest = text;
    while (true) {
        const bool isLast = rest.find_first_of("x,") == std::string_view::npos
            && rest.find("×") == std::string_view::npos;
        const auto size = takeSize(rest);
        const auto number = support::numberFrom<std::int64_t>(size);
        if (number.value_or(-1) < 0)
            return failAs(ErrorKind::Usage, support::quote(text),
                " is no shape, expected sizes from 0 up as 1x8x64, or scalar");
        dims.push_back(*number);
        if (isLast)
            return dims;
    }
}

Result<std::shared_ptr<const Model>> withInputShapes(
    std::shared_ptr<const Model> model, const InputShapes& shapes)
{
    if (shapes.empty())
        return model;
    auto changed = std::make_shared<Model>(*model);
    for (const auto& [name, dims] : shapes)
        TRY(give(*changed, name, dims).within("shape of input " + support::quote(name)));
    return std::shared_ptr<const Model>(std::move(changed));
}

Result<std::shared_ptr<const Model>> openWithShapes(const std::filesystem::path& path,
    const OpenOptions& options, const InputShapes& shapes, std::stop_token stop)
{
    return withInputShapes(TRY(onnx::openModel(path, options, std::move(stop))), shapes);
}

} // namespace model
