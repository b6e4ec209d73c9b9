#include "model/edit/convert/floats.h"
#include "model/edit/convert/opset.h"

#include <array>

namespace model::edit {

std::span<const OperationKind> convertOperations()
{
    static constexpr std::array kinds {
        OperationKind { "convertOpset", "version domain?",
            "rewrites all nodes of a domain for another version of its operator set",
            convert::convertOpset },
        OperationKind { "convertFloats", "to keep? keepNodes? keepInterface?",
            "changes fp32 to fp16 or bf16, or those to fp32; floats of some operators or nodes, "
            "and "
            "of the interface (true), can be kept",
            convert::convertFloats },
    };
    return kinds;
}

} // namespace model::edit
