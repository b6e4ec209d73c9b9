#include "engine/cpu/packed_product.h"

#include "engine/cpu/vector_table.h"

namespace engine {

const PackedProductTable& packedProductTable()
{
#ifdef OPSCOPE_ISA_X86
    static const bool hasVnni = __builtin_cpu_supports("avx512vnni") != 0;
    if (instructionSet() >= InstructionSet::Avx512)
        return hasVnni ? avx512::packedProductsVnni : avx512::packedProducts;
    if (instructionSet() == InstructionSet::Avx2)
        return avx2::packedProducts;
#endif
    return baseline::packedProducts;
}

} // namespace engine
