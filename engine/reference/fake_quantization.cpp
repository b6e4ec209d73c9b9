#include "engine/reference/fake_quantization.h"

#include "model/support/text.h"

#include <array>

namespace engine {

functors::Rounding roundingOf(const OpNode& node, std::string_view fallback)
{
    using functors::Rounding;
    constexpr std::array<std::pair<std::string_view, Rounding>, 7> names { {
        { "ceil", Rounding::Ceil },
        { "floor", Rounding::Floor },
        { "up", Rounding::Up },
        { "down", Rounding::Down },
        { "round_to_zero", Rounding::ToZero },
        { "half_up", Rounding::HalfUp },
        { "half_down", Rounding::HalfDown },
    } };
    const auto name = support::lowered(node.text("rounding_mode", fallback));
    for (const auto& [known, mode] : names) {
        if (name == known)
            return mode;
    }
    return Rounding::Even; // ROUND, HALF_EVEN
}

functors::FakeQuantize fakeQuantize(const OpNode& node)
{
    return { roundingOf(node, "ROUND"), node.integer("signed", 1) != 0, node.flag("narrow") };
}

functors::TruncateBits truncateBits(const OpNode& node) { return { roundingOf(node, "FLOOR") }; }

} // namespace engine
