#include "engine/reference/resize.h"
#include "engine/cpu/onednn.h"

#include <algorithm>
#include <cmath>

// Resize and Upsample of fp32 images with one to three spatial axes, nearest and linear. oneDNN has
// only one rule for coordinates (half pixels, rounded half up). ONNX has many, which often give the
// same result, as for every upscaling by an integer. So inputs and weights of each output
// coordinate are computed under both rules and compared. Source: ONNX Resize-10 to -19, Upsample-7
// and -9; oneDNN developer guide, "Resampling".

namespace engine::onednn {

namespace {

constexpr double weightTolerance = 1e-5;

float libraryCoordinate(const AxisResize& axis, std::int64_t x)
{
    return (static_cast<float>(x) + 0.5F) * static_cast<float>(axis.size)
        / static_cast<float>(axis.resized)
        - 0.5F;
}

/// Inputs and their weights that oneDNN uses for output coordinate x.
std::vector<std::pair<std::int64_t, double>> libraryWeights(
    const AxisResize& axis, bool isNearest, std::int64_t x)
{
    const auto at = libraryCoordinate(axis, x);
    if (isNearest)
        return { { static_cast<std::int64_t>(std::round(at)), 1.0 } };
    const auto left = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(at)));
    const auto right
        = std::min<std::int64_t>(axis.size - 1, at < 0 ? 0 : static_cast<std::int64_t>(at) + 1);
    const auto share = std::fabs(static_cast<double>(at) - static_cast<double>(left));
    return { { left, 1.0 - share }, { right, share } };
}

bool isSame(const Taps& taps, const std::vector<std::pair<std::int64_t, double>>& library)
{
    const auto weightOf = [&](std::int64_t index) {
        double weight = 0;
        for (std::size_t i = 0; i < taps.indices.size(); ++i)
            weight += taps.indices[i] == index ? taps.weights[i] : 0.0;
        for (const auto& [other, share] : library)
            weight -= other == index ? share : 0.0;
        return std::fabs(weight) < weightTolerance;
    };
    return !taps.indices.empty() && std::ranges::all_of(taps.indices, weightOf)
        && std::ranges::all_of(library, [&](const auto& row) { return weightOf(row.first); });
}

Result<void> checkAxis(std::size_t axis, const AxisResize& resize, const ResizeRules& rules)
{
    // Each position is compared, and a file may ask for 2^40 of them.
    constexpr std::int64_t longest = 1 << 22;
    if (resize.resized > longest)
        return fail("axis ", axis, " becomes ", resize.resized,
            ", the longest that is compared with "
            "oneDNN is ",
            longest);
    const auto taps = axisTaps(resize, rules);
    for (std::size_t x = 0; x < taps.size(); ++x) {
        if (!isSame(taps[x],
                libraryWeights(resize, rules.mode == "nearest", static_cast<std::int64_t>(x))))
            return fail(rules.mode, " by ", rules.coordinates,
                rules.mode == "nearest" ? " " + rules.nearest : "", " from ", resize.size, " to ",
                resize.resized, " along axis ", axis, " takes other inputs or weights at ", x,
                " than oneDNN would");
    }
    return {};
}

Result<ResizeWork> resizeWorkOf(const KernelRequest& request)
{
    ResizeOperands operands {};
    for (std::size_t i = 1; i < operands.size(); ++i) {
        if (!request.hasInput(i))
            continue;
        operands[i] = request.input(i).constant;
        if (operands[i] == nullptr)
            return fail("input ", i, " is not constant");
    }
    auto work = TRY(resizeWork(request.node, request.input(0).tensor.dims, operands));
    if (work.rules.mode != "nearest" && work.rules.mode != "linear")
        return fail("mode is ", work.rules.mode, ", oneDNN has nearest and linear");
    return work;
}

Result<std::unique_ptr<Kernel>> prepareResize(const KernelRequest& request)
{
    TRY(requireFloats(request, 1));
    const auto& input = request.input(0).tensor;
    if (input.dims.size() < 3 || input.dims.size() > 5)
        return fail("an input of ", input.dims, ", oneDNN takes three to five axes");
    const auto work = TRY(resizeWorkOf(request));
    TensorType output { ElementType::Float, {} };
    for (const auto& axis : work.axes)
        output.dims.push_back(axis.resized);
    TRY(requireOutput(output));
    for (std::size_t axis = 0; axis < 2; ++axis) {
        if (!work.axes[axis].isIdentity(work.rules.coordinates))
            return fail("axis ", axis, " is resized, oneDNN resizes spatial ones");
    }
    for (std::size_t axis = 2; axis < work.axes.size(); ++axis)
        TRY(checkAxis(axis, work.axes[axis], work.rules));
    TRY(requireElements(request, output.count()));
    std::vector<float> factors;
    for (std::size_t axis = 2; axis < work.axes.size(); ++axis)
        factors.push_back(
            static_cast<float>(work.axes[axis].resized) / static_cast<float>(work.axes[axis].size));
    const auto algorithm = work.rules.mode == "nearest" ? dnnl::algorithm::resampling_nearest
                                                        : dnnl::algorithm::resampling_linear;
    setLibraryThreads(request.settings.threads);
    const auto source = described(request.input(0));
    const auto destination = described(output, outputLayout(request));
    auto primitive = TRY(
        guarded("resampling", [&] { return resampling(algorithm, factors, source, destination); }));
    TRY(refuseReference(primitive));
    return std::unique_ptr<Kernel>(
        TRY(dataKernel(request, std::move(primitive), source, destination, std::move(output))));
}

const RegisterLibrary resize("Resize", prepareResize);
const RegisterLibrary upsample("Upsample", prepareResize);

} // namespace

} // namespace engine::onednn
