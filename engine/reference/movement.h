#pragma once

#include "engine/kernel/kernel.h"
#include "engine/program/shapes.h"

#include <optional>

namespace engine {

/// Position of elements in a tensor: offset of the first element and stride of each axis, in
/// elements.
struct View {
    std::int64_t offset = 0;
    Dims strides;
};

/// Copies a block of `dims` elements from one tensor's view to another's. Both have the same
/// element type; strings are copied as strings.
Result<void> copyElements(
    const Dims& dims, const Tensor& source, const View& from, Tensor& target, const View& to);
/// Copies a block of `dims` elements from a view to the dense tensor `target`.
Result<void> copyToDense(const Dims& dims, const Tensor& source, const View& from, Tensor& target);

/// Operands of Slice. Empty axes mean the first ones, empty steps mean 1.
struct SliceBounds {
    std::vector<std::int64_t> starts, ends, axes, steps;
};
/// The elements of a slice: their number along each axis, and their position in the dense input.
struct SlicedView {
    Dims dims;
    View from;
};
Result<SlicedView> slicedView(std::span<const std::int64_t> dims, SliceBounds bounds);

/// Returns the sum of the sizes of parts. Fails if one does not fit into an axis of `size` beside
/// those before it.
Result<std::int64_t> sumOfParts(std::span<const std::int64_t> parts, std::int64_t size);

/// Returns the sizes of the parts of Split. `written` is its operand or attribute.
Result<std::vector<std::int64_t>> splitSizes(const OpNode& node,
    const std::optional<std::vector<std::int64_t>>& written, std::int64_t size,
    std::size_t outputs);

/// The copies of Tile: the dims of the result, and the block to copy from the dense input. Each
/// axis is two there: its repetitions, with stride 0, and its elements.
struct TiledView {
    Dims dims;
    Dims walked;
    Dims strides;
};
Result<TiledView> tiledView(
    std::span<const std::int64_t> dims, std::span<const std::int64_t> repeats);

/// Returns dims of which `axis` is replaced by the axes of indices, as in Gather.
Dims gatheredDims(
    std::span<const std::int64_t> dims, std::size_t axis, std::span<const std::int64_t> indices);

/// Returns the dims of parts of one type joined along an axis. Fails if they do not fit.
Result<Dims> joinedDims(std::span<const TensorType* const> parts, std::size_t axis);

/// Concatenates tensors of one type along an axis into output `output`.
Result<void> concatenate(RunContext& context, std::size_t output,
    const std::vector<const Tensor*>& parts, std::int64_t axis);
/// Copies the part [first, first + length) of a tensor along an axis to `target`, which has the
/// type and the memory of the part.
Result<void> copySlice(const Tensor& source, std::size_t axis, std::int64_t first, Tensor& target);

/// Elements that are added before and after an axis; negative numbers crop.
struct AxisPad {
    std::int64_t before = 0;
    std::int64_t after = 0;
};
/// Returns the padding of each axis, of pads for some axes (nothing: all).
Result<std::vector<AxisPad>> axisPads(std::span<const std::int64_t> pads,
    const std::optional<std::vector<std::int64_t>>& axes, std::size_t rank);

/// The axis from which an operator takes entries. Without the attribute, the tensor is one axis.
struct ChosenAxis {
    AxisFold fold;
    Dims dims; ///< of the tensor, or one axis
    std::size_t axis = 0;
};
Result<ChosenAxis> chosenAxis(const OpNode& node, const Tensor& tensor);
/// Copies entries of an axis to the dense tensor `target`, in this order.
Result<void> copyEntries(const Tensor& source, const AxisFold& fold,
    std::span<const std::int64_t> entries, Tensor& target);

/// Returns `index` of an axis of `size` elements; negative ones count from the end. Fails if it is
/// out of range, with both values in the message.
Result<std::int64_t> checkedIndex(std::int64_t index, std::int64_t size);

/// Returns the offsets in a dense tensor of the elements that `indices` name along an axis, as in
/// GatherElements and ScatterElements. Fails if indices are out of range, have another rank or are
/// longer along another axis.
Result<std::vector<std::int64_t>> elementOffsets(
    const Tensor& tensor, const Tensor& indices, std::int64_t axis);

/// Returns a tensor attribute in engine memory.
Result<Tensor> attributeTensor(const KernelRequest& request, const model::Tensor& attribute);

} // namespace engine
