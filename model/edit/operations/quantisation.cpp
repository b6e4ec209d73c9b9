#include "model/edit/quantise/arguments.h"

#include <array>

namespace model::edit {

namespace {

template <QuantisationScheme scheme>
support::Result<std::string> quantiseBy(Editing& editing, const OperationArguments& arguments)
{
    return quantise(editing, TRY(quantiseOptionsFrom(scheme, arguments)));
}

} // namespace

std::span<const OperationKind> quantisationOperations()
{
    static constexpr std::array kinds {
        OperationKind { "quantizeWeights",
            "bits? block? zero_points? tables? accuracy_level? keep_nodes? keep_types?",
            "codes the weights of MatMul, Gemm and Gather with 4 or 8 bits in blocks",
            quantiseBy<QuantisationScheme::Blocks> },
        OperationKind { "quantizeDynamic", "scales? tied_products? keep_nodes? keep_types?",
            "codes weights as int8, and activations as uint8 with ranges that each run finds",
            quantiseBy<QuantisationScheme::Dynamic> },
        OperationKind { "quantizeStatic", "ranges profile? scales? keep_nodes? keep_types?",
            "puts QuantizeLinear and DequantizeLinear around operators; activations have the "
            "ranges given by name: {\"x\": [-1, 1]}",
            quantiseBy<QuantisationScheme::Static> },
    };
    return kinds;
}

} // namespace model::edit
