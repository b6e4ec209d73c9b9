#pragma once

#include "model/model.h"

#include <mutex>
#include <optional>
#include <stop_token>
#include <unordered_map>

namespace model {

/// What a query may ask about the elements of a tensor.
struct ContentTraits {
    bool hasNan = false;
    bool hasInfinity = false;
    bool isZero = false; ///< every element
    bool isConstant = false; ///< every element has the same value; also of one element
    /// Of at least 100 finite elements that differ, one lies more than ten standard deviations from
    /// their mean.
    bool hasOutlier = false;
};

/// Reads every element once. Fails with the store's words if they cannot be read, with Cancelled if
/// stopped; tensors of text and of no elements have no traits.
support::Result<std::optional<ContentTraits>> readContent(
    const Model& model, const Tensor& tensor, std::stop_token stop = {});

/// What was read before, by where the tensor is: reading gigabytes again for each letter that is
/// typed would be no search. For one model. Thread-safe: the lock guards the table only.
class ContentCache {
public:
    struct Known {
        std::optional<ContentTraits> traits;
        bool isReadable = true;
    };
    /// As read now or before; nothing if stopped.
    std::optional<Known> of(const Model& model, const Tensor& tensor, std::stop_token stop);

private:
    std::mutex m_lock;
    std::unordered_map<const Tensor*, Known> m_known;
};

} // namespace model
