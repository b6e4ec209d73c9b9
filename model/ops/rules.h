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

/// Output 0 gets the element type of input 0 and a shape; an unknown rank without one.
void setLikeFirst(InferenceContext& context, std::optional<Shape> shape = std::nullopt);
/// All outputs get the element type of input 0 and an unknown rank.
void setAllLikeFirst(InferenceContext& context);

/// Returns the shape of an input; nothing if it is not known.
std::optional<Shape> knownShape(const InferenceContext& context, std::size_t input);
/// Returns the only element of an integer input; unknown if it is not known.
Dimension scalarInput(const InferenceContext& context, std::size_t input);

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
/// Returns the broadcast shape of the present inputs in [first, end). Nothing if one is unknown or
/// if they do not fit; the latter is reported.
std::optional<Shape> broadcastInputs(InferenceContext& context, std::size_t first, std::size_t end);

/// Returns the data's shape with one axis replaced by the axes of the indices.
Shape gatheredShape(const Shape& data, std::size_t axis, const Shape& indices);

/// Returns a shape of `rank` unknown dimensions.
Shape unknownShape(std::size_t rank);

/// Returns `axis` counted from the front. Nothing, and reported, if it is outside [-rank, rank).
std::optional<std::size_t> resolveAxis(
    InferenceContext& context, std::int64_t axis, std::size_t rank);
/// Same for several axes; each may appear only once.
std::optional<std::vector<std::size_t>> resolveAxes(
    InferenceContext& context, std::span<const std::int64_t> axes, std::size_t rank);

/// Axes that are an attribute in old versions and an input in newer ones.
struct AxesArgument {
    bool isGiven = false;
    std::optional<std::vector<std::int64_t>> values; ///< nothing: known only at run time
};
AxesArgument axesArgument(
    const InferenceContext& context, std::string_view attribute, std::size_t input);

/// Returns false and reports if the rank of an input is known and not one of `ranks`.
bool expectRank(
    InferenceContext& context, std::size_t input, std::initializer_list<std::size_t> ranks);
bool expectRankAtLeast(InferenceContext& context, std::size_t input, std::size_t rank);
/// Returns false and reports if an input is not a vector or its known length contradicts
/// `expected`. `what` names the expected size.
bool expectLength(
    InferenceContext& context, std::size_t input, const Dimension& expected, std::string_view what);
/// Returns false and reports if dimension `axis` of an input contradicts `expected`.
bool expectDim(InferenceContext& context, std::size_t input, std::size_t axis,
    const Dimension& expected, std::string_view what);
/// Returns true if both are numbers and differ.
bool contradicts(const Dimension& a, const Dimension& b);

/// Returns the element type that an attribute such as `dtype` or `to` gives. Undefined, and
/// reported, if it is not a type.
ElementType elementAttribute(
    InferenceContext& context, std::string_view name, ElementType fallback);

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
enum class Rounding { Down, Up };
/// Returns the number of window positions along one axis of `size`.
Dimension windowCount(InferenceContext& context, const Window& window, std::size_t axis,
    const Dimension& size, Rounding rounding);

/// Returns the shape of NumPy's matrix product. A vector counts as a matrix and the added axis is
/// removed again. Leading axes are broadcast.
std::optional<Shape> productShape(InferenceContext& context, std::size_t left, std::size_t right);

} // namespace model::ops
