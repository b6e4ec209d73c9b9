#include "engine/cuda/kernels/epilogue.h"

#include "engine/cuda/kernels/strided.h"
#include "engine/functors/activation.h"

namespace engine::cuda {

namespace {

constexpr std::array names {
    std::pair { ActivationKind::Relu, std::string_view("Relu") },
    std::pair { ActivationKind::Sigmoid, std::string_view("Sigmoid") },
    std::pair { ActivationKind::Tanh, std::string_view("Tanh") },
    std::pair { ActivationKind::HardSwish, std::string_view("HardSwish") },
    std::pair { ActivationKind::LeakyRelu, std::string_view("LeakyRelu") },
    std::pair { ActivationKind::Elu, std::string_view("Elu") },
    std::pair { ActivationKind::Clip, std::string_view("Clip") },
    std::pair { ActivationKind::Swish, std::string_view("Swish") },
    std::pair { ActivationKind::GeluTanh, std::string_view("Gelu") },
};

template <typename A>
OPSCOPE_KERNEL A activate(A x, ActivationKind kind, float first, float second)
{
    switch (kind) {
    case ActivationKind::Relu:
        return functors::Relu {}(x);
    case ActivationKind::Sigmoid:
        return functors::Sigmoid {}(x);
    case ActivationKind::Tanh:
        return std::tanh(x);
    case ActivationKind::HardSwish:
        return functors::HardSwish {}(x);
    case ActivationKind::LeakyRelu:
        return functors::LeakyRelu { first }(x);
    case ActivationKind::Elu:
        return functors::Elu { first }(x);
    case ActivationKind::Clip:
        x = x < static_cast<A>(first) ? static_cast<A>(first) : x;
        return x > static_cast<A>(second) ? static_cast<A>(second) : x;
    case ActivationKind::Swish:
        return functors::Swish { first }(x);
    case ActivationKind::GeluTanh:
        return functors::GeluByTanh {}(x);
    case ActivationKind::None:
        break;
    }
    return x;
}

template <typename T>
struct ApplyEpilogue {
    T* y;
    const T* bias;
    const T* added;
    std::int64_t inner;
    std::int64_t channels;
    ActivationKind kind;
    float first;
    float second;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        auto value = widen(y[i]);
        if (bias != nullptr)
            value += widen(bias[i / inner % channels]);
        if (added != nullptr)
            value += widen(added[i]);
        y[i] = static_cast<T>(activate(value, kind, first, second));
    }
};

template <typename T>
struct FillWithNoise {
    T* y;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        // Bits that do not repeat soon are enough: the mixing step of a hash function.
        auto bits = static_cast<std::uint32_t>(i) * 2654435761u;
        bits ^= bits >> 15;
        bits *= 2246822519u;
        bits ^= bits >> 13;
        if constexpr (std::is_integral_v<T>)
            y[i] = static_cast<T>(bits);
        else
            y[i] = static_cast<T>(static_cast<Arithmetic<T>>(static_cast<std::int32_t>(bits))
                / Arithmetic<T>(2147483648.0));
    }
};

} // namespace

std::string_view activationName(ActivationKind kind)
{
    for (const auto& [each, name] : names) {
        if (each == kind)
            return name;
    }
    return "none";
}

Result<Activation> activationOf(const OpNode& node)
{
    const auto name = node.text("activation", "");
    if (name.empty())
        return Activation {};
    Activation activation;
    for (const auto& [kind, each] : names) {
        if (each == name)
            activation.kind = kind;
    }
    if (activation.kind == ActivationKind::None)
        return fail("does the activations Relu, Sigmoid, Tanh, HardSwish, LeakyRelu, Elu, Clip, "
                    "Swish and Gelu, not ",
            name);
    const auto parameters = node.reals("activation_params").value_or(std::vector<float>());
    const float usual = activation.kind == ActivationKind::LeakyRelu ? 0.01F : 1.0F;
    activation.first = parameters.size() > 0 ? parameters[0] : node.real("activation_alpha", usual);
    activation.second = parameters.size() > 1 ? parameters[1] : node.real("activation_beta", 0.0F);
    return activation;
}

Result<void> applyEpilogue(ModuleBackend& device, const ElementEpilogue& epilogue, void* y,
    const void* bias, const void* added)
{
    if (!epilogue.isNeeded(bias, added))
        return {};
    auto run = [&]<typename T>() -> Result<void> {
        return forEach(device, epilogue.count,
            ApplyEpilogue<T> { static_cast<T*>(y), static_cast<const T*>(bias),
                static_cast<const T*>(added), epilogue.inner, epilogue.channels,
                epilogue.activation.kind, epilogue.activation.first, epilogue.activation.second });
    };
    return visitElement(FloatTypes {}, epilogue.element, run);
}

Result<void> fillWithNoise(
    ModuleBackend& device, void* memory, std::int64_t count, ElementType element)
{
    auto run = [&]<typename T>() -> Result<void> {
        return forEach(device, count, FillWithNoise<T> { static_cast<T*>(memory) });
    };
    using Types = TypeList<float, double, Float16, Bfloat16, std::int8_t, std::int32_t>;
    return visitElement(Types {}, element, run);
}

} // namespace engine::cuda
