#pragma once

#include "model/contents/tensor_elements.h"
#include "model/support/progress.h"

#include <stop_token>

namespace model {

/// How far a tensor is from another one of the same shape.
struct TensorDifference {
    std::uint64_t elements = 0;
    std::uint64_t changed = 0; ///< elements that are not equal; NaN equals NaN
    std::uint64_t notFinite = 0; ///< changed elements that are not finite in one of the tensors
    double largest = 0; ///< largest magnitude of a difference, of finite elements
    std::uint64_t largestAt = 0;
    double relative = 0; ///< ‖now − before‖ / ‖before‖, L2; infinite if only the latter is zero
};

/// Compares two tensors. Reads each element once. Fails with ErrorKind::Usage for other shapes and
/// for strings, and if stopped.
support::Result<TensorDifference> measureDifference(const TensorElements& now,
    const TensorElements& before, std::stop_token stop = {},
    const support::Progress& progress = {});

/// now − before, as floats in memory. Fails as measureDifference() does.
support::Result<std::shared_ptr<const TensorElements>> differenceOf(
    const TensorElements& now, const TensorElements& before, std::stop_token stop = {});

} // namespace model
