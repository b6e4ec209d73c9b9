#pragma once

#include "engine/functors/arithmetic.h"

/// Accumulators of reductions. Each has an initial value (`start`), a step that includes one
/// element (`join`) and a final step that gets the number of elements (`finish`).
namespace engine::functors {

struct Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S start()
    {
        return S(0);
    }
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S sum, S x)
    {
        return wrappingAdd(sum, x);
    }
    template <typename S>
    OPSCOPE_DEVICE static constexpr S finish(S sum, std::int64_t)
    {
        return sum;
    }
};
struct Mean : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S finish(S sum, std::int64_t count)
    {
        return static_cast<S>(sum / static_cast<S>(count));
    }
};
struct Multiply : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S start()
    {
        return S(1);
    }
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S sum, S x)
    {
        return wrappingMultiply(sum, x);
    }
};
struct AddMagnitude : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S sum, S x)
    {
        return wrappingAdd(sum, x < S(0) ? wrappingMultiply(x, static_cast<S>(-1)) : x);
    }
};
struct AddSquare : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S sum, S x)
    {
        return wrappingAdd(sum, wrappingMultiply(x, x));
    }
};
struct L2Norm : AddSquare {
    template <typename S>
    OPSCOPE_DEVICE static S finish(S sum, std::int64_t)
    {
        return narrowedTo<S>(std::sqrt(sum));
    }
};
struct LogOfSum : Add {
    template <typename S>
    OPSCOPE_DEVICE static S finish(S sum, std::int64_t)
    {
        return narrowedTo<S>(std::log(sum));
    }
};
/// Maximum; NaN if any element is NaN.
struct Largest : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S start()
    {
        return std::numeric_limits<S>::has_infinity ? -std::numeric_limits<S>::infinity()
                                                    : std::numeric_limits<S>::lowest();
    }
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S best, S x)
    {
        return x > best || x != x ? x : best;
    }
};
/// Minimum; NaN if any element is NaN.
struct Smallest : Add {
    template <typename S>
    OPSCOPE_DEVICE static constexpr S start()
    {
        return std::numeric_limits<S>::has_infinity ? std::numeric_limits<S>::infinity()
                                                    : std::numeric_limits<S>::max();
    }
    template <typename S>
    OPSCOPE_DEVICE static constexpr S join(S best, S x)
    {
        return x < best || x != x ? x : best;
    }
};

} // namespace engine::functors
