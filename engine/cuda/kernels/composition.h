#pragma once

#include "engine/cuda/kernels/strided.h"
#include "engine/device_kernel.h"
#include "engine/reference/standard.h"

/// Operators that are others with something around them, as one step of the device: the kernels of
/// those, of NVIDIA's libraries where they are there, run behind each other in memory of the step's
/// run. Shapes must not depend on data.
///
///     Composition steps(request);
///     const auto x = TRY(steps.apply("DequantizeLinear",
///         { steps.input(0), steps.input(1), steps.input(2) }));
///     return steps.kernel({ TRY(steps.apply("Relu", { x })) });
namespace engine::cuda {

class Composition {
public:
    /// A value of the composition; 0 is one that is left out.
    using Value = std::size_t;
    static constexpr Value absent = 0;

    explicit Composition(const KernelRequest& request);
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;
    ~Composition();

    /// Input i of the operator; absent if it is left out.
    Value input(std::size_t i);
    const TensorType& type(Value value) const;
    /// The same elements under other dims.
    Value reshaped(Value value, Dims dims);

    /// What an operator of ai.onnx makes of the values. Its attributes are those of the composed
    /// operator that have the same names, and `replaced`.
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
    std::shared_ptr<State> m_state;
};

} // namespace engine::cuda
