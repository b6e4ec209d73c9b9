#include "engine/cpu/vector_table.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace engine {

namespace {

InstructionSet largestSet()
{
#ifdef OPSCOPE_ISA_X86
    __builtin_cpu_init();
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
        && __builtin_cpu_supports("f16c");
    const bool hasAvx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vl");
    if (hasAvx512 && hasAvx2)
        return InstructionSet::Avx512;
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
    return std::min(largestSet(), limit == "avx2" ? InstructionSet::Avx2 : InstructionSet::Avx512);
}

struct Tables {
    const VectorTable* rows;
    const ProductTable* products;
};
constexpr Tables tables[] = {
    { &baseline::vectorTable, &baseline::productTable },
#ifdef OPSCOPE_ISA_X86
    { &avx2::vectorTable, &avx2::productTable },
    { &avx512::vectorTable, &avx512::productTable },
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

} // namespace engine
