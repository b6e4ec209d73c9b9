#pragma once

#include "model/inference/data_value.h"
#include "model/model.h"
#include "model/tensor_store.h"

#include <filesystem>
#include <memory>
#include <string>

namespace model {

/// A tensor with accessible elements: a view of the mapped file, or its own memory. Immutable; may
/// be shared between threads.
struct TensorElements {
    std::string name;
    ElementType element = ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::uint64_t count = 0; ///< number of elements in `data` or `strings`
    TensorBytes data; ///< little-endian, row-major, sub-byte types packed; empty for strings
    std::shared_ptr<const std::vector<std::string>> strings;

    bool isText() const { return element == ElementType::String; }
    double number(std::uint64_t index) const;
    /// Text of an element: integers exactly, floats with six digits, strings unchanged.
    std::string text(std::uint64_t index) const;
};

/// Loads the data of a model's tensor. May map a file, so it must not be called on the GUI thread.
/// Fails with the file and the violated rule.
support::Result<std::shared_ptr<const TensorElements>> loadTensor(
    const Model& model, const Tensor& tensor);
inline support::Result<std::shared_ptr<const TensorElements>> loadTensor(
    const Model& model, TensorId id)
{
    return loadTensor(model, model.tensor(id));
}

/// The elements of a tensor in memory. Fails if its dimensions are no size.
support::Result<std::shared_ptr<const TensorElements>> elementsOf(
    std::shared_ptr<const DataTensor> tensor);

/// Reads the tensor of a file (`.pb`, `.npy`), as runs save values. Fails for sequences and maps.
support::Result<std::shared_ptr<const TensorElements>> readElements(
    const std::filesystem::path& path);

/// Copies a tensor with its data to own memory, for writing to a file.
DataTensor copyOf(const TensorElements& content);

/// Decodes the elements from `first` on; faster than number() for many elements.
void decode(const TensorElements& content, std::uint64_t first, std::span<double> out);

} // namespace model
