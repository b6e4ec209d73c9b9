#include "engine/verify/verify.h"

#include "engine/kernel/element_dispatch.h"
#include "engine/program/shapes.h"

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

/// Reads elements of any numeric type as doubles; a complex number counts as two.
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
    /// Exact also for integers that a double cannot hold. NaN equals NaN.
    bool isSameAt(std::uint64_t i, const Numbers& other) const
    {
        if (m_element == ElementType::Int64 || m_element == ElementType::Uint64)
            return read<std::uint64_t>(i) == other.read<std::uint64_t>(i);
        const auto a = at(i);
        const auto b = other.at(i);
        return a == b || (std::isnan(a) && std::isnan(b));
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
    Difference difference;
    difference.elements = expected.strings->size();
    for (std::size_t i = 0; i < expected.strings->size(); ++i) {
        if ((*found.strings)[i] == (*expected.strings)[i]) {
            ++difference.histogram.equal;
            continue;
        }
        if (difference.beyond++ > 0)
            continue;
        difference.isWithin = false;
        difference.where = placeText(i, expected.dims());
        difference.message = "element " + difference.where + " is \"" + (*found.strings)[i]
            + "\", expected \"" + (*expected.strings)[i] + "\"";
    }
    return difference;
}

/// Returns how far two different numbers are beyond the tolerance (at most 0 = within).
double excess(double found, double expected, const Tolerance& tolerance)
{
    if (!std::isfinite(found) || !std::isfinite(expected))
        return INFINITY;
    return std::abs(found - expected)
        - (tolerance.absolute + tolerance.relative * std::abs(expected));
}

/// The comparison of two tensors of numbers, element by element.
class NumberComparison {
public:
    NumberComparison(const Tensor& found, const Tensor& expected, const Tolerance& tolerance)
        : m_found(found)
        , m_expected(expected)
        , m_tolerance(tolerance)
    {
        m_difference.tolerance = tolerance;
        m_difference.elements = m_expected.count();
    }

    Difference run(const Dims& dims)
    {
        for (std::uint64_t i = 0; i < m_difference.elements; ++i) {
            if (m_found.isSameAt(i, m_expected))
                ++m_difference.histogram.equal;
            else
                add(i, m_found.at(i), m_expected.at(i));
        }
        if (m_worst > -INFINITY)
            describeWorst(dims);
        return std::move(m_difference);
    }

private:
    void add(std::uint64_t i, double found, double expected)
    {
        const auto beyond = excess(found, expected, m_tolerance);
        m_difference.beyond += beyond > 0 ? 1 : 0;
        if (beyond > m_worst) {
            m_worst = beyond;
            m_worstIndex = i;
        }
        if (std::isfinite(found) && std::isfinite(expected))
            addDistance(std::abs(found - expected), std::abs(expected));
        else
            ++m_difference.histogram.notFinite;
    }

    void addDistance(double distance, double expected)
    {
        if (distance == 0.0) { // integers that are the same as doubles
            ++m_difference.histogram.equal;
            return;
        }
        m_difference.histogram.add(distance);
        m_difference.largestAbsolute = std::max(m_difference.largestAbsolute, distance);
        if (expected != 0.0)
            m_difference.largestRelative
                = std::max(m_difference.largestRelative, distance / expected);
    }

    void describeWorst(const Dims& dims)
    {
        m_difference.where = placeText(m_found.isComplex() ? m_worstIndex / 2 : m_worstIndex, dims);
        m_difference.found = m_found.at(m_worstIndex);
        m_difference.expected = m_expected.at(m_worstIndex);
        if (m_difference.beyond == 0)
            return;
        std::ostringstream text;
        text.precision(9);
        text << m_difference.beyond << " of " << m_difference.elements
             << " elements beyond the tolerance, the worst at " << m_difference.where << ": "
             << m_difference.found << ", expected " << m_difference.expected;
        m_difference.isWithin = false;
        m_difference.message = std::move(text).str();
    }

    Numbers m_found;
    Numbers m_expected;
    Tolerance m_tolerance;
    Difference m_difference;
    double m_worst = -INFINITY;
    std::uint64_t m_worstIndex = 0;
};

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
    if (expected.strings)
        return compareStrings(found, expected);
    return NumberComparison(found, expected, toleranceFor(expected.element(), tolerance))
        .run(expected.dims());
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
        difference = worse(
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

double largestOf(const Tensor& tensor)
{
    const Numbers numbers(tensor);
    double largest = 0;
    for (std::uint64_t i = 0; i < numbers.count(); ++i) {
        if (const auto magnitude = std::abs(numbers.at(i)); std::isfinite(magnitude))
            largest = std::max(largest, magnitude);
    }
    return largest;
}

/// Whether elements are integers of 8 bits or less, as in quantised tensors.
bool isNarrowInteger(ElementType element)
{
    const auto& traits = model::traits(element);
    return traits.bits <= 8
        && (traits.kind == model::ElementClass::SignedInteger
            || traits.kind == model::ElementClass::UnsignedInteger);
}

} // namespace

Tolerance roundingTolerance(const RuntimeValue& expected, double share)
{
    Tolerance tolerance { 1e-3, 1e-7 };
    if (!expected.isTensor() || expected.tensor().strings)
        return tolerance;
    const auto element = expected.tensor().element();
    if (isNarrowInteger(element))
        return { 0, 1 };
    if (element == ElementType::Float16)
        tolerance.relative = 0x1p-8;
    tolerance.absolute = std::max(tolerance.absolute, share * largestOf(expected.tensor()));
    return toleranceFor(element, tolerance);
}

void ErrorHistogram::add(double difference)
{
    const auto decade = static_cast<int>(std::floor(std::log10(difference))) - log10First;
    ++counts[std::clamp(decade, 0, static_cast<int>(bins) - 1)];
}

void ErrorHistogram::add(const ErrorHistogram& other)
{
    for (std::size_t i = 0; i < bins; ++i)
        counts[i] += other.counts[i];
    equal += other.equal;
    notFinite += other.notFinite;
}

std::string typeWords(const RuntimeValue& value)
{
    if (!value.isPresent())
        return "absent";
    if (value.isTensor())
        return std::string(model::traits(value.tensor().element()).onnxName);
    if (const auto* sequence = std::get_if<std::shared_ptr<const ValueSequence>>(&value.content))
        return "sequence of " + std::to_string((*sequence)->size());
    return "map";
}

Difference worse(Difference soFar, Difference next, const std::string& where)
{
    const auto elements = soFar.elements + next.elements;
    const auto beyond = soFar.beyond + next.beyond;
    auto histogram = soFar.histogram;
    histogram.add(next.histogram);
    const bool isFirst = soFar.isWithin && !soFar.tolerance;
    const bool takesNext = isFirst || (soFar.isWithin && !next.isWithin)
        || (soFar.isWithin == next.isWithin && next.largestAbsolute > soFar.largestAbsolute);
    if (takesNext && !next.message.empty())
        next.message = where + ": " + next.message;
    if (takesNext && !next.where.empty())
        next.where = where + " " + next.where;
    auto result = takesNext ? std::move(next) : std::move(soFar);
    result.elements = elements;
    result.beyond = beyond;
    result.histogram = histogram;
    return result;
}

// The recursion is as deep as sequences nest; value_file.cpp bounds that for files.
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
        difference = worse(std::move(difference), compare(other[i], (**sequence)[i], tolerance),
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
    types.elements = static_cast<std::uint64_t>(found.tensor().count());
    const auto mean = meanOf(found.tensor());
    const auto wanted = meanOf(expected.tensor());
    // The standard error of a mean of n draws from 0..1 is at most 0.5 / sqrt(n), that of the
    // difference of two such means 0.71 / sqrt(n). Five times that is hardly ever exceeded.
    const auto allowed = 5.0 * 0.71 / std::sqrt(static_cast<double>(found.tensor().count()));
    if (std::abs(mean - wanted) > allowed)
        return wrong("the mean of the draws is ", mean, ", expected ", wanted, " within ", allowed);
    return types;
}

} // namespace engine
