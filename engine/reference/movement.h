#pragma once

#include "engine/kernel/kernel.h"
#include "engine/program/shapes.h"

#include <functional>
#include <optional>

namespace engine {

/// Where the elements of a walk lie in a tensor: first element and the distance along each axis, in
/// elements.
struct View {
    std::int64_t offset = 0;
    Dims strides;
};

/// Copies a block of `dims` elements from one tensor's view to another's. Both have the same
/// element type; strings are copied as strings.
Result<void> copyElements(
    const Dims& dims, const Tensor& source, const View& from, Tensor& target, const View& to);
/// The same into the whole of `target`, dense.
Result<void> copyToDense(const Dims& dims, const Tensor& source, const View& from, Tensor& target);

/// Slice as its operands say it; no axes = the first ones, no steps = 1.
struct SliceBounds {
    std::vector<std::int64_t> starts, ends, axes, steps;
};
/// The elements of a slice: how many, and where they lie in the dense input.
struct SlicedView {
    Dims dims;
    View from;
};
Result<SlicedView> slicedView(std::span<const std::int64_t> dims, SliceBounds bounds);

/// The parts of an axis that Split gives; `written`: its operand or attribute.
Result<std::vector<std::int64_t>> splitSizes(const OpNode& node,
    const std::optional<std::vector<std::int64_t>>& written, std::int64_t size,
    std::size_t outputs);

/// Joins tensors of one type along an axis into output `output`.
Result<void> concatenate(RunContext& context, std::size_t output,
    const std::vector<const Tensor*>& parts, std::int64_t axis);
/// The part [first, first + length) of a tensor along an axis, in `target`, which has its type and
/// memory.
Result<void> copySlice(const Tensor& source, std::size_t axis, std::int64_t first, Tensor& target);

/// `index` of an axis of `size` elements, negative from the end; fails with both values.
Result<std::int64_t> checkedIndex(std::int64_t index, std::int64_t size);

/// A tensor attribute in engine memory.
Result<Tensor> attributeTensor(const KernelRequest& request, const model::Tensor& attribute);

/// A reference kernel with state from its preparation.
Result<std::unique_ptr<Kernel>> referenceKernel(std::function<Result<void>(RunContext&)> run);
/// `const RegisterKernel split(referenceEntry("Split", prepareSplit));`
KernelEntry referenceEntry(std::string type, PrepareKernel prepare, std::string domain = {});

} // namespace engine
