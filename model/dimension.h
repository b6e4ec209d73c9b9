#pragma once

// Must be the first standard header: moc of Qt 6.4 fails if <compare> or <cstdint> comes first.
#include <cstddef>

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace model {

/// Sizes of named dimensions: `{"batch": 1, "sequence": 128}`.
using Binding = std::map<std::string, std::int64_t, std::less<>>;

/// One dimension of a shape: a number, an expression over named dimensions (`batch`, `2*seq + 1`),
/// or unknown. Expressions are kept in a canonical form, so that equal ones compare equal: a
/// polynomial with integer coefficients over names and opaque operations (divisions, minimum,
/// maximum). Also used for the elements of integer tensors that shape inference follows (`Shape`
/// chains). These may be negative.
class Dimension {
public:
    Dimension() = default; ///< unknown
    static Dimension unknown() { return {}; }
    static Dimension number(std::int64_t value) { return Dimension(value); }
    /// Unknown for a value above 2^63 - 1.
    template <std::integral T>
    static Dimension number(T value)
    {
        return std::in_range<std::int64_t>(value) ? number(static_cast<std::int64_t>(value))
                                                  : Dimension();
    }
    static Dimension symbol(std::string_view name);

    bool isUnknown() const { return std::holds_alternative<std::monostate>(m_content); }
    bool isNumber() const { return std::holds_alternative<std::int64_t>(m_content); }
    /// True for a single name with factor one.
    bool isSymbol() const;
    std::optional<std::int64_t> value() const ///< set if isNumber()
    {
        const auto* const number = std::get_if<std::int64_t>(&m_content);
        return number != nullptr ? std::optional(*number) : std::nullopt;
    }
    std::vector<std::string> symbols() const; ///< every name in the expression, sorted

    /// `7`, `batch`, `2*seq + 1`, `?`.
    std::string text() const;

    /// Returns the expression with the names in `binding` replaced by their sizes. Unknown stays
    /// unknown.
    Dimension bound(const Binding& binding) const;

    friend Dimension operator+(const Dimension& a, const Dimension& b);
    friend Dimension operator-(const Dimension& a, const Dimension& b);
    friend Dimension operator*(const Dimension& a, const Dimension& b);
    /// Division that rounds towards minus infinity (floorDiv) or plus infinity (ceilDiv). Division
    /// by zero gives unknown.
    friend Dimension floorDiv(const Dimension& a, const Dimension& b);
    friend Dimension ceilDiv(const Dimension& a, const Dimension& b);
    friend Dimension min(const Dimension& a, const Dimension& b);
    friend Dimension max(const Dimension& a, const Dimension& b);

    /// True for the same number or the same expression. Unknown is not equal to anything, not even
    /// to unknown.
    bool isSameAs(const Dimension& other) const;
    /// Structural equality (unknown equals unknown), for containers and tests.
    bool operator==(const Dimension& other) const;

    struct Terms; ///< the canonical polynomial; private to dimension.cpp

private:
    friend struct DimensionAlgebra; // dimension.cpp
    /// Nothing if it is unknown. Most dimensions are numbers, which need no memory of their own.
    using Content = std::variant<std::monostate, std::int64_t, std::shared_ptr<const Terms>>;
    explicit Dimension(Content content)
        : m_content(std::move(content))
    {
    }
    Content m_content; // terms are shared, immutable and never a number
};

/// A shape of known rank. An unknown rank is std::optional<Shape> without value.
using Shape = std::vector<Dimension>;

/// `1×512×2048`, `batch×512`, `?`; `scalar` for rank 0.
std::string shapeText(const Shape& shape);
/// Returns the sizes if all dimensions are numbers, else nothing.
std::optional<std::vector<std::int64_t>> concrete(const Shape& shape);
Shape shapeOf(const std::vector<std::int64_t>& dims);
/// Returns the product of all dimensions. Nothing if a dimension is not a number, if one is
/// negative, or if the product exceeds 2^63 - 1.
std::optional<std::uint64_t> elementCount(const Shape& shape);
std::optional<std::uint64_t> elementCount(const std::vector<std::int64_t>& dims);

} // namespace model
