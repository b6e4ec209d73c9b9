#pragma once

/// Faults that tests/faults/plant_faults.py plants into a copy of the sources. At most one of them
/// is active: the one whose number is in the variable OPSCOPE_FAULT when the process starts. No
/// program that ships includes this header.

#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wnarrowing"
#pragma GCC diagnostic ignored "-Wunused-value"
#pragma GCC diagnostic ignored "-Wunused-result"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wimplicit-fallthrough"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wbool-compare"
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wdangling-else"
#pragma GCC diagnostic ignored "-Wempty-body"
#pragma GCC diagnostic ignored "-Wnull-dereference"
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overflow"

namespace planted {

extern int active; ///< number of the active fault, or -1
extern volatile unsigned char* reached; ///< a byte of each fault: whether the process came by

inline bool is(int fault)
{
    reached[fault] = 1;
    return fault == active;
}

template <typename Value, typename Changed>
inline Value changed(int fault, Value value, Changed otherwise)
{
    return is(fault) ? static_cast<Value>(otherwise) : value;
}

struct Less {
    static auto of(const auto& a, const auto& b) { return a < b; }
};
struct LessEqual {
    static auto of(const auto& a, const auto& b) { return a <= b; }
};
struct Greater {
    static auto of(const auto& a, const auto& b) { return a > b; }
};
struct GreaterEqual {
    static auto of(const auto& a, const auto& b) { return a >= b; }
};
struct Equal {
    static auto of(const auto& a, const auto& b) { return a == b; }
};
struct NotEqual {
    static auto of(const auto& a, const auto& b) { return a != b; }
};

/// `a < planted::Compare<Less, GreaterEqual>(7) < b` compares as `a < b`, and as `a >= b` while
/// fault 7 is active.
template <typename Original, typename Turned>
struct Compare {
    int fault;
};

template <typename Original, typename Turned, typename Left>
struct Half {
    int fault;
    const Left& left;
};

#define PLANTED_COMPARISON(op)                                                                     \
    template <typename Left, typename Original, typename Turned>                                   \
    inline Half<Original, Turned, Left> operator op(                                               \
        const Left& left, Compare<Original, Turned> compare)                                       \
    {                                                                                              \
        return { compare.fault, left };                                                            \
    }                                                                                              \
    template <typename Original, typename Turned, typename Left, typename Right>                   \
    inline auto operator op(Half<Original, Turned, Left> half, const Right& right)                 \
    {                                                                                              \
        return is(half.fault) ? Turned::of(half.left, right) : Original::of(half.left, right);     \
    }

PLANTED_COMPARISON(<)
PLANTED_COMPARISON(<=)
PLANTED_COMPARISON(>)
PLANTED_COMPARISON(>=)
PLANTED_COMPARISON(==)
PLANTED_COMPARISON(!=)

}
