#pragma once

#include "engine/cuda/kernel_list.h"
#include "engine/cuda/launch.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

#include <array>
#include <utility>

/// Shared by the kernels of this folder: strided access to tensors, and operator arguments that
/// must be known when a kernel is prepared.
namespace engine::cuda {

inline constexpr std::size_t maxAxes = 10;

/// Computes where element i of a shape is in N tensors. Adjacent axes that can be folded in all
/// tensors are one axis.
template <int N>
struct Strided {
    std::int64_t count = 0;
    int rank = 0;
    std::int64_t dims[maxAxes] = {};
    std::int64_t strides[N][maxAxes] = {};

    OPSCOPE_KERNEL void find(std::int64_t i, std::int64_t (&offsets)[N]) const
    {
        for (int k = 0; k < N; ++k)
            offsets[k] = 0;
        if (count <= 0x7fffffff) {
            // On a GPU a 64-bit division takes several times as long.
            auto rest = static_cast<std::uint32_t>(i);
            for (int d = rank; d-- > 0;) {
                const auto size = static_cast<std::uint32_t>(dims[d]);
                const std::uint32_t up = rest / size;
                const std::int64_t at = rest - up * size;
                rest = up;
                for (int k = 0; k < N; ++k)
                    offsets[k] += at * strides[k][d];
            }
            return;
        }
        for (int d = rank; d-- > 0;) {
            const std::int64_t at = i % dims[d];
            i /= dims[d];
            for (int k = 0; k < N; ++k)
                offsets[k] += at * strides[k][d];
        }
    }
};

/// Returns the walk over `dims` with these strides. Fails for more than maxAxes axes after
/// folding.
template <int N>
Result<Strided<N>> stridedOver(Dims dims, std::array<Dims, N> strides)
{
    Strided<N> walk;
    walk.count = elementCount(dims);
    if (walk.count == 0)
        return walk;
    foldStrides(dims, strides);
    if (dims.size() > maxAxes)
        return fail("shapes of more than ", maxAxes, " axes are not for the device");
    walk.rank = static_cast<int>(dims.size());
    for (std::size_t d = 0; d < dims.size(); ++d) {
        walk.dims[d] = dims[d];
        for (std::size_t k = 0; k < N; ++k)
            walk.strides[k][d] = strides[k][d];
    }
    return walk;
}

/// target[to] = source[from] for every element of the walk. Used by all operators that only move
/// elements.
template <typename T>
struct MoveElements {
    const T* source;
    T* target;
    Strided<2> walk; // of source and target

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        std::int64_t at[2];
        walk.find(i, at);
        target[at[1]] = source[at[0]];
    }
};

/// Calls `function` with the unsigned type of the element's size, for kernels that only move
/// elements.
template <typename F>
Result<void> visitBytes(ElementType type, F&& function)
{
    switch (type == ElementType::String ? 0 : elementBytes(type)) {
    case 1:
        return function.template operator()<std::uint8_t>();
    case 2:
        return function.template operator()<std::uint16_t>();
    case 4:
        return function.template operator()<std::uint32_t>();
    case 8:
        return function.template operator()<std::uint64_t>();
    default:
        return fail("element type ", model::name(type), " is not moved on the device");
    }
}

/// Elements to move. `from` and `to` are the first elements in source and target.
struct Movement {
    Strided<2> walk;
    std::int64_t from = 0;
    std::int64_t to = 0;
};
Result<void> moveElements(
    ModuleBackend& device, const Movement& movement, const Tensor& source, Tensor& target);

/// An array on the device that a kernel computes when it is prepared and owns.
class DeviceArray {
public:
    template <typename T>
    static Result<DeviceArray> of(ModuleBackend& device, const std::vector<T>& values)
    {
        DeviceArray array;
        array.m_device = &device;
        array.m_memory = TRY(device.allocate(values.size() * sizeof(T)));
        TRY(device.toDevice(array.m_memory, reinterpret_cast<const std::byte*>(values.data()),
            values.size() * sizeof(T)));
        return Result<DeviceArray>(std::move(array)); // nvcc would copy without it
    }
    DeviceArray(DeviceArray&& other) noexcept
        : m_device(other.m_device)
        , m_memory(std::exchange(other.m_memory, nullptr))
    {
    }
    DeviceArray& operator=(DeviceArray&& other) noexcept
    {
        std::swap(m_device, other.m_device);
        std::swap(m_memory, other.m_memory);
        return *this;
    }
    ~DeviceArray()
    {
        if (m_memory != nullptr)
            m_device->release(m_memory);
    }

    template <typename T>
    const T* as() const
    {
        return reinterpret_cast<const T*>(m_memory);
    }

private:
    DeviceArray() = default;
    ModuleBackend* m_device = nullptr;
    std::byte* m_memory = nullptr;
};

// For prepare functions.

inline const TensorType& inputType(const KernelRequest& request, std::size_t i)
{
    return request.input(i).tensor;
}
/// Returns the type of output i by shape inference. Operators on the device have known types.
Result<TensorType> outputType(const KernelRequest& request, std::size_t i);
/// Returns the value of an input that decides shapes. Fails if it is not known before the model
/// runs.
Result<const Tensor*> constantInput(const KernelRequest& request, std::size_t i);
/// Reads integers from an input, or from an attribute in older versions; nothing if both are left
/// out.
Result<std::optional<std::vector<std::int64_t>>> integersOf(
    const KernelRequest& request, std::size_t input, std::string_view attribute);

template <typename T>
const T* in(const RunContext& context, std::size_t i)
{
    return context.hasInput(i) ? reinterpret_cast<const T*>(context.tensor(i).data) : nullptr;
}

/// Returns output i with the type that was found when the kernel was prepared.
inline Result<Tensor*> outputOf(RunContext& context, std::size_t i, const TensorType& type)
{
    return context.output(i, type.element, type.dims);
}

/// Name of the kernel for reports, such as `cuda move`.
std::string implementationName(const KernelRequest& request, std::string_view kernel);

/// For typedKernel: all types, by the size of their elements (visitBytes).
struct AnyBytes { };

/// Makes a kernel that writes output 0, of type `type`. Its run calls function<T>(context, output)
/// -> Result<void> with the C++ type T of `element`, one of Types.
template <typename Types, typename F>
Result<std::unique_ptr<Kernel>> typedKernel(const KernelRequest& request, std::string_view name,
    const TensorType& type, ElementType element, F function)
{
    return makeKernel(implementationName(request, name),
        [type, element, function = std::move(function)](RunContext& context) -> Result<void> {
            auto* const output = TRY(outputOf(context, 0, type));
            auto run = [&]<typename T>() -> Result<void> {
                return function.template operator()<T>(context, *output);
            };
            if constexpr (std::is_same_v<Types, AnyBytes>)
                return visitBytes(element, run);
            else
                return visitElement(Types {}, element, run);
        });
}

} // namespace engine::cuda
