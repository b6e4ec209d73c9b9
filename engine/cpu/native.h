#pragma once

#include "engine/cpu/vector_table.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/kernel/kernel.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

namespace engine {

/// Fewer elements than this per thread do not justify another thread.
inline constexpr std::int64_t elementsPerThread = 32 * 1024;

/// Creates a kernel of the Native tier from a function. Its implementation is `native`, the variant
/// if there are several, and the instruction set: `native avx2`, `native gemv avx512`.
Result<std::unique_ptr<Kernel>> nativeKernel(
    std::function<Result<void>(RunContext&)> run, std::string_view variant = {});
/// Creates a kernel from a function and the plan that it gets in every run.
template <typename Plan>
Result<std::unique_ptr<Kernel>> nativeKernel(Plan plan,
    Result<void> (*run)(const Plan& plan, RunContext& context), std::string_view variant = {})
{
    return nativeKernel([run, plan = std::make_shared<const Plan>(std::move(plan))](
                            RunContext& context) { return run(*plan, context); },
        variant);
}
/// Entry that refuses channels-last images: most kernels read tensors in the order of their dims.
KernelEntry nativeEntry(std::string type, PrepareKernel prepare, std::string domain = {});
/// Entry for kernels that check the layout of their images themselves.
KernelEntry anyLayoutEntry(std::string type, PrepareKernel prepare, std::string domain = {});

/// Registers kernels of nativeEntry: `const RegisterNative unaries[] = { { "Clip", prepareClip }
/// };`
struct RegisterNative : RegisterKernel {
    RegisterNative(std::string type, PrepareKernel prepare, std::string domain = {})
        : RegisterKernel(nativeEntry(std::move(type), std::move(prepare), std::move(domain)))
    {
    }
};

/// Fails if the input is not a float tensor.
Result<void> requireFloat(const KernelRequest& request, std::size_t input);
/// Fails if the input is present, but is not a float tensor of `count` elements.
Result<void> requireFloats(const KernelRequest& request, std::size_t input, std::int64_t count);

/// Returns the values of a constant input or, if the input is absent, of an attribute of the same
/// meaning. Returns nullopt if both are absent. Fails if the input is not constant.
Result<std::optional<std::vector<std::int64_t>>> constantIntegers(
    const KernelRequest& request, std::size_t input, std::string_view attribute);

inline const float* floats(const Tensor& tensor)
{
    return reinterpret_cast<const float*>(tensor.data);
}
inline float* floats(Tensor& tensor) { return reinterpret_cast<float*>(tensor.data); }
/// The same for an input that may be absent; null then.
inline const float* optionalFloats(const RunContext& context, std::size_t input)
{
    return context.hasInput(input) ? floats(context.tensor(input)) : nullptr;
}
/// Returns the elements of a float output; null if it is not used.
Result<float*> optionalOutput(RunContext& context, std::size_t output, const Dims& dims);

/// Rows of `width` elements that justify a thread, at least one.
inline std::int64_t rowsPerThread(std::int64_t width)
{
    return std::max<std::int64_t>(elementsPerThread / std::max<std::int64_t>(width, 1), 1);
}

/// y[i] = op(a[i], b[i])
inline void combineRows(BinaryOp op, const float* a, const float* b, float* y, std::int64_t n)
{
    vectorTable().binary[static_cast<int>(op)][static_cast<int>(Operands::Rows)](a, b, y, n);
}

} // namespace engine
