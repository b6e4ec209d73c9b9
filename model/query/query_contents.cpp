#include "model/query/query_contents.h"
#include "model/support/text.h"

#include "model/contents/channel_layout.h"
#include "model/decode.h"
#include "model/query/query_term.h"
#include "model/tensor_store.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace model {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t chunk = 1 << 16; ///< elements between two checks of the stop token
constexpr std::uint64_t minForOutliers = 100;
constexpr double outlierDeviations = 10;

struct Sums {
    std::uint64_t finite = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
    double mean = 0;
    double squares = 0; ///< sum of squared distances from the mean (Welford)
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        if (!std::isfinite(value)) {
            ++(std::isnan(value) ? nans : infinities);
            return;
        }
        ++finite;
        const double distance = value - mean;
        mean += distance / static_cast<double>(finite);
        squares += distance * (value - mean);
        least = std::min(least, value);
        most = std::max(most, value);
    }

    ContentTraits traits() const
    {
        const bool isPure = nans == 0 && infinities == 0 && finite > 0;
        ContentTraits found { nans > 0, infinities > 0, isPure && least == 0 && most == 0,
            isPure && least == most, false };
        if (finite >= minForOutliers && most > least) {
            const double deviation = std::sqrt(squares / static_cast<double>(finite));
            found.hasOutlier = std::max(most - mean, mean - least) > outlierDeviations * deviation;
        }
        return found;
    }
};

/// Decodes all values of an 8-bit or 16-bit type. A table is faster than decoding each element.
std::vector<double> allValues(ElementType type, std::uint32_t bits)
{
    std::vector<double> values(std::size_t(1) << bits);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::array packed { static_cast<std::byte>(i & 0xFF),
            static_cast<std::byte>(i >> 8) };
        values[i] = numberAt(type, std::span(packed).first(bits / 8), 0);
    }
    return values;
}

template <typename T>
T elementAt(std::span<const std::byte> bytes, std::uint64_t index)
{
    T element;
    std::memcpy(&element, bytes.data() + index * sizeof(T), sizeof(T));
    return element;
}

/// Adds every element to the sums; false after a stop request.
template <typename Read>
bool addAll(Sums& sums, std::uint64_t count, const std::stop_token& stop, const Read& read)
{
    for (std::uint64_t at = 0; at < count;) {
        if (stop.stop_requested())
            return false;
        for (const auto end = std::min(count, at + chunk); at < end; ++at)
            sums.add(read(at));
    }
    return true;
}

bool addElements(Sums& sums, ElementType type, std::span<const std::byte> bytes,
    std::uint64_t count, const std::stop_token& stop)
{
    if (type == ElementType::Float)
        return addAll(sums, count, stop,
            [&](std::uint64_t i) { return static_cast<double>(elementAt<float>(bytes, i)); });
    const auto bits = traits(type).bits;
    if (bits != 8 && bits != 16)
        return addAll(sums, count, stop, [&](std::uint64_t i) { return numberAt(type, bytes, i); });
    const auto values = allValues(type, bits);
    if (bits == 8)
        return addAll(sums, count, stop,
            [&](std::uint64_t i) { return values[elementAt<std::uint8_t>(bytes, i)]; });
    return addAll(sums, count, stop,
        [&](std::uint64_t i) { return values[elementAt<std::uint16_t>(bytes, i)]; });
}

/// Marks the values whose constant tensor has the trait.
void narrowByContent(const QueryInputs& run, QueryHits& hits, bool ContentTraits::*wanted)
{
    std::vector<char> isMarked(run.index.valueCount(), 0);
    for (std::size_t i = 0; i < isMarked.size(); ++i) {
        const auto* tensor = constantTensor(run.context.model, ValueId(i));
        if (tensor == nullptr)
            continue;
        const auto known = run.contents.of(run.context.model, *tensor, run.stop);
        if (!known)
            return;
        hits.unreadable += known->isReadable ? 0 : 1;
        isMarked[i] = known->traits && (*known->traits).*wanted ? 1 : 0;
    }
    keepMarkedValues(run, hits, isMarked);
}

} // namespace

Result<std::optional<ContentTraits>> readContent(
    const Model& model, const Tensor& tensor, std::stop_token stop)
{
    const auto count = elementCount(tensor.dims);
    const auto kind = traits(tensor.element).kind;
    if (!count || *count == 0 || kind == ElementClass::None || kind == ElementClass::String)
        return std::optional<ContentTraits>();
    const auto data = TRY(model.store->bytes(tensor));
    Sums sums;
    if (!addElements(sums, tensor.element, data.bytes, *count, stop))
        return failAs(ErrorKind::Cancelled, "stopped while reading ", tensor.name);
    return std::optional(sums.traits());
}

std::optional<ContentCache::Known> ContentCache::of(
    const Model& model, const Tensor& tensor, std::stop_token stop)
{
    {
        const std::lock_guard guard(m_lock);
        if (const auto found = m_known.find(&tensor); found != m_known.end())
            return found->second;
    }
    const auto read = readContent(model, tensor, stop);
    if (!read && read.error().kind() == ErrorKind::Cancelled)
        return std::nullopt;
    const Known known { read ? *read : std::nullopt, static_cast<bool>(read) };
    const std::lock_guard guard(m_lock);
    m_known.emplace(&tensor, known);
    return known;
}

TermResult makeContentTerm(const KeyedText& text)
{
    struct Word {
        std::string_view name;
        bool ContentTraits::*trait;
    };
    static constexpr std::array words { Word { "nan", &ContentTraits::hasNan },
        Word { "inf", &ContentTraits::hasInfinity }, Word { "zero", &ContentTraits::isZero },
        Word { "constant", &ContentTraits::isConstant },
        Word { "outlier", &ContentTraits::hasOutlier } };
    const auto found = std::ranges::find(words, support::lowered(text.value), &Word::name);
    if (found == words.end())
        return std::string("expected nan, inf, zero, constant or outlier");
    const auto narrow = [trait = found->trait](const QueryInputs& run, QueryHits& hits) {
        narrowByContent(run, hits, trait);
    };
    return QueryTerm { .narrow = narrow, .isAboutValues = true };
}

} // namespace model
