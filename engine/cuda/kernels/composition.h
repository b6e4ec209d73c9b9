#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/device/device_kernel.h"
#include "engine/reference/standard.h"

/// Operators that are computed by several other operators, as one step of the device. Their kernels
/// run one after the other. Intermediate values and workspaces of libraries are in one workspace,
/// whose size the plan knows. Shapes must not depend on data.
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
    /// A value of the composition. 0 is an input that is left out.
    using Value = std::size_t;
    static constexpr Value absent = 0;

    /// Tier::Library: at least one of the kernels is NVIDIA's. Tier::Native: none is.
    Composition(const KernelRequest& request, Tier tier);
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;
    ~Composition();

    const KernelRequest& request() const;
    /// Returns input i of the composed operator; absent if it is left out.
    Value input(std::size_t i);
    const TensorType& type(Value value) const;
    /// Returns the same elements with other dims.
    Value reshaped(Value value, Dims dims);

    /// Adds an operator of ai.onnx and returns its output. Its attributes are the composed
    /// operator's attributes of the same names, and those in `replaced`. Operators whose output is
    /// a view of an input are not supported.
    Result<Value> apply(std::string_view type, std::vector<Value> inputs,
        const std::vector<model::Attribute>& replaced = {});
    /// Adds an operator of any domain with several outputs.
    Result<std::vector<Value>> applyOther(std::string_view domain, std::string_view type,
        std::vector<Value> inputs, std::size_t outputs,
        const std::vector<model::Attribute>& replaced = {});

    /// Makes the kernel. `outputs` are the outputs of the composed operator. Each must be an
    /// operator's output or a view of one, not an input.
    Result<std::unique_ptr<Kernel>> kernel(const std::vector<Value>& outputs);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

using PrepareComposed = Result<std::unique_ptr<Kernel>> (*)(Composition& steps);

/// Registers a composed operator of com.microsoft in each tier that its kernels may have.
struct RegisterComposed {
    RegisterComposed(const char* type, PrepareComposed prepare,
        std::initializer_list<Tier> tiers = { Tier::Native });
};
inline constexpr std::initializer_list<Tier> withLibrary { Tier::Library, Tier::Native };

} // namespace engine::cuda
