#include "engine/cuda/kernels/strided.h"

namespace engine::cuda {

Result<void> moveElements(
    ModuleBackend& device, const Movement& movement, const Tensor& source, Tensor& target)
{
    auto move = [&]<typename T>() -> Result<void> {
        const MoveElements<T> elements { reinterpret_cast<const T*>(source.data) + movement.from,
            reinterpret_cast<T*>(target.data) + movement.to, movement.walk };
        return forEach(device, movement.walk.count, elements);
    };
    return visitBytes(source.element(), move);
}

Result<TensorType> outputType(const KernelRequest& request, std::size_t i)
{
    if (i >= request.outputs.size() || request.outputs[i].kind != InputType::Kind::Tensor)
        return fail("the type of output ", i, " is not known before the model runs");
    return request.outputs[i].tensor;
}

Result<const Tensor*> constantInput(const KernelRequest& request, std::size_t i)
{
    const auto& input = request.input(i);
    if (input.constant == nullptr)
        return fail("input ", i, " is not known before the model runs");
    return input.constant;
}

Result<std::optional<std::vector<std::int64_t>>> integersOf(
    const KernelRequest& request, std::size_t input, std::string_view attribute)
{
    using Integers = std::optional<std::vector<std::int64_t>>;
    if (!request.hasInput(input))
        return request.node.integers(attribute);
    const auto* tensor = TRY(constantInput(request, input));
    auto values = TRY(readIntegers(*tensor));
    return Integers(std::move(values));
}

std::string implementationName(const KernelRequest& request, std::string_view kernel)
{
    const bool isEmulated = request.backend->device().isEmulated;
    return std::string(isEmulated ? "emulated " : "cuda ") + std::string(kernel);
}

} // namespace engine::cuda
