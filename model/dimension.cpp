#include "model/dimension.h"

#include "model/support/text.h"

#include <algorithm>
#include <compare>
#include <limits>
#include <span>
#include <utility>

namespace model {

namespace {

// A file can make expressions grow with every node. A dimension beyond these limits is unknown, so
// that the work per node stays bounded.
constexpr std::size_t maximumTerms = 24;
constexpr std::size_t maximumFactors = 8;
constexpr std::size_t maximumText = 400;
constexpr int maximumDepth = 16;

/// Slice nodes use ends of this size for "to the end". No dimension of a real tensor is that large.
constexpr std::int64_t practicallyInfinite = std::numeric_limits<std::int32_t>::max();

std::int64_t floorQuotient(std::int64_t a, std::int64_t b)
{
    const auto quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t ceilQuotient(std::int64_t a, std::int64_t b)
{
    const auto quotient = a / b;
    return a % b != 0 && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}

/// A factor of a term: a name, or an operation that is not a polynomial, kept with its operands.
struct Atom {
    enum class Kind { Symbol, FloorDiv, CeilDiv, Min, Max };
    Kind kind = Kind::Symbol;
    std::string text;
    Dimension left;
    Dimension right;
    int depth = 0;
};

using AtomPointer = std::shared_ptr<const Atom>;

std::strong_ordering compare(const AtomPointer& a, const AtomPointer& b)
{
    if (a == b)
        return std::strong_ordering::equal;
    if (const auto byKind = a->kind <=> b->kind; byKind != 0)
        return byKind;
    return a->text <=> b->text;
}

/// factor * atom * atom ... The constant term has no atoms.
struct Term {
    std::int64_t factor = 0;
    std::vector<AtomPointer> atoms; ///< sorted
};

/// Orders terms of higher degree first, so that the text reads `2*seq + 1`.
std::strong_ordering compareAtoms(const Term& a, const Term& b)
{
    if (const auto byDegree = b.atoms.size() <=> a.atoms.size(); byDegree != 0)
        return byDegree;
    for (std::size_t i = 0; i < a.atoms.size(); ++i)
        if (const auto order = compare(a.atoms[i], b.atoms[i]); order != 0)
            return order;
    return std::strong_ordering::equal;
}

} // namespace

/// A sum of terms with different atoms, sorted, no factor zero. Zero has no terms, but numbers are
/// no Terms.
struct Dimension::Terms {
    std::vector<Term> terms;
};

namespace {

using Polynomial = std::vector<Term>;

/// Sorts the terms and adds those with equal atoms. Nothing on overflow or beyond the limits above.
std::optional<Polynomial> canonical(Polynomial terms)
{
    std::ranges::sort(terms, [](const Term& a, const Term& b) { return compareAtoms(a, b) < 0; });
    Polynomial result;
    for (auto& term : terms) {
        if (result.empty() || compareAtoms(result.back(), term) != 0) {
            result.push_back(std::move(term));
            continue;
        }
        if (__builtin_add_overflow(result.back().factor, term.factor, &result.back().factor))
            return std::nullopt;
    }
    std::erase_if(result, [](const Term& term) { return term.factor == 0; });
    if (result.size() > maximumTerms)
        return std::nullopt;
    return result;
}

std::optional<Term> product(const Term& a, const Term& b)
{
    Term result;
    if (a.atoms.size() + b.atoms.size() > maximumFactors
        || __builtin_mul_overflow(a.factor, b.factor, &result.factor))
        return std::nullopt;
    std::ranges::merge(a.atoms, b.atoms, std::back_inserter(result.atoms),
        [](const AtomPointer& x, const AtomPointer& y) { return compare(x, y) < 0; });
    return result;
}

std::string termText(const Term& term)
{
    std::string text;
    if (term.atoms.empty() || (term.factor != 1 && term.factor != -1))
        text = std::to_string(term.factor);
    else if (term.factor == -1)
        text = "-";
    for (const auto& atom : term.atoms) {
        if (!text.empty() && text != "-")
            text += '*';
        text += atom->text;
    }
    return text;
}

bool isNeverNegative(std::span<const Term> polynomial)
{
    // Names stand for sizes and are never negative. An opaque operation may hold a difference,
    // which can be negative, so only names count.
    return std::ranges::all_of(polynomial, [](const Term& term) {
        return term.factor > 0 && std::ranges::all_of(term.atoms, [](const AtomPointer& atom) {
            return atom->kind == Atom::Kind::Symbol;
        });
    });
}

/// Returns term / divisor if the division leaves no remainder, else nothing. Assumes that the atoms
/// of the divisor are not zero.
std::optional<Term> exactQuotient(const Term& term, const Term& divisor)
{
    const auto overflows
        = divisor.factor == -1 && term.factor == std::numeric_limits<std::int64_t>::min();
    if (overflows || term.factor % divisor.factor != 0)
        return std::nullopt;
    Term result { term.factor / divisor.factor, term.atoms };
    for (const auto& atom : divisor.atoms) {
        const auto found = std::ranges::find_if(result.atoms,
            [&](const AtomPointer& candidate) { return compare(candidate, atom) == 0; });
        if (found == result.atoms.end())
            return std::nullopt;
        result.atoms.erase(found);
    }
    return result;
}

int depthOf(std::span<const Term> polynomial)
{
    int depth = 0;
    for (const auto& term : polynomial)
        for (const auto& atom : term.atoms)
            depth = std::max(depth, atom->depth);
    return depth;
}

std::string operationText(Atom::Kind kind, const Dimension& a, const Dimension& b)
{
    const auto grouped = [](const Dimension& operand) {
        const auto text = operand.text();
        return text.find_first_of(" *") == std::string::npos ? text : "(" + text + ")";
    };
    switch (kind) {
    case Atom::Kind::FloorDiv:
        return "floor(" + grouped(a) + "/" + grouped(b) + ")";
    case Atom::Kind::CeilDiv:
        return "ceil(" + grouped(a) + "/" + grouped(b) + ")";
    case Atom::Kind::Min:
        return "min(" + a.text() + ", " + b.text() + ")";
    case Atom::Kind::Max:
        return "max(" + a.text() + ", " + b.text() + ")";
    case Atom::Kind::Symbol:
        break;
    }
    return {};
}

} // namespace

/// Functions that make Dimensions from polynomials and read their terms.
struct DimensionAlgebra {
    /// The terms of a dimension, none if it is unknown.
    class TermsOf {
    public:
        explicit TermsOf(const Dimension& dimension)
        {
            if (const auto* const number = std::get_if<std::int64_t>(&dimension.m_content)) {
                m_number.factor = *number;
                m_terms = { &m_number, *number != 0 ? std::size_t(1) : 0 };
            } else if (const auto* const terms
                = std::get_if<std::shared_ptr<const Dimension::Terms>>(&dimension.m_content)) {
                m_terms = (*terms)->terms;
            }
        }
        TermsOf(const TermsOf&) = delete;
        TermsOf& operator=(const TermsOf&) = delete;

        auto begin() const { return m_terms.begin(); }
        auto end() const { return m_terms.end(); }
        std::size_t size() const { return m_terms.size(); }

    private:
        Term m_number;
        std::span<const Term> m_terms;
    };

    static Dimension make(std::optional<Polynomial> terms)
    {
        if (!terms)
            return {};
        if (terms->empty())
            return Dimension::number(0);
        if (terms->size() == 1 && terms->front().atoms.empty())
            return Dimension::number(terms->front().factor);
        return Dimension(
            std::make_shared<const Dimension::Terms>(Dimension::Terms { std::move(*terms) }));
    }

    static Dimension opaque(Atom::Kind kind, const Dimension& a, const Dimension& b)
    {
        const auto depth = 1 + std::max(depthOf(TermsOf(a)), depthOf(TermsOf(b)));
        auto text = operationText(kind, a, b);
        if (depth > maximumDepth || text.size() > maximumText)
            return {};
        auto atom = std::make_shared<const Atom>(Atom { kind, std::move(text), a, b, depth });
        return make(Polynomial { Term { 1, { std::move(atom) } } });
    }

    /// Divides term by term where the division is exact. The other terms become one opaque
    /// quotient.
    static Dimension quotient(Atom::Kind kind, const Dimension& a, const Dimension& b)
    {
        if (a.isUnknown() || b.isUnknown() || b.value() == 0)
            return {};
        const auto rounded = kind == Atom::Kind::FloorDiv ? floorQuotient : ceilQuotient;
        if (b.value() == -1) // the quotient of the smallest integer overflows
            return Dimension::number(0) - a;
        if (a.value() && b.value())
            return Dimension::number(rounded(*a.value(), *b.value()));
        const TermsOf divisor(b);
        if (divisor.size() != 1)
            return a.isSameAs(b) ? Dimension::number(1) : a.value() == 0 ? a : opaque(kind, a, b);
        Polynomial whole;
        Polynomial rest;
        for (const auto& term : TermsOf(a)) {
            if (auto exact = exactQuotient(term, *divisor.begin()))
                whole.push_back(std::move(*exact));
            else
                rest.push_back(term);
        }
        const auto wholePart = make(canonical(std::move(whole)));
        if (rest.empty())
            return wholePart;
        const auto restPart = make(canonical(std::move(rest)));
        if (restPart.value() && b.value())
            return wholePart + Dimension::number(rounded(*restPart.value(), *b.value()));
        return wholePart + opaque(kind, restPart, b);
    }

    static Dimension extreme(Atom::Kind kind, const Dimension& a, const Dimension& b)
    {
        if (a.isUnknown() || b.isUnknown())
            return {};
        const auto wantsSmaller = kind == Atom::Kind::Min;
        if (a.value() && b.value()) // their difference may overflow
            return (*a.value() <= *b.value()) == wantsSmaller ? a : b;
        if (const auto difference = (a - b).value())
            return (*difference <= 0) == wantsSmaller ? a : b;
        if (a.value())
            return extreme(kind, b, a);
        if (const auto limit = b.value()) {
            if (*limit >= practicallyInfinite)
                return wantsSmaller ? a : b;
            if (*limit <= 0 && isNeverNegative(TermsOf(a)))
                return wantsSmaller ? b : a;
        }
        return b.isNumber() || a.text() <= b.text() ? opaque(kind, a, b) : opaque(kind, b, a);
    }

    static Dimension bound(const AtomPointer& atom, const Binding& binding)
    {
        if (atom->kind == Atom::Kind::Symbol) {
            const auto found = binding.find(atom->text);
            return found != binding.end() ? Dimension::number(found->second)
                                          : make(Polynomial { Term { 1, { atom } } });
        }
        const auto left = atom->left.bound(binding);
        const auto right = atom->right.bound(binding);
        switch (atom->kind) {
        case Atom::Kind::FloorDiv:
            return floorDiv(left, right);
        case Atom::Kind::CeilDiv:
            return ceilDiv(left, right);
        case Atom::Kind::Min:
            return min(left, right);
        case Atom::Kind::Max:
            return max(left, right);
        case Atom::Kind::Symbol:
            break;
        }
        return {};
    }

    static void collectSymbols(const Dimension& dimension, std::vector<std::string>& names)
    {
        for (const auto& term : TermsOf(dimension)) {
            for (const auto& atom : term.atoms) {
                if (atom->kind == Atom::Kind::Symbol) {
                    names.push_back(atom->text);
                    continue;
                }
                collectSymbols(atom->left, names);
                collectSymbols(atom->right, names);
            }
        }
    }
};

Dimension Dimension::symbol(std::string_view name)
{
    auto atom
        = std::make_shared<const Atom>(Atom { Atom::Kind::Symbol, std::string(name), {}, {}, 0 });
    return DimensionAlgebra::make(Polynomial { Term { 1, { std::move(atom) } } });
}

bool Dimension::isSymbol() const
{
    const DimensionAlgebra::TermsOf terms(*this);
    if (isNumber() || terms.size() != 1)
        return false;
    const auto& term = *terms.begin();
    return term.factor == 1 && term.atoms.size() == 1 && term.atoms[0]->kind == Atom::Kind::Symbol;
}

std::vector<std::string> Dimension::symbols() const
{
    std::vector<std::string> names;
    DimensionAlgebra::collectSymbols(*this, names);
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    return names;
}

std::string Dimension::text() const
{
    if (isUnknown())
        return "?";
    if (const auto number = value())
        return std::to_string(*number);
    std::string text;
    for (const auto& term : DimensionAlgebra::TermsOf(*this)) {
        auto part = termText(term);
        if (text.empty())
            text = std::move(part);
        else if (part.front() == '-')
            text += " - " + part.substr(1);
        else
            text += " + " + part;
    }
    return text;
}

Dimension Dimension::bound(const Binding& binding) const
{
    if (isUnknown() || isNumber() || binding.empty())
        return *this;
    auto sum = number(0);
    for (const auto& term : DimensionAlgebra::TermsOf(*this)) {
        auto part = number(term.factor);
        for (const auto& atom : term.atoms)
            part = part * DimensionAlgebra::bound(atom, binding);
        sum = sum + part;
    }
    return sum;
}

Dimension operator+(const Dimension& a, const Dimension& b)
{
    if (a.isUnknown() || b.isUnknown())
        return {};
    if (a.isNumber() && b.isNumber()) {
        std::int64_t sum = 0;
        return __builtin_add_overflow(*a.value(), *b.value(), &sum) ? Dimension()
                                                                    : Dimension::number(sum);
    }
    Polynomial terms;
    for (const auto* const dimension : { &a, &b })
        std::ranges::copy(DimensionAlgebra::TermsOf(*dimension), std::back_inserter(terms));
    return DimensionAlgebra::make(canonical(std::move(terms)));
}

Dimension operator-(const Dimension& a, const Dimension& b)
{
    return a + b * Dimension::number(-1);
}

Dimension operator*(const Dimension& a, const Dimension& b)
{
    if (a.isUnknown() || b.isUnknown())
        return {};
    if (a.isNumber() && b.isNumber()) {
        std::int64_t product = 0;
        return __builtin_mul_overflow(*a.value(), *b.value(), &product)
            ? Dimension()
            : Dimension::number(product);
    }
    Polynomial terms;
    const DimensionAlgebra::TermsOf rightTerms(b);
    for (const auto& left : DimensionAlgebra::TermsOf(a)) {
        for (const auto& right : rightTerms) {
            auto term = product(left, right);
            if (!term)
                return {};
            terms.push_back(std::move(*term));
        }
    }
    return DimensionAlgebra::make(canonical(std::move(terms)));
}

Dimension floorDiv(const Dimension& a, const Dimension& b)
{
    return DimensionAlgebra::quotient(Atom::Kind::FloorDiv, a, b);
}
Dimension ceilDiv(const Dimension& a, const Dimension& b)
{
    return DimensionAlgebra::quotient(Atom::Kind::CeilDiv, a, b);
}
Dimension min(const Dimension& a, const Dimension& b)
{
    return DimensionAlgebra::extreme(Atom::Kind::Min, a, b);
}
Dimension max(const Dimension& a, const Dimension& b)
{
    return DimensionAlgebra::extreme(Atom::Kind::Max, a, b);
}

bool Dimension::isSameAs(const Dimension& other) const
{
    return !isUnknown() && !other.isUnknown() && *this == other;
}

bool Dimension::operator==(const Dimension& other) const
{
    return m_content == other.m_content // the same number or the same terms in memory
        || (m_content.index() == other.m_content.index()
            && std::ranges::equal(DimensionAlgebra::TermsOf(*this),
                DimensionAlgebra::TermsOf(other), [](const Term& a, const Term& b) {
                    return a.factor == b.factor && compareAtoms(a, b) == 0;
                }));
}

std::string shapeText(const Shape& shape)
{
    if (shape.empty())
        return "scalar";
    return support::joined(shape, "×", &Dimension::text);
}

std::optional<std::vector<std::int64_t>> concrete(const Shape& shape)
{
    std::vector<std::int64_t> dims;
    dims.reserve(shape.size());
    for (const auto& dimension : shape) {
        const auto value = dimension.value();
        if (!value)
            return std::nullopt;
        dims.push_back(*value);
    }
    return dims;
}

Shape shapeOf(const std::vector<std::int64_t>& dims)
{
    Shape shape;
    shape.reserve(dims.size());
    for (const auto dim : dims)
        shape.push_back(Dimension::number(dim));
    return shape;
}

std::optional<std::uint64_t> elementCount(const Shape& shape)
{
    const auto dims = concrete(shape);
    return dims ? elementCount(*dims) : std::nullopt;
}

std::optional<std::uint64_t> elementCount(const std::vector<std::int64_t>& dims)
{
    if (std::ranges::any_of(dims, [](std::int64_t dim) { return dim < 0; }))
        return std::nullopt;
    if (std::ranges::find(dims, 0) != dims.end())
        return 0;
    std::int64_t count = 1;
    for (const auto dim : dims)
        if (__builtin_mul_overflow(count, dim, &count))
            return std::nullopt;
    return static_cast<std::uint64_t>(count);
}

} // namespace model
