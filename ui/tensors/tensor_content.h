#pragma once

#include "model/inference/data_value.h"
#include "model/model.h"
#include "model/tensor_store.h"

#include <memory>
#include <string>

namespace ui {

/// A tensor with accessible elements: a view of the mapped file, or its own memory. Immutable; may
/// be shared between threads.
struct TensorContent {
    std::string name;
    model::ElementType element = model::ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::uint64_t count = 0; ///< number of elements in `data` or `strings`
    model::TensorBytes data; ///< little-endian, row-major, sub-byte types packed; empty for strings
    std::shared_ptr<const std::vector<std::string>> strings;

    bool isText() const { return element == model::ElementType::String; }
    double number(std::uint64_t index) const;
    /// Text of an element: integers exactly, floats with six digits, strings unchanged.
    std::string text(std::uint64_t index) const;
};

/// Loads the data of a model's tensor. May map a file, so it must not be called on the GUI thread.
/// Fails with the file and the violated rule.
support::Result<std::shared_ptr<const TensorContent>> loadTensor(
    const model::Model& model, model::TensorId id);

/// Copies a tensor with its data to own memory, for writing to a file.
model::DataTensor copyOf(const TensorContent& content);

/// Decodes the elements from `first` on; faster than number() for many elements.
void decode(const TensorContent& content, std::uint64_t first, std::span<double> out);

} // namespace ui
