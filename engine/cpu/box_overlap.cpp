#include "engine/cpu/box_overlap.h"

#include "engine/cpu/vector_table.h"

namespace engine {

OverlapsAny overlapsAny()
{
#ifdef OPSCOPE_ISA_X86
    if (instructionSet() == InstructionSet::Avx512)
        return avx512::boxOverlap;
    if (instructionSet() == InstructionSet::Avx2)
        return avx2::boxOverlap;
#endif
    return baseline::boxOverlap;
}

} // namespace engine
