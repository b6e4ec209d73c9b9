#include "engine/cuda/kernels/indices.h"
#include "engine/cuda/kernels/scores.h"

#include <cmath>

// Scaler, Imputer, Normalizer, Binarizer, ArrayFeatureExtractor, FeatureVectorizer, and
// OneHotEncoder of numbers, of ai.onnx.ml. Features are on the last axis.

namespace engine::cuda {

namespace {

using FeatureTypes = TypeList<float, double, std::int64_t, std::int32_t>;

std::int64_t rowWidth(const TensorType& type) { return type.dims.empty() ? 1 : type.dims.back(); }

/// A list with one entry per feature, or one entry for all.
struct FeatureList {
    const float* values;
    std::int64_t count;

    OPSCOPE_KERNEL float at(std::int64_t feature, float fallback) const
    {
        return count == 0 ? fallback : values[count == 1 ? 0 : feature];
    }
};

struct Scale {
    NumberReader x;
    float* y;
    std::int64_t width;
    FeatureList offset;
    FeatureList scale;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto feature = i % width;
        y[i] = (static_cast<float>(x.at(i)) - offset.at(feature, 0.0f)) * scale.at(feature, 1.0f);
    }
};

Result<std::unique_ptr<Kernel>> prepareScaler(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FeatureTypes {}));
    const TensorType type { ElementType::Float, inputType(request, 0).dims };
    const auto width = rowWidth(type);
    const auto offset = request.node.reals("offset").value_or(std::vector<float> {});
    const auto scale = request.node.reals("scale").value_or(std::vector<float> {});
    for (const auto* list : { &offset, &scale }) {
        if (list->size() > 1 && static_cast<std::int64_t>(list->size()) != width)
            return fail("offset or scale has ", list->size(), " entries for ", width, " features");
    }
    auto* const device = &deviceOf(request);
    const auto offsets = TRY(kept(*device, offset));
    const auto scales = TRY(kept(*device, scale));
    const auto offsetCount = static_cast<std::int64_t>(offset.size());
    const auto scaleCount = static_cast<std::int64_t>(scale.size());
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return forEach(*device, type.count(),
                Scale { numbersOf(context, 0), reinterpret_cast<float*>(output->data), width,
                    { offsets->as<float>(), offsetCount }, { scales->as<float>(), scaleCount } });
        });
}

template <typename T>
struct Impute {
    const T* x;
    T* y;
    const T* values;
    std::int64_t count;
    std::int64_t width;
    T missing;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const T value = x[i];
        const bool isMissing = value == missing || (missing != missing && value != value);
        y[i] = isMissing ? values[count == 1 ? 0 : i % width] : value;
    }
};

template <typename T>
Result<std::unique_ptr<Kernel>> imputer(const KernelRequest& request, const TensorType& type)
{
    constexpr bool isFloat = std::is_floating_point_v<T>;
    const auto& node = request.node;
    std::vector<T> values;
    if constexpr (isFloat) {
        for (const auto value : node.reals("imputed_value_floats").value_or(std::vector<float> {}))
            values.push_back(static_cast<T>(value));
    } else {
        for (const auto value : node.integers("imputed_value_int64s").value_or(Dims {}))
            values.push_back(static_cast<T>(value));
    }
    const T missing = isFloat ? static_cast<T>(node.real("replaced_value_float", 0.0f))
                              : static_cast<T>(node.integer("replaced_value_int64", 0));
    const auto count = static_cast<std::int64_t>(values.size());
    const auto width = rowWidth(type);
    if (count != 1 && count != width)
        return fail("Imputer has ", count, " values for ", width, " features");
    auto* const device = &deviceOf(request);
    const auto list = TRY(kept(*device, std::move(values)));
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return forEach(*device, type.count(),
                Impute<T> { in<T>(context, 0), reinterpret_cast<T*>(output->data),
                    list->template as<T>(), count, width, missing });
        });
}

Result<std::unique_ptr<Kernel>> prepareImputer(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FeatureTypes {}));
    const auto type = inputType(request, 0);
    std::unique_ptr<Kernel> kernel;
    auto make = [&]<typename T>() -> Result<void> {
        kernel = TRY(imputer<T>(request, type));
        return {};
    };
    TRY(visitElement(FeatureTypes {}, type.element, make));
    return Result<std::unique_ptr<Kernel>>(std::move(kernel)); // nvcc would copy
}

enum class Norm { Max, L1, L2 };

/// One thread per row, because rows are short.
struct Normalise {
    NumberReader x;
    float* y;
    std::int64_t width;
    Norm norm;

    OPSCOPE_KERNEL void operator()(std::int64_t row) const
    {
        double size = norm == Norm::Max ? -std::numeric_limits<double>::infinity() : 0.0;
        for (auto i = row * width; i < (row + 1) * width; ++i) {
            const double value = x.at(i);
            if (norm == Norm::Max)
                size = size < value ? value : size;
            else
                size += norm == Norm::L1 ? std::fabs(value) : value * value;
        }
        size = norm == Norm::L2 ? std::sqrt(size) : size;
        for (auto i = row * width; i < (row + 1) * width; ++i)
            y[i] = static_cast<float>(size != 0 ? x.at(i) / size : x.at(i));
    }
};

Result<std::unique_ptr<Kernel>> prepareNormalizer(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FeatureTypes {}));
    const TensorType type { ElementType::Float, inputType(request, 0).dims };
    const auto name = request.node.text("norm", "MAX");
    if (name != "MAX" && name != "L1" && name != "L2")
        return fail("norm \"", name, "\" is not known");
    const auto norm = name == "MAX" ? Norm::Max : name == "L1" ? Norm::L1 : Norm::L2;
    const auto width = rowWidth(type);
    const auto rows = width == 0 ? 0 : type.count() / width;
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "normalization"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return forEach(*device, rows,
                Normalise {
                    numbersOf(context, 0), reinterpret_cast<float*>(output->data), width, norm });
        });
}

template <typename T>
struct Binarise {
    const T* x;
    T* y;
    double threshold;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        y[i] = static_cast<double>(x[i]) > threshold ? T(1) : T(0);
    }
};

Result<std::unique_ptr<Kernel>> prepareBinarizer(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FeatureTypes {}));
    const auto type = inputType(request, 0);
    const auto threshold = static_cast<double>(request.node.real("threshold", 0.0f));
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "elementwise"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    Binarise<T> {
                        in<T>(context, 0), reinterpret_cast<T*>(output->data), threshold });
            };
            return visitElement(FeatureTypes {}, type.element, run);
        });
}

template <typename T>
struct TakeFeatures {
    const T* x;
    IndexReader indices;
    T* y;
    std::int64_t width;
    std::int64_t count; ///< of indices
    std::uint32_t* fault;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto at = placeOf(indices.at(i % count), width, fault);
        y[i] = at < 0 ? T(0) : x[i / count * width + at];
    }
};

Result<std::unique_ptr<Kernel>> prepareExtractor(const KernelRequest& request)
{
    TRY(requireElement(request, 1, IndexTypes {}));
    const auto& input = inputType(request, 0);
    TRY(visitBytes(input.element, []<typename T>() -> Result<void> { return {}; }));
    if (input.dims.empty())
        return fail("takes rows of features, found a scalar");
    const auto width = input.dims.back();
    const auto count = inputType(request, 1).count();
    TensorType type = input;
    if (type.dims.size() == 1)
        type.dims.insert(type.dims.begin(), 1);
    type.dims.back() = count;
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "gather"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return forEach(*device, type.count(),
                    TakeFeatures<T> { in<T>(context, 0), indicesOf(context, 1),
                        reinterpret_cast<T*>(output->data), width, count, device->faultWord() });
            };
            return visitBytes(type.element, run);
        });
}

/// Copies the columns of one input to the joined rows. Missing columns are 0, columns beyond
/// `width` are left out.
struct JoinFeatures {
    NumberReader x;
    float* y;
    std::int64_t own; ///< features of the input
    std::int64_t width; ///< columns of the input in the result
    std::int64_t first;
    std::int64_t total;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / width;
        const auto k = i % width;
        y[row * total + first + k] = k < own ? static_cast<float>(x.at(row * own + k)) : 0.0f;
    }
};

struct FeatureColumns {
    std::int64_t own = 0;
    std::int64_t width = 0;
    std::int64_t first = 0;
};

Result<std::unique_ptr<Kernel>> prepareVectorizer(const KernelRequest& request)
{
    const auto widths = request.node.integers("inputdimensions").value_or(Dims {});
    std::vector<FeatureColumns> columns;
    std::int64_t rows = 1;
    std::int64_t total = 0;
    for (std::size_t i = 0; request.hasInput(i); ++i) {
        TRY(requireNumber(request, i));
        const auto& dims = inputType(request, i).dims;
        if (dims.empty() || dims.size() > 2)
            return fail(
                "input ", i, " has the shape ", dimsText(dims), ", expected rows of features");
        const auto own = dims.size() == 2 ? dims[0] : 1;
        if (i > 0 && own != rows)
            return fail("input ", i, " has ", own, " rows, the first has ", rows);
        rows = own;
        const auto width = i < widths.size() ? widths[i] : dims.back();
        if (width < 0 || width > std::numeric_limits<std::int32_t>::max())
            return fail("inputdimensions has the entry ", width);
        columns.push_back({ dims.back(), width, total });
        total += width;
    }
    const TensorType type { ElementType::Float, { rows, total } };
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "concat"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            for (std::size_t i = 0; i < columns.size(); ++i) {
                const auto& part = columns[i];
                TRY(forEach(*device, rows * part.width,
                    JoinFeatures { numbersOf(context, i), reinterpret_cast<float*>(output->data),
                        part.own, part.width, part.first, total }));
            }
            return {};
        });
}

struct MarkCategories {
    NumberReader x;
    const std::int64_t* categories;
    float* y;
    std::int64_t count;

    /// If categories are equal, the first is marked.
    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto number = static_cast<std::int64_t>(x.at(i));
        bool isFound = false;
        for (std::int64_t c = 0; c < count; ++c) {
            const bool isIt = !isFound && categories[c] == number;
            y[i * count + c] = isIt ? 1.0f : 0.0f;
            isFound = isFound || isIt;
        }
    }
};

Result<std::unique_ptr<Kernel>> prepareOneHot(const KernelRequest& request)
{
    TRY(requireElement(request, 0, FeatureTypes {}));
    if (request.node.integer("zeros", 1) == 0)
        return fail("zeros is 0: what is no category ends the run, which the CPU can tell");
    auto categories = request.node.integers("cats_int64s").value_or(Dims {});
    const auto count = static_cast<std::int64_t>(categories.size());
    const auto& input = inputType(request, 0);
    TensorType type { ElementType::Float, input.dims };
    type.dims.push_back(count);
    const auto elements = count == 0 ? 0 : input.count();
    auto* const device = &deviceOf(request);
    const auto list = TRY(kept(*device, std::move(categories)));
    return makeKernel(
        implementationName(request, "one-hot"), [=](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            return forEach(*device, elements,
                MarkCategories { numbersOf(context, 0), list->as<std::int64_t>(),
                    reinterpret_cast<float*>(output->data), count });
        });
}

constexpr const char* domain = "ai.onnx.ml";
const RegisterKernels scaler({ "Scaler" }, prepareScaler, 0, Tier::Native, domain);
const RegisterKernels imputers({ "Imputer" }, prepareImputer, 0, Tier::Native, domain);
const RegisterKernels normalizer({ "Normalizer" }, prepareNormalizer, 0, Tier::Native, domain);
const RegisterKernels binarizer({ "Binarizer" }, prepareBinarizer, 0, Tier::Native, domain);
const RegisterKernels extractor(
    { "ArrayFeatureExtractor" }, prepareExtractor, 0, Tier::Native, domain);
const RegisterKernels vectorizer(
    { "FeatureVectorizer" }, prepareVectorizer, 0, Tier::Native, domain);
const RegisterKernels oneHot({ "OneHotEncoder" }, prepareOneHot, 0, Tier::Native, domain);

} // namespace

} // namespace engine::cuda
