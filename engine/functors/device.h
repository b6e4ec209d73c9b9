#pragma once

/// Functions of this folder run on a device too: they use numbers and pointers only, and what
/// <cmath>, <cstdint>, <limits> and <type_traits> declare. CUDA code that includes them is compiled
/// with --expt-relaxed-constexpr, for the limits of types. tests/architecture keeps other headers
/// out, tests/engine/functors compiles them with both compilers.
#ifdef __CUDACC__
#define OPSCOPE_DEVICE __host__ __device__
#else
#define OPSCOPE_DEVICE
#endif
