#include "engine/cpu/vector_table.h"
#include "engine/cpu/bfloat_table.h"
#include "engine/cpu/byte_table.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#ifdef OPSCOPE_ISA_X86
#include <cpuid.h>
#endif

namespace engine {

namespace {

#ifdef OPSCOPE_ISA_X86
/// Clang's __builtin_cpu_supports does not know it.
bool hasF16c()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
#endif

InstructionSet largestSet()
{
#ifdef OPSCOPE_ISA_X86
    __builtin_cpu_init();
    const bool hasAvx2
        = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && hasF16c();
    const bool hasAvx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl");
    if (hasAvx512 && hasAvx2)
        return __builtin_cpu_supports("avx512vnni") ? InstructionSet::Avx512Vnni
                                                    : InstructionSet::Avx512;
    if (hasAvx2)
        return InstructionSet::Avx2;
#endif
    return InstructionSet::Baseline;
}

InstructionSet wantedSet()
{
    const char* written = std::getenv("OPSCOPE_ISA");
    const std::string_view limit = written != nullptr ? written : "";
    if (limit == "baseline")
        return InstructionSet::Baseline;
    const auto largest = limit == "avx2" ? InstructionSet::Avx2
        : limit == "avx512"              ? InstructionSet::Avx512
                                         : InstructionSet::Avx512Vnni;
    return std::min(largestSet(), largest);
}

struct Tables {
    const VectorTable* rows;
    const ProductTable* products;
    const ByteTable* bytes;
    const BfloatTable* bfloats;
};
constexpr Tables tables[] = {
    { &baseline::vectorTable, &baseline::productTable, &baseline::byteTable,
        &baseline::bfloatTable },
#ifdef OPSCOPE_ISA_X86
    { &avx2::vectorTable, &avx2::productTable, &avx2::byteTable, &avx2::bfloatTable },
    { &avx512::vectorTable, &avx512::productTable, &avx512::byteTable, &avx512::bfloatTable },
    { &avx512::vectorTable, &avx512::productTable, &avx512::byteTableVnni, &avx512::bfloatTable },
#endif
};

InstructionSet& currentSet()
{
    static InstructionSet set = wantedSet();
    return set;
}

const Tables& current() { return tables[static_cast<int>(currentSet())]; }

} // namespace

InstructionSet instructionSet() { return currentSet(); }
void limitInstructionSet(InstructionSet set) { currentSet() = std::min(set, largestSet()); }
const VectorTable& vectorTable() { return *current().rows; }
const ProductTable& productTable() { return *current().products; }
const ByteTable& byteTable() { return *current().bytes; }
const BfloatTable& bfloatTable() { return *current().bfloats; }

} // namespace engine
