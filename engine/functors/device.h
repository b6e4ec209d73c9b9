#pragma once

/// Marks functions that run on the CPU and on CUDA devices, as all functions of this folder do.
/// They use only numbers, pointers, and declarations of <cmath>, <cstdint>, <limits> and
/// <type_traits>. CUDA code that includes them is compiled with --expt-relaxed-constexpr, because
/// of std::numeric_limits. tests/architecture checks the includes. tests/engine/functors compiles
/// the headers with both compilers.
#ifdef __CUDACC__
#define OPSCOPE_DEVICE __host__ __device__
#else
#define OPSCOPE_DEVICE
#endif
