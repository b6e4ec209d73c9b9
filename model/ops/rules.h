#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Shape rules that several operator families share, and helpers for rules. All report problems to
/// the context and continue.
namespace model::ops {

/// Output 0 gets type and shape of input 0.
void sameAsFirst(InferenceContext& context);
/// Every output gets type and shape of the input at its position.
void sameAsEach(InferenceContext& context);
/// Output 0 becomes a scalar of element type bool.
void scalarBool(InferenceContext& context);
/// Output 0 gets the shape of input 0 and element type bool.
void sameShapeBool(InferenceContext& context);
/// Output 0 gets the broadcast shape of all inputs and the element type of the first.
void broadcastAll(InferenceContext& context);
/// Output 0 gets type and shape of input 0. Reports attribute `axis` if input 0 has no such axis.
void sameAsFirstAlongAxis(InferenceContext& context);

/// Output 0 gets the element type of input 0 and a shape; an unknown rank without one.
void setLikeFirst(InferenceContext& context, std::optional<Shape> shape = std::nullopt);
/// Outputs from `first` on get an element type and a shape; an unknown rank without one.
void setFrom(InferenceContext& context, std::size_t first, ElementType element,
    const std::optional<Shape>& shape = std::nullopt);
/// Output 0 gets the shape of input 0.
void setSameShape(InferenceContext& context, ElementType element);

/// Applies the rule of the newest version of an ai.onnx operator, whose inputs, outputs and
/// attributes the node has too.
void inferAs(InferenceContext& context, std::string_view onnxOperator);

/// Returns the number of elements of a shape, or of some of its axes.
Dimension productOf(std::span<const Dimension> dims);
/// Returns the shape of an input; nothing if it is not known.
std::optional<Shape> knownShape(const InferenceContext& context, std::size_t input);
/// Returns the only element of an integer input; unknown if it is not known.
Dimension scalarInput(const InferenceContext& context, std::size_t input);

/// Reports `message` as an error if none of the attributes has an entry.
void expectAnyEntry(
    InferenceContext& context, std::initializer_list<std::string_view> names, const char* message);
/// Reports list attributes of different length whose entries belong together, such as the ids and
/// the modes of a tree's nodes. If the node has the tensor `name_as_tensor` (trees of version 3),
/// the tensor counts instead of `name`. An attribute of `optional` is compared if it has entries.
void expectEqualLengths(InferenceContext& context, std::initializer_list<std::string_view> names,
    std::initializer_list<std::string_view> optional = {});

/// `output` gets the type of `input`.
void passOn(InferenceContext& context, std::size_t input, std::size_t output);

/// `output` gets a type made by ValueType::sequence or ValueType::optionalOf. Reports an error if
/// it is nested too deep; the type is then unknown.
void setNested(InferenceContext& context, std::size_t output, ValueType type);

/// Merges two statements about one dimension and returns the more specific one; nothing if they
/// contradict.
std::optional<Dimension> merge(const Dimension& a, const Dimension& b);
/// Same for shapes; nothing also if the ranks differ.
std::optional<Shape> merge(const Shape& a, const Shape& b);

/// Returns the broadcast shape of two shapes; nothing if they do not fit (numbers that differ and
/// are not 1).
std::optional<Shape> broadcast(const Shape& a, const Shape& b);
/// Returns the broadcast shape of the present inputs among `inputs`. Nothing if one is unknown or
/// if they do not fit; the latter is reported.
std::optional<Shape> broadcastInputs(
    InferenceContext& context, const std::vector<std::size_t>& inputs);
/// Same for all inputs.
std::optional<Shape> broadcastInputs(InferenceContext& context);

/// Returns the data's shape with one axis replaced by the axes of the indices.
Shape gatheredShape(const Shape& data, std::size_t axis, const Shape& indices);

/// Returns a shape of `rank` unknown dimensions.
Shape unknownShape(std::size_t rank);

/// Returns `axis` counted from the front. Nothing, and reported, if it is outside [-rank, rank).
std::optional<std::size_t> resolveAxis(
    InferenceContext& context, std::int64_t axis, std::size_t rank);
/// Same for attribute `axis`, or `fallback` if there is none.
std::optional<std::size_t> axisAttribute(
    InferenceContext& context, std::int64_t fallback, std::size_t rank);
/// Reports attribute `axis`, or `fallback`, if input 0 has no such axis.
void expectAxis(InferenceContext& context, std::int64_t fallback);
/// Same as resolveAxis() for several axes; each may appear only once.
std::optional<std::vector<std::size_t>> resolveAxes(
    InferenceContext& context, std::span<const std::int64_t> axes, std::size_t rank);

/// Returns 0, 1 ... rank - 1.
std::vector<std::int64_t> allAxes(std::size_t rank);

/// Axes that are an attribute in old versions and an input in newer ones.
struct AxesArgument {
    bool isGiven = false;
    std::optional<std::vector<std::int64_t>> values; ///< nothing: known only at run time
};
AxesArgument axesArgument(
    const InferenceContext& context, std::string_view attribute, std::size_t input);

/// The checks below accept what is not known, and inputs that are absent.

/// Returns false and reports if the rank of an input is known and not one of `ranks`.
bool expectRank(
    InferenceContext& context, std::size_t input, std::initializer_list<std::size_t> ranks);
/// Same for several inputs, all of which are checked.
bool expectRanks(InferenceContext& context, std::initializer_list<std::size_t> inputs,
    std::initializer_list<std::size_t> ranks);
/// Same, with the rank of input 0.
bool expectSameRank(InferenceContext& context, std::size_t input);
bool expectRankAtLeast(InferenceContext& context, std::size_t input, std::size_t rank);
/// Returns false and reports if an input is not a vector or its known length contradicts
/// `expected`. `what` names the expected size.
bool expectLength(
    InferenceContext& context, std::size_t input, const Dimension& expected, std::string_view what);
/// Returns false and reports if dimension `axis` of an input contradicts `expected`.
bool expectDim(InferenceContext& context, std::size_t input, std::size_t axis,
    const Dimension& expected, std::string_view what);
/// Returns false and reports if the shape of an input contradicts `expected`.
bool expectShape(InferenceContext& context, std::size_t input, const std::optional<Shape>& expected,
    std::string_view what);
/// Returns false and reports if the shape of an input cannot be broadcast to `target`.
bool expectBroadcastTo(InferenceContext& context, std::size_t input,
    const std::optional<Shape>& target, std::string_view what);
/// Reports if dimension `axis` of an input is not a multiple of the number of heads.
void expectHeads(
    InferenceContext& context, std::size_t input, std::size_t axis, const Dimension& heads);
/// Returns true if both are numbers and differ.
bool contradicts(const Dimension& a, const Dimension& b);

/// Returns the element type that an attribute such as `dtype` or `to` gives. Undefined, and
/// reported, if it is not a type.
ElementType elementAttribute(
    InferenceContext& context, std::string_view name, ElementType fallback);

/// Returns an attribute that counts something. Nothing, and reported, if it is absent or below 1.
std::optional<Dimension> positiveAttribute(InferenceContext& context, std::string_view name);

/// Sliding window along the spatial axes of a convolution or pool: the attributes, checked and with
/// their defaults.
struct Window {
    std::vector<Dimension> kernel;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> dilations;
    std::vector<std::int64_t> pads; ///< all begins, then all ends
    bool isSame = false; ///< auto_pad SAME_UPPER or SAME_LOWER: the size determines the pads
};
/// Reads the window attributes. Nothing, and reported, if one has the wrong length or an invalid
/// value. `kernel` comes from the weights or is empty.
std::optional<Window> windowOf(
    InferenceContext& context, std::size_t axes, std::vector<Dimension> kernel);
/// Returns the sizes of axes 2, 3 ... of the weights of a convolution of data of `rank`.
std::vector<Dimension> kernelOfWeights(
    const InferenceContext& context, std::size_t weights, std::size_t rank);
enum class ChannelAxis { Second, Last };
/// Returns the shape of input `data`, an image of `rank`, after a sliding window: its batch,
/// `channels` and the number of window positions along each spatial axis. Attribute `ceil_mode`
/// decides how that is rounded.
Shape windowedShape(InferenceContext& context, std::size_t data, std::size_t rank,
    const Dimension& channels, std::vector<Dimension> kernel,
    ChannelAxis channelAxis = ChannelAxis::Second);

/// Returns the shape of NumPy's matrix product. A vector counts as a matrix and the added axis is
/// removed again. Leading axes are broadcast.
std::optional<Shape> productShape(InferenceContext& context, std::size_t left, std::size_t right);
/// Same for matrices `a` and `b` of at least two axes; findings are at input `right`.
std::optional<Shape> productShape(
    InferenceContext& context, std::size_t right, const Shape& a, const Shape& b);
/// Returns the shape of the product of two matrices, each transposed if attribute `transA` or
/// `transB` is set.
Shape gemmShape(InferenceContext& context, std::size_t left, std::size_t right);

} // namespace model::ops
