#include "engine/cpu/vector_table.h"

#include <cstdlib>
#include <string_view>

namespace engine {

namespace {

const VectorTable& choose()
{
#ifdef OPSCOPE_ISA_X86
    // For tests of the smaller instruction sets on a larger machine.
    const char* wanted = std::getenv("OPSCOPE_ISA");
    const std::string_view limit = wanted != nullptr ? wanted : "";
    __builtin_cpu_init();
    const bool hasAvx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c");
    if (limit != "baseline" && limit != "avx2" && hasAvx512 && hasAvx2)
        return avx512::vectorTable;
    if (limit != "baseline" && hasAvx2)
        return avx2::vectorTable;
#endif
    return baseline::vectorTable;
}

} // namespace

const VectorTable& vectorTable()
{
    static const VectorTable& table = choose();
    return table;
}

} // namespace engine
