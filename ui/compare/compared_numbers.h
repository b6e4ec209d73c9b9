#pragma once

#include "engine/verify/verify_folder.h"
#include "ui/compare/compared.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ui {

/// A tensor of B compared with that of A. A is the reference.
struct ComparedTensor {
    NodePair nodes; ///< the nodes that produce it
    std::string node; ///< label in A
    std::string nameB; ///< name of the value in B
    engine::ComparedValue value; ///< named as in A
};

/// The values of both models on the same inputs, in A's order of execution.
struct ComparedNumbers {
    std::vector<ComparedTensor> tensors;
    std::size_t notKept = 0; ///< tensors of aligned nodes that only one of the models keeps
    std::optional<std::size_t>
        firstPastTolerance; ///< index in `tensors` of the first one past tolerance

    std::size_t pastTolerance() const;
};

/// Parses the output of `opscope-cli compare A B --numbers --format json` (docs/command-line.md).
support::Result<ComparedNumbers> readNumbers(std::string_view json, const Compared& compared);

} // namespace ui
