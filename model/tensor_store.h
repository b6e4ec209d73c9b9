#pragma once

#include "model/support/mapped_file.h"
#include "model/support/result.h"
#include "model/tensor.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace model {

struct OpenOptions;

/// Bytes of a tensor, in general not aligned to its elements, alive as long as this object (it
/// shares the mapping or the memory behind the span).
struct TensorBytes {
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
};

/// Gives the bytes of tensors on demand: from the mapped model file, from external files under the
/// containment policy (model/external_data.h), or from memory. Thread-safe; external files are
/// mapped once, when first asked for.
class TensorStore {
public:
    TensorStore(std::shared_ptr<const support::MappedFile> file, std::filesystem::path modelFolder,
        OpenOptions options);
    ~TensorStore();

    /// Packed little-endian elements. Fails with the file and the rule if the data is missing,
    /// refused or too short. Not for string tensors (use `TensorRef::strings`).
    support::Result<TensorBytes> bytes(const Tensor& tensor) const;

    /// Empty if bytes(tensor) would succeed, else the reason; looks at file sizes, reads no data.
    std::string problem(const Tensor& tensor) const;
    /// The same with the kind of trouble: Unsupported = data is missing, File = refused by policy,
    /// out of range or unreadable.
    support::Result<void> check(const Tensor& tensor) const;

    /// The external files that the policy lets through, by the location written in the model, as
    /// far as they were asked for.
    std::vector<std::filesystem::path> openedFiles() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace model
