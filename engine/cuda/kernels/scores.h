#pragma once

#include "engine/cuda/kernels/kept.h"
#include "engine/cuda/kernels/numbers.h"
#include "engine/functors/scores.h"
#include "engine/reference/ml_scores.h"

/// Shared parts of the classical models of ai.onnx.ml on the device: rows of features and the
/// transforms of a row's scores. Computed in double, like the reference.
namespace engine::cuda {

/// The rows of an input of rank 1 or 2.
struct FeatureShape {
    std::int64_t rows = 0;
    std::int64_t width = 0;
};
inline Result<FeatureShape> featureShape(const KernelRequest& request)
{
    TRY(requireNumber(request, 0));
    const auto& dims = inputType(request, 0).dims;
    if (dims.size() != 1 && dims.size() != 2)
        return fail("features have the shape ", dimsText(dims), ", expected rows of features");
    return FeatureShape { dims.size() == 2 ? dims[0] : 1, dims.back() };
}

/// Transforms a row of scores and writes it.
template <typename T>
struct WriteScores {
    double* scores;
    T* y;
    std::int64_t count; ///< per row
    functors::PostTransform transform;

    OPSCOPE_KERNEL void operator()(std::int64_t row) const
    {
        double* const own = scores + row * count;
        functors::transformScores(own, count, transform);
        for (std::int64_t i = 0; i < count; ++i)
            y[row * count + i] = narrowed<T>(own[i]);
    }
};

/// How a classifier that has one score for two classes decides.
struct BinaryRule {
    bool isBinary = false;
    double threshold = 0;
    functors::SecondClass second = functors::SecondClass::Opposite;
    bool hasPair = true; ///< false: only the one score is transformed and written

    std::int64_t width(std::int64_t count) const { return isBinary && hasPair ? 2 : count; }
};

/// Chooses the label of each row and writes its scores.
struct WriteClasses {
    double* scores;
    const std::int64_t* labels;
    std::int64_t* chosen;
    float* y; ///< null: the output is left out
    std::int64_t count; ///< scores per row before the transform
    functors::PostTransform transform;
    BinaryRule binary;

    OPSCOPE_KERNEL void operator()(std::int64_t row) const
    {
        double* const own = scores + row * count;
        const bool isSecond = own[0] > binary.threshold;
        chosen[row]
            = labels[binary.isBinary ? (isSecond ? 1 : 0) : functors::largestIndex(own, count)];
        if (y == nullptr)
            return;
        if (binary.isBinary && binary.hasPair) {
            const auto pair = functors::scorePair(own[0], binary.second, transform);
            y[row * 2] = static_cast<float>(pair.first);
            y[row * 2 + 1] = static_cast<float>(pair.second);
            return;
        }
        functors::transformScores(own, count, transform);
        for (std::int64_t i = 0; i < count; ++i)
            y[row * count + i] = static_cast<float>(own[i]);
    }
};

/// What every classifier needs to turn scores into labels.
struct ClassRule {
    std::int64_t rows = 0;
    std::int64_t count = 0; ///< scores per row
    std::shared_ptr<const DeviceArray> labels;
    functors::PostTransform transform = functors::PostTransform::None;
    BinaryRule binary;
};
/// Writes the outputs: labels, and scores if that output is present. Overwrites `scores`.
inline Result<void> writeClasses(
    ModuleBackend& device, RunContext& context, const ClassRule& rule, double* scores)
{
    auto* const chosen = TRY(context.output(0, ElementType::Int64, Dims { rule.rows }));
    float* y = nullptr;
    if (context.hasOutput(1)) {
        const Dims dims { rule.rows, rule.binary.width(rule.count) };
        y = reinterpret_cast<float*>(TRY(context.output(1, ElementType::Float, dims))->data);
    }
    return forEach(device, rule.rows,
        WriteClasses { scores, rule.labels->as<std::int64_t>(),
            reinterpret_cast<std::int64_t*>(chosen->data), y, rule.count, rule.transform,
            rule.binary });
}

} // namespace engine::cuda
