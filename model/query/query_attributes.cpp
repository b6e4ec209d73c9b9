#include "model/operator.h"
#include "model/query/query_term.h"
#include "model/support/text.h"

#include <algorithm>

/// Terms that test attributes.
namespace model {

namespace {

/// The value that an attribute is compared with: a text, and its numbers if it consists of numbers.
struct Wanted {
    Comparison comparison = Comparison::Equal;
    std::string text; ///< lower-cased
    std::vector<double> numbers; ///< empty if the text is not made of numbers
};

bool compareNumbers(const Wanted& wanted, const std::vector<double>& have)
{
    if (wanted.comparison == Comparison::Equal)
        return std::ranges::equal(have, wanted.numbers);
    if (wanted.comparison == Comparison::NotEqual)
        return !std::ranges::equal(have, wanted.numbers);
    return wanted.numbers.size() == 1 && std::ranges::any_of(have, [&](double number) {
        return holds(wanted.comparison, number, wanted.numbers[0]);
    });
}

bool compareText(const Wanted& wanted, std::string_view have)
{
    const bool isSame = matchesWildcard(support::lowered(have), wanted.text);
    return wanted.comparison == Comparison::NotEqual
        ? !isSame
        : wanted.comparison == Comparison::Equal && isSame;
}

/// Rounds the numbers to float: attributes are floats, so 0.1 in a query means the nearest float.
Wanted inFloats(const Wanted& wanted)
{
    auto rounded = wanted;
    std::ranges::transform(rounded.numbers, rounded.numbers.begin(),
        [](double number) { return static_cast<double>(static_cast<float>(number)); });
    return rounded;
}

struct AttributeTest {
    const Wanted& wanted;

    bool operator()(float value) const { return (*this)(std::vector<float> { value }); }
    bool operator()(std::int64_t value) const
    {
        return !wanted.numbers.empty() && compareNumbers(wanted, { static_cast<double>(value) });
    }
    bool operator()(const std::string& value) const { return compareText(wanted, value); }
    bool operator()(const std::vector<std::int64_t>& values) const
    {
        return !wanted.numbers.empty() && compareNumbers(wanted, { values.begin(), values.end() });
    }
    bool operator()(const std::vector<float>& values) const
    {
        return !wanted.numbers.empty()
            && compareNumbers(inFloats(wanted), { values.begin(), values.end() });
    }
    bool operator()(const std::vector<std::string>& values) const
    {
        return std::ranges::any_of(
            values, [&](const std::string& value) { return compareText(wanted, value); });
    }
    template <typename T>
    bool operator()(const T&) const
    {
        return false;
    }
};

/// True if the operator has the attribute and its default is the wanted value.
bool holdsByDefault(
    const OperatorSchema* schema, std::string_view name, const std::optional<Wanted>& wanted)
{
    const auto* const spec = schema != nullptr && wanted ? schema->attribute(name) : nullptr;
    return spec != nullptr && std::visit(AttributeTest { *wanted }, spec->defaultValue);
}

/// `wanted`: nothing if nodes that have the attribute are searched.
QueryTerm attributeTerm(std::string_view key, const std::optional<Wanted>& wanted)
{
    const auto narrow = [name = std::string(key), wanted](const QueryInputs& run, QueryHits& hits) {
        const auto names = run.index.attributeNames();
        const auto found = std::ranges::find(names, std::string_view(name));
        const auto id = static_cast<std::uint32_t>(found - names.begin());
        const auto byDefault = operatorsWhere(run, [&](const QueryIndex::Operator& entry) {
            return holdsByDefault(entry.schema, name, wanted);
        });
        keepOnly(hits.nodes, run.stop, [&](std::size_t node) {
            const auto own = run.index.attributesOf(node);
            if (std::ranges::find(own, id) == own.end())
                return byDefault[run.index.operatorOf(node)] != 0;
            const auto& attribute = *run.context.model.nodes[node].attribute(name);
            return !wanted || std::visit(AttributeTest { *wanted }, attribute.value);
        });
    };
    return { .narrow = narrow };
}

} // namespace

TermResult makeAttributeTerm(const KeyedText& text)
{
    if (!text.comparison)
        return attributeTerm(text.key, std::nullopt);
    if (text.value.empty())
        return "expected a value after " + support::quote(text.key);
    Wanted wanted { *text.comparison, support::lowered(text.value), {} };
    for (const auto part : support::split(text.value, ',')) {
        const auto number = numberOf(part);
        if (!number) {
            wanted.numbers.clear();
            break;
        }
        wanted.numbers.push_back(*number);
    }
    const bool isOrder
        = wanted.comparison != Comparison::Equal && wanted.comparison != Comparison::NotEqual;
    if (isOrder && wanted.numbers.size() != 1)
        return std::string("expected one number to compare with");
    return attributeTerm(text.key, wanted);
}

TermResult makeAttributeKeyTerm(const KeyedText& text)
{
    const auto inner = splitKey(text.value);
    if (inner && inner->comparison)
        return makeAttributeTerm(*inner);
    return makeAttributeTerm({ text.value, std::nullopt, {} });
}

} // namespace model
