#pragma once

#include "engine/verify/verify_folder.h"
#include "ui/compare/compared.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// A tensor of B beside that of A, which is what is expected.
struct ComparedTensor {
    NodePair nodes; ///< that made it
    std::string node; ///< label in A
    std::string nameB; ///< of the value
    engine::ComparedValue value; ///< with its name in A
};

/// The values of two models on the same inputs, in the order in which A computes them.
struct ComparedNumbers {
    std::vector<ComparedTensor> tensors;
    std::size_t notKept = 0; ///< aligned, but made by one of the two alone
    std::optional<std::size_t> firstPast; ///< in `tensors`: past tolerance

    std::size_t pastTolerance() const;
};

/// Reads what `opscope-cli compare A B --numbers --format json` printed (docs/command-line.md).
support::Result<ComparedNumbers> readNumbers(std::string_view json, const Compared& compared);

} // namespace ui
