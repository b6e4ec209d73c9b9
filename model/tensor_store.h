#pragma once

#include "model/support/mapped_file.h"
#include "model/support/result.h"
#include "model/tensor.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace model {

struct OpenOptions;

/// Returns the bytes of tensors on demand: from the mapped model file, from external files that the
/// policy allows (model/external_data.h), or from memory. Thread-safe. Maps an external file once,
/// at first use.
class TensorStore {
public:
    TensorStore(std::shared_ptr<const support::MappedFile> file, std::filesystem::path modelFolder,
        OpenOptions options);
    ~TensorStore();

    /// Returns packed little-endian elements. Fails if the data is missing, refused or too short;
    /// the message names the file and the rule. Not for string tensors (see `TensorRef::strings`).
    support::Result<TensorBytes> bytes(const Tensor& tensor) const;

    /// Returns the reason why bytes(tensor) would fail, or an empty text. Checks file sizes and
    /// reads no data.
    std::string problem(const Tensor& tensor) const;
    /// Same as problem(), as a Result with a kind. Unsupported: the data is missing. File: it is
    /// refused by policy, out of range or unreadable.
    support::Result<void> check(const Tensor& tensor) const;

    /// Returns the paths of the external files that were requested so far and that the policy
    /// allows.
    std::vector<std::filesystem::path> openedFiles() const;

    /// Releases the memory of pages of the files that were read. Spans of bytes() stay valid: the
    /// pages are read again when touched.
    void forgetPages() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace model
