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
            isPure && least == most, false, least, most, finite };
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

/// Looks at all constants and captured values. `isWanted(known)` tells whether one matches.
template <typename Wanted>
void narrowByContent(const QueryInputs& run, QueryHits& hits,
    const std::optional<ElementTest>& test, const Wanted& isWanted)
{
    std::vector<char> isMarked(run.index.valueCount(), 0);
    ContentCache::Scan scan;
    for (std::size_t i = 0; i < isMarked.size(); ++i) {
        const ValueId id(i);
        if (!run.contents.has(run.context.model, id))
            continue;
        const auto known = run.contents.of(run.context.model, id, run.stop, test);
        if (!known)
            return;
        hits.unreadable += known->isReadable ? 0 : 1;
        isMarked[i] = isWanted(*known) ? 1 : 0;
        ++scan.tensors;
        scan.elements += known->elements;
        if (isMarked[i] != 0 && known->matches)
            scan.matches[id] = *known->matches;
    }
    if (test)
        run.contents.setLastScan(std::move(scan));
    keepMarkedValues(run, hits, isMarked);
}

bool isExcluded(const ContentTraits& traits, const ElementTest& test)
{
    if (traits.hasInfinity || test.isMagnitude || traits.finite == 0)
        return false;
    switch (test.comparison) {
    case Comparison::Greater:
        return traits.most <= test.number;
    case Comparison::Less:
        return traits.least >= test.number;
    default:
        return false; // the number may be rounded to one in the range
    }
}

} // namespace

Result<std::optional<ContentTraits>> readContent(
    const TensorElements& content, std::stop_token stop)
{
    const auto kind = traits(content.element).kind;
    if (content.count == 0 || kind == ElementClass::None || kind == ElementClass::String)
        return std::optional<ContentTraits>();
    Sums sums;
    if (!addElements(sums, content.element, content.data.bytes, content.count, stop))
        return failAs(ErrorKind::Cancelled, "stopped while reading ", content.name);
    return std::optional(sums.traits());
}

bool ContentCache::has(const Model& model, ValueId value) const
{
    if (constantTensor(model, value) != nullptr)
        return true;
    const std::lock_guard guard(m_lock);
    return m_captured.contains(value);
}

void ContentCache::setCaptured(std::vector<CapturedElements> captured)
{
    const std::lock_guard guard(m_lock);
    auto before = std::exchange(m_captured, {});
    for (auto& elements : captured) {
        const auto same = before.find(elements.value);
        if (same == before.end() || same->second.source != elements.source)
            m_known.erase(elements.value);
        else
            before.erase(same);
        m_captured.emplace(elements.value, std::move(elements));
    }
    for (const auto& [value, elements] : before)
        m_known.erase(value);
}

Result<std::shared_ptr<const TensorElements>> ContentCache::load(
    const Model& model, ValueId value) const
{
    if (const auto* const tensor = constantTensor(model, value))
        return loadTensor(model, *tensor);
    CapturedElements captured;
    {
        const std::lock_guard guard(m_lock);
        const auto found = m_captured.find(value);
        if (found == m_captured.end())
            return failAs(ErrorKind::Unsupported, "the value is not captured any more");
        captured = found->second;
    }
    return captured.load();
}

std::optional<ContentCache::Known> ContentCache::of(
    const Model& model, ValueId value, std::stop_token stop, const std::optional<ElementTest>& test)
{
    const auto entry = entryOf(value);
    if (entry && (!test || entry->test == test))
        return entry->known;
    auto known = entry ? entry->known : Known {};
    known.matches.reset();
    const auto mayMatch = [&] { return test && known.traits && !isExcluded(*known.traits, *test); };
    if (!entry || mayMatch()) {
        const auto content = load(model, value);
        known.isReadable = static_cast<bool>(content);
        if (content && !entry) {
            const auto traits = readContent(**content, stop);
            if (!traits)
                return std::nullopt;
            known.traits = *traits;
            known.elements = (*content)->count;
        }
        if (content && mayMatch()) {
            const auto matches = findElements(**content, *test, stop);
            if (!matches)
                return std::nullopt;
            known.matches = *matches;
        }
    }
    if (test && !known.matches)
        known.matches.emplace();
    const std::lock_guard guard(m_lock);
    m_known[value] = { known, test };
    return known;
}

std::optional<ContentCache::Entry> ContentCache::entryOf(ValueId value) const
{
    const std::lock_guard guard(m_lock);
    const auto found = m_known.find(value);
    return found == m_known.end() ? std::nullopt : std::optional(found->second);
}

ContentCache::Scan ContentCache::lastScan() const
{
    const std::lock_guard guard(m_lock);
    return m_scan;
}

void ContentCache::setLastScan(Scan scan)
{
    const std::lock_guard guard(m_lock);
    m_scan = std::move(scan);
}

namespace {

TermResult makeElementTerm(Comparison comparison, std::string_view text, bool isMagnitude)
{
    const auto number = numberOf(text);
    if (!number || std::isnan(*number))
        return std::string("expected a number, as in ")
            + (isMagnitude ? "|x|>65504" : "value:=1.5");
    const ElementTest test { comparison, *number, isMagnitude };
    const auto narrow = [test](const QueryInputs& run, QueryHits& hits) {
        narrowByContent(run, hits, test, [](const ContentCache::Known& known) {
            return known.matches && known.matches->count > 0;
        });
    };
    return QueryTerm { .narrow = narrow, .isAboutValues = true };
}

} // namespace

TermResult makeMagnitudeTerm(const KeyedText& text)
{
    if (!text.comparison)
        return std::string("expected a comparison such as |x|>65504");
    return makeElementTerm(*text.comparison, text.value, true);
}

TermResult makeContentTerm(const KeyedText& text)
{
    // value:=1.5 and value:>3, but also value>3.
    if (text.comparison)
        return makeElementTerm(*text.comparison, text.value, false);
    const auto whole = "x" + std::string(text.value);
    if (const auto inner = splitKey(whole); inner && inner->comparison && inner->key == "x")
        return makeElementTerm(*inner->comparison, inner->value, false);
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
        return std::string(
            "expected nan, inf, zero, constant, outlier or a comparison such as =1.5");
    const auto narrow = [trait = found->trait](const QueryInputs& run, QueryHits& hits) {
        narrowByContent(run, hits, std::nullopt, [trait](const ContentCache::Known& known) {
            return known.traits && (*known.traits).*trait;
        });
    };
    return QueryTerm { .narrow = narrow, .isAboutValues = true };
}

} // namespace model
