#include "model/contents/channel_layout.h"

#include "model/support/text.h"

namespace model {

const Tensor* constantTensor(const Model& model, ValueId id)
{
    const auto& value = model.value(id);
    if (value.initializer.isValid())
        return &model.tensor(value.initializer);
    if (!value.producer.isValid() || model.node(value.producer).type != "Constant")
        return nullptr;
    const auto* const attribute = model.node(value.producer).attribute("value");
    return attribute ? std::get_if<Tensor>(&attribute->value) : nullptr;
}

std::optional<std::size_t> usualChannelAxis(
    const Model& model, ValueId id, std::size_t rank, const std::optional<StoredGrid>& grid)
{
    if (rank == 0)
        return std::nullopt;
    if (grid && grid->axis && *grid->axis < rank)
        return grid->channelAxis(rank);
    const auto& value = model.value(id);
    const bool isWeight = constantTensor(model, id) != nullptr;
    for (const auto& use : value.uses) {
        if (!isWeight || use.input != 1)
            continue;
        const auto& node = model.node(use.node);
        if (node.type == "MatMul")
            return rank - 1;
        const auto* const transB = node.attribute("transB");
        const auto* const isByOutput = transB ? std::get_if<std::int64_t>(&transB->value) : nullptr;
        if (node.type == "Gemm")
            return isByOutput && *isByOutput != 0 ? 0 : rank - 1;
        if (node.type == "ConvTranspose")
            return rank > 1 ? 1 : 0;
    }
    return isWeight ? 0 : rank >= 3 ? 1 : rank - 1;
}

support::Result<ChannelLayout> channelLayoutOf(const Model& model, ValueId value,
    std::shared_ptr<const TensorElements> content, std::optional<std::size_t> axis)
{
    using support::ErrorKind;
    ChannelLayout layout;
    layout.content = std::move(content);
    const auto name = support::quote(model.value(value).name);
    if (layout.content->isText())
        return support::failAs(ErrorKind::Unsupported, name, " is a tensor of strings");
    auto grid = storedGridOf(model, value);
    if (grid && *grid) {
        auto codes = unpacked(layout.content, **grid);
        if (codes) {
            layout.content = std::move(*codes);
            layout.grid = std::move(*grid);
        } else {
            layout.gridProblem = codes.error().message();
        }
    } else if (!grid) {
        layout.gridProblem = grid.error().message();
    }
    const auto rank = layout.content->dims.size();
    if (axis && *axis >= rank)
        return support::failAs(
            ErrorKind::Usage, name, " has ", rank, " dimensions, but no axis ", *axis);
    layout.axis = axis ? axis : usualChannelAxis(model, value, rank, layout.grid);
    layout.view = channelView(layout.content->dims, layout.axis);
    return layout;
}

} // namespace model
