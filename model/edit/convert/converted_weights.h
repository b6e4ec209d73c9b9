#pragma once

#include "model/edit/convert/half_values.h"
#include "model/edit/new_messages.h"
#include "model/support/temporary_folder.h"
#include "model/tensor_store.h"

#include <fstream>
#include <optional>
#include <vector>

namespace model::edit::convert {

/// Tensors in another floating type. Small ones are in memory. Large ones are written to a
/// temporary file block by block, so that at most one block is in memory, and are then mapped.
class ConvertedWeights {
public:
    explicit ConvertedWeights(ElementType to)
        : m_to(to)
    {
    }
    /// Converts a tensor of a floating type. Fails if its data is missing, or if there is no space.
    support::Result<void> add(const Model& model, const Tensor& tensor);
    /// The tensors in the order of add(). Nothing can be added afterwards.
    support::Result<std::vector<TensorSource>> take();

    /// Adds the counts of another object, whose tensors are stored elsewhere.
    void count(const ConvertedWeights& other);

    std::uint64_t bytesBefore() const { return m_before; }
    std::uint64_t bytesAfter() const { return m_after; }
    std::uint64_t clamped() const { return m_clamped; }
    std::uint64_t vanished() const { return m_vanished; }
    std::size_t clampedTensors() const { return m_clampedTensors; }
    std::size_t vanishedTensors() const { return m_vanishedTensors; }

private:
    struct Part {
        TensorSource source;
        std::uint64_t offset = 0; ///< in the file, of a large tensor
        std::uint64_t bytes = 0; ///< in the file; 0 for one in memory
    };
    support::Result<void> openFile();

    const ElementType m_to;
    std::vector<Part> m_parts;
    std::optional<support::TemporaryFolder> m_folder;
    std::ofstream m_file;
    std::uint64_t m_fileBytes = 0;
    std::uint64_t m_before = 0;
    std::uint64_t m_after = 0;
    std::uint64_t m_clamped = 0;
    std::uint64_t m_vanished = 0;
    std::size_t m_clampedTensors = 0;
    std::size_t m_vanishedTensors = 0;
};

} // namespace model::edit::convert
