#include "engine/cpu/bfloat_products.h"

#include "engine/cpu/vector_table.h"

namespace engine {

#ifdef OPSCOPE_WITH_ONEDNN
namespace onednn {
/// Defined in engine/cpu/onednn.cpp, since the library's headers are included only there.
bool hasBfloatInstructions();
}
#endif

std::string missingForBfloatProducts()
{
#ifdef OPSCOPE_WITH_ONEDNN
    if (instructionSet() < InstructionSet::Avx512)
        return "the instruction set in use is " + std::string(vectorTable().name)
            + ", it needs AVX512-BF16 or AMX";
    if (!onednn::hasBfloatInstructions())
        return "the processor has neither AVX512-BF16 nor AMX, or ONEDNN_MAX_CPU_ISA forbids them";
    return {};
#else
    return "this build has no oneDNN";
#endif
}

} // namespace engine
