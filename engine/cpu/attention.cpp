#include "engine/cpu/attention.h"

#include "engine/cpu/vector_table.h"

namespace engine {

const AttentionTable& attentionTable()
{
#ifdef OPSCOPE_ISA_X86
    if (instructionSet() >= InstructionSet::Avx512)
        return avx512::attentionTable;
    if (instructionSet() == InstructionSet::Avx2)
        return avx2::attentionTable;
#endif
    return baseline::attentionTable;
}

} // namespace engine
