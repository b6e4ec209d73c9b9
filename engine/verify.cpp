#include "engine/verify.h"

#include "engine/element_dispatch.h"
#include "engine/shapes.h"

#include <cmath>
#include <sstream>

namespace engine {

namespace {

template <typename... Parts>
Difference wrong(const Parts&... parts)
{
    Difference difference;
    difference.isWithin = false;
    std::ostringstream text;
    (text << ... << parts);
    difference.message = std::move(text).str();
    return difference;
}

std::string_view kindText(const RuntimeValue& value)
{
    constexpr std::array names { std::string_view("nothing"), std::string_view("a tensor"),
        std::string_view("a sequence"), std::string_view("a map") };
    return names[value.content.index()];
}

std::string placeText(std::uint64_t index, const Dims& dims)
{
    std::string text = "]";
    for (std::size_t axis = dims.size(); axis-- > 0;) {
        const auto along = static_cast<std::uint64_t>(std::max<std::int64_t>(dims[axis], 1));
        text = std::to_string(index % along) + (text == "]" ? "" : ", ") + text;
        index /= along;
    }
    return "[" + text;
}

/// Elements of any numeric type as doubles, parts of complex numbers one after the other.
class Numbers {
public:
    explicit Numbers(const Tensor& tensor)
        : m_tensor(tensor)
        , m_element(tensor.element())
    {
    }
    std::uint64_t count() const
    {
        return static_cast<std::uint64_t>(m_tensor.count()) * (isComplex() ? 2 : 1);
    }
    bool isComplex() const
    {
        return m_element == ElementType::Complex64 || m_element == ElementType::Complex128;
    }
    double at(std::uint64_t i) const
    {
        switch (m_element) {
        case ElementType::Float:
        case ElementType::Complex64:
            return read<float>(i);
        case ElementType::Double:
        case ElementType::Complex128:
            return read<double>(i);
        case ElementType::Int64:
            return static_cast<double>(read<std::int64_t>(i));
        case ElementType::Uint64:
            return static_cast<double>(read<std::uint64_t>(i));
        case ElementType::Int32:
            return read<std::int32_t>(i);
        case ElementType::Uint32:
            return read<std::uint32_t>(i);
        case ElementType::Int16:
            return read<std::int16_t>(i);
        case ElementType::Uint16:
            return read<std::uint16_t>(i);
        case ElementType::Float16:
        case ElementType::Bfloat16:
            return decodeSmallFloat(read<std::uint16_t>(i), m_element);
        case ElementType::Int8:
        case ElementType::Int4:
        case ElementType::Int2:
            return read<std::int8_t>(i);
        default:
            return isSmallFloat(m_element) ? decodeSmallFloat(read<std::uint8_t>(i), m_element)
                                           : read<std::uint8_t>(i);
        }
    }
    /// Whether the bits are equal: exact also for integers that a double cannot hold.
    bool isSameAt(std::uint64_t i, const Numbers& other) const
    {
        if (m_element == ElementType::Int64 || m_element == ElementType::Uint64)
            return read<std::uint64_t>(i) == other.read<std::uint64_t>(i);
        return at(i) == other.at(i);
    }

private:
    template <typename T>
    T read(std::uint64_t i) const
    {
        return reinterpret_cast<const T*>(m_tensor.data)[i];
    }
    const Tensor& m_tensor;
    ElementType m_element;
};

Tolerance toleranceFor(ElementType element, Tolerance tolerance)
{
    if (element == ElementType::Bfloat16)
        tolerance.relative = std::max(tolerance.relative, 0x1p-6);
    return tolerance;
}

Difference compareStrings(const Tensor& found, const Tensor& expected)
{
    for (std::size_t i = 0; i < expected.strings->size(); ++i) {
        if ((*found.strings)[i] != (*expected.strings)[i])
            return wrong("element ", placeText(i, expected.dims()), " is \"", (*found.strings)[i],
                "\", expected \"", (*expected.strings)[i], "\"");
    }
    return {};
}

/// Of one pair of numbers: how far beyond the tolerance (at most 0 = within).
double excess(double found, double expected, const Tolerance& tolerance)
{
    if (std::isnan(found) || std::isnan(expected))
        return std::isnan(found) && std::isnan(expected) ? 0.0 : INFINITY;
    if (std::isinf(found) || std::isinf(expected))
        return found == expected ? 0.0 : INFINITY;
    return std::abs(found - expected)
        - (tolerance.absolute + tolerance.relative * std::abs(expected));
}

Difference compareNumbers(
    const Tensor& foundTensor, const Tensor& expectedTensor, const Tolerance& given)
{
    const auto tolerance = toleranceFor(expectedTensor.element(), given);
    const Numbers found(foundTensor);
    const Numbers expected(expectedTensor);
    Difference difference;
    difference.elements = expected.count();
    double worst = -INFINITY;
    std::uint64_t worstIndex = 0;
    for (std::uint64_t i = 0; i < difference.elements; ++i) {
        if (found.isSameAt(i, expected))
            continue;
        const auto a = found.at(i);
        const auto b = expected.at(i);
        const auto beyond = excess(a, b, tolerance);
        const auto absolute = std::isfinite(a) && std::isfinite(b) ? std::abs(a - b) : 0.0;
        difference.largestAbsolute = std::max(difference.largestAbsolute, absolute);
        if (b != 0.0 && std::isfinite(b))
            difference.largestRelative
                = std::max(difference.largestRelative, absolute / std::abs(b));
        difference.beyond += beyond > 0 ? 1 : 0;
        if (beyond > worst) {
            worst = beyond;
            worstIndex = i;
        }
    }
    if (difference.elements == 0 || worst == -INFINITY)
        return difference;
    difference.where
        = placeText(found.isComplex() ? worstIndex / 2 : worstIndex, expectedTensor.dims());
    difference.found = found.at(worstIndex);
    difference.expected = expected.at(worstIndex);
    if (difference.beyond == 0)
        return difference;
    std::ostringstream text;
    text.precision(9);
    text << difference.beyond << " of " << difference.elements
         << " elements beyond the tolerance, the worst at " << difference.where << ": "
         << difference.found << ", expected " << difference.expected;
    difference.isWithin = false;
    difference.message = std::move(text).str();
    return difference;
}

Difference compareTypes(const Tensor& found, const Tensor& expected)
{
    if (found.element() != expected.element())
        return wrong("element type is ", model::name(found.element()), ", expected ",
            model::name(expected.element()));
    if (found.dims() != expected.dims())
        return wrong("shape is ", dimsText(found.dims()), ", expected ", dimsText(expected.dims()));
    return {};
}

Difference compareTensors(const Tensor& found, const Tensor& expected, const Tolerance& tolerance)
{
    auto types = compareTypes(found, expected);
    if (!types.isWithin)
        return types;
    return expected.strings ? compareStrings(found, expected)
                            : compareNumbers(found, expected, tolerance);
}

/// The worse of two, counts added up.
Difference merged(Difference a, Difference b, const std::string& where)
{
    const auto elements = a.elements + b.elements;
    const auto beyond = a.beyond + b.beyond;
    const bool takesB = (a.isWithin && !b.isWithin)
        || (a.isWithin == b.isWithin && b.largestAbsolute > a.largestAbsolute);
    if (takesB && !b.message.empty())
        b.message = where + ": " + b.message;
    auto result = takesB ? std::move(b) : std::move(a);
    result.elements = elements;
    result.beyond = beyond;
    return result;
}

template <typename Key>
Difference compareEntries(const std::map<Key, Tensor>& found, const std::map<Key, Tensor>& expected,
    const Tolerance& tolerance)
{
    if (found.size() != expected.size())
        return wrong("a map of ", found.size(), " entries, expected ", expected.size());
    Difference difference;
    for (const auto& [key, tensor] : expected) {
        const auto place = found.find(key);
        if (place == found.end())
            return wrong("key ", key, " is missing");
        std::ostringstream where;
        where << "key " << key;
        difference = merged(
            std::move(difference), compareTensors(place->second, tensor, tolerance), where.str());
    }
    return difference;
}

Difference compareMaps(const MapValue& found, const MapValue& expected, const Tolerance& tolerance)
{
    if (found.entries.index() != expected.entries.index())
        return wrong("the keys of the map have another type than expected");
    if (const auto* texts = std::get_if<std::map<std::string, Tensor>>(&expected.entries))
        return compareEntries(
            std::get<std::map<std::string, Tensor>>(found.entries), *texts, tolerance);
    return compareEntries(std::get<std::map<std::int64_t, Tensor>>(found.entries),
        std::get<std::map<std::int64_t, Tensor>>(expected.entries), tolerance);
}

double meanOf(const Tensor& tensor)
{
    const Numbers numbers(tensor);
    double sum = 0;
    for (std::uint64_t i = 0; i < numbers.count(); ++i)
        sum += numbers.at(i);
    return numbers.count() == 0 ? 0.0 : sum / static_cast<double>(numbers.count());
}

} // namespace

// Sequences of sequences recurse as deep as they were read: value_file.cpp bounds that.
Difference compare(
    const RuntimeValue& found, const RuntimeValue& expected, const Tolerance& tolerance)
{
    if (found.content.index() != expected.content.index())
        return wrong("is ", kindText(found), ", expected ", kindText(expected));
    if (expected.isTensor())
        return compareTensors(found.tensor(), expected.tensor(), tolerance);
    if (const auto* map = std::get_if<std::shared_ptr<const MapValue>>(&expected.content))
        return compareMaps(
            *std::get<std::shared_ptr<const MapValue>>(found.content), **map, tolerance);
    const auto* sequence = std::get_if<std::shared_ptr<const ValueSequence>>(&expected.content);
    if (sequence == nullptr)
        return {};
    const auto& other = *std::get<std::shared_ptr<const ValueSequence>>(found.content);
    if (other.size() != (*sequence)->size())
        return wrong("a sequence of ", other.size(), ", expected ", (*sequence)->size());
    Difference difference;
    for (std::size_t i = 0; i < other.size(); ++i)
        difference = merged(std::move(difference), compare(other[i], (**sequence)[i], tolerance),
            "element " + std::to_string(i));
    return difference;
}

Difference compareAsDraws(const RuntimeValue& found, const RuntimeValue& expected)
{
    if (!found.isTensor() || !expected.isTensor())
        return wrong("is ", kindText(found), ", expected ", kindText(expected));
    auto types = compareTypes(found.tensor(), expected.tensor());
    if (!types.isWithin || found.tensor().count() == 0)
        return types;
    const auto mean = meanOf(found.tensor());
    const auto wanted = meanOf(expected.tensor());
    // The standard error of a mean of n draws from 0..1 is at most 0.5 / sqrt(n); of two of them
    // five times that hardly ever.
    const auto allowed = 5.0 * 0.71 / std::sqrt(static_cast<double>(found.tensor().count()));
    if (std::abs(mean - wanted) > allowed)
        return wrong("the mean of the draws is ", mean, ", expected ", wanted, " within ", allowed);
    return {};
}

} // namespace engine
