#pragma once

#include "model/inference/inference_context.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Shape rules that several operator families share, and the pieces rules are made of. All report
/// into the context and go on.
namespace model::ops {

/// Output 0 has the type and shape of input 0.
void sameAsFirst(InferenceContext& context);
/// As sameAsFirst for elementwise operators: the output may have another element type, `bool`.
void sameShapeBool(InferenceContext& context);
/// The inputs are broadcast to one shape; the element type is that of the first.
void broadcastAll(InferenceContext& context);

/// `output` gets the type of `input`.
void passOn(InferenceContext& context, std::size_t input, std::size_t output);

/// One dimension that is said twice: the one that says more; nothing if they contradict.
std::optional<Dimension> merge(const Dimension& a, const Dimension& b);
/// The same for whole shapes; an unknown rank says nothing.
std::optional<Shape> merge(const Shape& a, const Shape& b);

/// Shape of two broadcast ones; nothing if they do not fit (numbers that differ and are not 1).
std::optional<Shape> broadcast(const Shape& a, const Shape& b);
/// Broadcast shape of the present inputs in [first, end); nothing if one is unknown or they do not
/// fit, which is reported.
std::optional<Shape> broadcastInputs(InferenceContext& context, std::size_t first, std::size_t end);

/// A shape of `rank` unknown dimensions.
Shape unknownShape(std::size_t rank);

/// `axis` counted from the front; reported and nothing if it is outside of [-rank, rank).
std::optional<std::size_t> resolveAxis(
    InferenceContext& context, std::int64_t axis, std::size_t rank);
/// The same for several, each at most once.
std::optional<std::vector<std::size_t>> resolveAxes(
    InferenceContext& context, std::span<const std::int64_t> axes, std::size_t rank);

/// Axes that are an attribute in old versions and an input in new ones.
struct AxesArgument {
    bool isGiven = false;
    std::optional<std::vector<std::int64_t>> values; ///< nothing = not known before the run
};
AxesArgument axesArgument(
    const InferenceContext& context, std::string_view attribute, std::size_t input);

/// False and reported if the rank of an input is known and not one of `ranks`.
bool expectRank(
    InferenceContext& context, std::size_t input, std::initializer_list<std::size_t> ranks);
bool expectRankAtLeast(InferenceContext& context, std::size_t input, std::size_t rank);
/// False and reported if an input is a vector whose known length contradicts `expected`; `what`
/// names the expected size.
bool expectLength(
    InferenceContext& context, std::size_t input, const Dimension& expected, std::string_view what);
/// False and reported if dimension `axis` of an input contradicts `expected`.
bool expectDim(InferenceContext& context, std::size_t input, std::size_t axis,
    const Dimension& expected, std::string_view what);
/// True if both are numbers and differ.
bool contradicts(const Dimension& a, const Dimension& b);

/// Element type from an attribute such as `dtype` or `to`; Undefined and reported if it is no type.
ElementType elementAttribute(
    InferenceContext& context, std::string_view name, ElementType fallback);

/// Sliding window along the spatial axes of a convolution or pool: attributes as written, checked,
/// with their defaults.
struct Window {
    std::vector<Dimension> kernel;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> dilations;
    std::vector<std::int64_t> pads; ///< all begins, then all ends
    bool isSame = false; ///< auto_pad SAME_UPPER or SAME_LOWER: pads follow from the size
};
/// Nothing and reported if an attribute has the wrong length or an impossible value. `kernel` comes
/// from the weights or is empty.
std::optional<Window> windowOf(
    InferenceContext& context, std::size_t axes, std::vector<Dimension> kernel);
enum class Rounding { Down, Up };
/// Number of window positions along one axis of `size`.
Dimension windowCount(InferenceContext& context, const Window& window, std::size_t axis,
    const Dimension& size, Rounding rounding);

/// NumPy's matrix product: vectors become matrices and lose the axis again, leading axes are
/// broadcast.
std::optional<Shape> productShape(InferenceContext& context, std::size_t left, std::size_t right);

} // namespace model::ops
