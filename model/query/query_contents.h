#pragma once

#include "model/model.h"

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
};

/// Reads every element once. Fails with the store's message if the elements cannot be read, with
/// Cancelled after a stop request. Tensors of strings and tensors without elements have no traits.
support::Result<std::optional<ContentTraits>> readContent(
    const Model& model, const Tensor& tensor, std::stop_token stop = {});

/// Cache of content traits by tensor, so that a query does not read gigabytes again after each
/// typed letter. For one model. Thread-safe; tensors are read without holding the lock.
class ContentCache {
public:
    struct Known {
        std::optional<ContentTraits> traits;
        bool isReadable = true;
    };
    /// Returns the cached or newly read traits; nothing after a stop request.
    std::optional<Known> of(const Model& model, const Tensor& tensor, std::stop_token stop);

private:
    std::mutex m_lock;
    std::unordered_map<const Tensor*, Known> m_known;
};

} // namespace model
