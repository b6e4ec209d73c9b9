#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/device/device_kernel.h"
#include "engine/reference/standard.h"

/// Operators that are others with something around them, as one step of the device: the kernels of
/// those run behind each other. What they give each other and what libraries work in lies in one
/// workspace, which the plan knows. Shapes must not depend on data.
///
///     Result<std::unique_ptr<Kernel>> prepareRelu(Composition& steps)
///     {
///         const auto x = TRY(steps.apply("DequantizeLinear",
///             { steps.input(0), steps.input(1), steps.input(2) }));
///         return steps.kernel({ TRY(steps.apply("Relu", { x })) });
///     }
///     const RegisterComposed relu("QRelu", prepareRelu);
namespace engine::cuda {

class Composition {
public:
    /// A value of the composition; 0 is one that is left out.
    using Value = std::size_t;
    static constexpr Value absent = 0;

    /// Tier::Library: at least one of its kernels is of a library of NVIDIA's. Tier::Native: none.
    Composition(const KernelRequest& request, Tier tier);
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;
    ~Composition();

    const KernelRequest& request() const;
    /// Input i of the operator; absent if it is left out.
    Value input(std::size_t i);
    const TensorType& type(Value value) const;
    /// The same elements under other dims.
    Value reshaped(Value value, Dims dims);

    /// What an operator of ai.onnx makes of the values. Its attributes are those of the composed
    /// operator that have the same names, and `replaced`. Gives no view of its inputs.
    Result<Value> apply(std::string_view type, std::vector<Value> inputs,
        const std::vector<model::Attribute>& replaced = {});
    /// An operator of any domain with several results.
    Result<std::vector<Value>> applyOther(std::string_view domain, std::string_view type,
        std::vector<Value> inputs, std::size_t outputs,
        const std::vector<model::Attribute>& replaced = {});

    /// The values are the operator's outputs; each has been made by an operator, or is a view of
    /// what one has made.
    Result<std::unique_ptr<Kernel>> kernel(const std::vector<Value>& outputs);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

using PrepareComposed = Result<std::unique_ptr<Kernel>> (*)(Composition& steps);

/// Registers a composed operator of com.microsoft in each of the tiers that its kernels may be of.
struct RegisterComposed {
    RegisterComposed(const char* type, PrepareComposed prepare,
        std::initializer_list<Tier> tiers = { Tier::Native });
};
inline constexpr std::initializer_list<Tier> withLibrary { Tier::Library, Tier::Native };

} // namespace engine::cuda
