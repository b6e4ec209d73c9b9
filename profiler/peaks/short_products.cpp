#include "profiler/peaks/short_products.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <numeric>

// Not with Clang, whose target attribute and intrinsics differ.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define OPSCOPE_X86_PRODUCTS
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace profiler {
namespace {

constexpr std::size_t shortChains = 12; // more than latency × units of current processors

/// Runs on every processor. The factors are hidden from the compiler, which otherwise would
/// multiply only once.
double sumInGeneral(std::uint64_t rounds)
{
    constexpr std::size_t lanes = 16;
    std::array<std::array<std::int32_t, lanes>, shortChains> sums {};
    std::array<std::int8_t, lanes> factors;
    factors.fill(1);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (auto& sum : sums) {
            asm volatile("" : "+m"(factors));
            for (std::size_t i = 0; i < lanes; ++i)
                sum[i] += std::int32_t(factors[i]) * factors[lanes - 1 - i];
        }
    }
    double total = 0;
    for (const auto& sum : sums)
        for (const auto value : sum)
            total += value;
    return total;
}

#ifdef OPSCOPE_X86_PRODUCTS
// noipa: the compiler would merge equal calls.
#define OPSCOPE_CHAIN(isa) __attribute__((optimize("O3,unroll-loops"), target(isa), noipa)) double

/// Sum of all values in registers or tiles, which are read as `Value`.
template <typename Value, typename Register, std::size_t count>
double sumOf(const Register (&registers)[count])
{
    static_assert(sizeof(Register) % sizeof(Value) == 0);
    std::array<Value, count * sizeof(Register) / sizeof(Value)> values;
    std::memcpy(values.data(), &registers, sizeof registers);
    return std::accumulate(values.begin(), values.end(), 0.0);
}

OPSCOPE_CHAIN("avx2") sumByAvx2(std::uint64_t rounds)
{
    const auto ones = _mm256_set1_epi8(1);
    const auto pairs = _mm256_set1_epi16(1);
    __m256i sums[shortChains];
    for (auto& sum : sums)
        sum = _mm256_setzero_si256();
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (auto& sum : sums) {
            auto factor = ones;
            // Otherwise the compiler would compute the product once.
            asm volatile("" : "+x"(factor));
            sum = _mm256_add_epi32(
                sum, _mm256_madd_epi16(_mm256_maddubs_epi16(factor, ones), pairs));
        }
    }
    return sumOf<std::int32_t>(sums);
}

OPSCOPE_CHAIN("avx2,avxvnni") sumByAvxVnni(std::uint64_t rounds)
{
    const auto ones = _mm256_set1_epi8(1);
    __m256i sums[shortChains];
    for (auto& sum : sums)
        sum = _mm256_setzero_si256();
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (auto& sum : sums)
            sum = _mm256_dpbusd_avx_epi32(sum, ones, ones);
    return sumOf<std::int32_t>(sums);
}

OPSCOPE_CHAIN("avx512f,avx512vnni") sumByAvx512Vnni(std::uint64_t rounds)
{
    const auto ones = _mm512_set1_epi32(0x01010101);
    __m512i sums[shortChains];
    for (auto& sum : sums)
        sum = _mm512_setzero_si512();
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (auto& sum : sums)
            sum = _mm512_dpbusd_epi32(sum, ones, ones);
    return sumOf<std::int32_t>(sums);
}

OPSCOPE_CHAIN("avx512f,avx512bf16") sumByAvx512Bf16(std::uint64_t rounds)
{
    // 2^-7 as bf16 in both halves.
    const auto factor = reinterpret_cast<__m512bh>(_mm512_set1_epi32(0x3c003c00));
    __m512 sums[shortChains];
    for (auto& sum : sums)
        sum = _mm512_setzero_ps();
    for (std::uint64_t round = 0; round < rounds; ++round)
        for (auto& sum : sums)
            sum = _mm512_dpbf16_ps(sum, factor, factor);
    return sumOf<float>(sums);
}

/// Layout of the memory that `ldtilecfg` reads: eight tiles of 16 rows of 64 bytes. Source: Intel
/// 64 and IA-32 Architectures Software Developer's Manual, volume 1, "Intel AMX".
struct alignas(64) TileShapes {
    std::uint8_t palette = 1;
    std::array<std::uint8_t, 15> reserved {};
    std::array<std::uint16_t, 16> rowBytes { 64, 64, 64, 64, 64, 64, 64, 64 };
    std::array<std::uint8_t, 16> rows { 16, 16, 16, 16, 16, 16, 16, 16 };
};

constexpr std::size_t tiles = 4; // tiles for sums; two more hold the factors
constexpr std::size_t tileWords = 16 * 16;

OPSCOPE_CHAIN("amx-tile,amx-int8") sumByAmxInt8(std::uint64_t rounds)
{
    const TileShapes shapes;
    alignas(64) std::array<std::int8_t, 4 * tileWords> ones;
    ones.fill(1);
    alignas(64) std::int32_t sums[tiles][tileWords] {};
    _tile_loadconfig(&shapes);
    _tile_loadd(6, ones.data(), 64);
    _tile_loadd(7, ones.data(), 64);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        _tile_dpbusd(0, 6, 7);
        _tile_dpbusd(1, 6, 7);
        _tile_dpbusd(2, 6, 7);
        _tile_dpbusd(3, 6, 7);
    }
    _tile_stored(0, sums[0], 64);
    _tile_stored(1, sums[1], 64);
    _tile_stored(2, sums[2], 64);
    _tile_stored(3, sums[3], 64);
    _tile_release();
    return sumOf<std::int32_t>(sums);
}

OPSCOPE_CHAIN("amx-tile,amx-bf16") sumByAmxBf16(std::uint64_t rounds)
{
    const TileShapes shapes;
    alignas(64) std::array<std::uint16_t, 2 * tileWords> factors;
    factors.fill(0x3c00); // 2^-7
    alignas(64) float sums[tiles][tileWords] {};
    _tile_loadconfig(&shapes);
    _tile_loadd(6, factors.data(), 64);
    _tile_loadd(7, factors.data(), 64);
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (std::uint64_t round = 0; round < rounds; ++round) {
        _tile_dpbf16ps(0, 6, 7);
        _tile_dpbf16ps(1, 6, 7);
        _tile_dpbf16ps(2, 6, 7);
        _tile_dpbf16ps(3, 6, 7);
    }
    _tile_stored(0, sums[0], 64);
    _tile_stored(1, sums[1], 64);
    _tile_stored(2, sums[2], 64);
    _tile_stored(3, sums[3], 64);
    _tile_release();
    return sumOf<float>(sums);
}

/// Requests permission for AMX tiles from Linux, once for all threads of the process. If it is
/// refused (old kernel, system call filter of a container), vector instructions are used.
bool mayUseTiles()
{
    static const bool may = [] {
        constexpr long requestPermission = 0x1023; // ARCH_REQ_XCOMP_PERM
        constexpr long tileData = 18; // XFEATURE_XTILEDATA
        return syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
    }();
    return may;
}
#endif

} // namespace

std::vector<ProductChain> int8Chains()
{
    std::vector<ProductChain> found;
#ifdef OPSCOPE_X86_PRODUCTS
    if (__builtin_cpu_supports("amx-int8") && mayUseTiles())
        found.push_back({ "AMX", tiles * tileWords * 64, sumByAmxInt8 });
    if (__builtin_cpu_supports("avx512vnni"))
        found.push_back({ "AVX512-VNNI", shortChains * 64, sumByAvx512Vnni });
    if (__builtin_cpu_supports("avxvnni"))
        found.push_back({ "AVX-VNNI", shortChains * 32, sumByAvxVnni });
    if (__builtin_cpu_supports("avx2"))
        found.push_back({ "AVX2", shortChains * 32, sumByAvx2 });
#endif
    found.push_back({ "general instructions", shortChains * 16, sumInGeneral });
    return found;
}

std::vector<ProductChain> bf16Chains()
{
    std::vector<ProductChain> found;
#ifdef OPSCOPE_X86_PRODUCTS
    if (__builtin_cpu_supports("amx-bf16") && mayUseTiles())
        found.push_back({ "AMX", tiles * tileWords * 32, sumByAmxBf16 });
    if (__builtin_cpu_supports("avx512bf16"))
        found.push_back({ "AVX512-BF16", shortChains * 32, sumByAvx512Bf16 });
#endif
    return found;
}

} // namespace profiler
