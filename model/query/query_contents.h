#pragma once

#include "model/contents/find_elements.h"
#include "model/model.h"

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <unordered_map>

namespace model {

/// Properties of a tensor's elements that a query can test.
struct ContentTraits {
    bool hasNan = false;
    bool hasInfinity = false;
    bool isZero = false; ///< every element is zero
    bool isConstant = false; ///< every element has the same value; also true for one element
    /// True if there are at least 100 finite elements, not all equal, and one is more than ten
    /// standard deviations from their mean.
    bool hasOutlier = false;
    double least = 0; ///< of finite elements
    double most = 0;
    std::uint64_t finite = 0;
};

/// Elements of a value that a run has kept.
struct CapturedElements {
    ValueId value;
    std::string source; ///< names the elements: others have another one
    /// Called on the thread of the query.
    std::function<support::Result<std::shared_ptr<const TensorElements>>()> load;
};

/// Reads every element once. Fails with Cancelled after a stop request. Tensors of strings and
/// tensors without elements have no traits.
support::Result<std::optional<ContentTraits>> readContent(
    const TensorElements& content, std::stop_token stop = {});

/// What queries know of the contents of tensors, so that a query does not read gigabytes again
/// after each typed letter, and the values that runs have kept. For one model. Thread-safe; tensors
/// are read without holding the lock.
class ContentCache {
public:
    struct Known {
        std::optional<ContentTraits> traits;
        std::optional<ElementMatches> matches; ///< if a test was asked for
        std::uint64_t elements = 0;
        bool isReadable = true;
    };
    /// Returns the cached or newly read traits and, with a test, the elements that pass it; nothing
    /// after a stop request. A tensor whose range excludes the test is not read again.
    std::optional<Known> of(const Model& model, ValueId value, std::stop_token stop,
        const std::optional<ElementTest>& test = std::nullopt);

    /// Replaces the captured values. They are looked at like weights.
    void setCaptured(std::vector<CapturedElements> captured);
    /// True if the value is a constant or captured, so of() can look at it.
    bool has(const Model& model, ValueId value) const;

    /// What the last query with a test found and looked at.
    struct Scan {
        std::unordered_map<ValueId, ElementMatches> matches;
        std::size_t tensors = 0;
        std::uint64_t elements = 0;
    };
    Scan lastScan() const;
    void setLastScan(Scan scan);

private:
    struct Entry {
        Known known;
        std::optional<ElementTest> test; ///< that `known.matches` belongs to
    };
    std::optional<Entry> entryOf(ValueId value) const;
    support::Result<std::shared_ptr<const TensorElements>> load(
        const Model& model, ValueId value) const;

    mutable std::mutex m_lock;
    std::unordered_map<ValueId, Entry> m_known;
    std::unordered_map<ValueId, CapturedElements> m_captured;
    Scan m_scan;
};

} // namespace model
