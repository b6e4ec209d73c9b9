#pragma once

#include "model/inference/data_value.h"
#include "model/model.h"
#include "model/tensor_store.h"

#include <memory>
#include <string>

namespace ui {

/// A tensor whose elements can be looked at: a view into the mapped file, or memory it owns.
/// Immutable, shared between threads.
struct TensorContent {
    std::string name;
    model::ElementType element = model::ElementType::Undefined;
    std::vector<std::int64_t> dims;
    std::uint64_t count = 0; ///< elements that are there
    model::TensorBytes data; ///< packed little-endian, row-major; empty for strings
    std::shared_ptr<const std::vector<std::string>> strings;

    bool isText() const { return element == model::ElementType::String; }
    double number(std::uint64_t index) const;
    /// As people read it: integers exactly, floats with six digits, strings as they are.
    std::string text(std::uint64_t index) const;
};

/// Finds the bytes of a model's tensor; may map a file, so not for the GUI thread. Fails with file
/// and rule if they cannot be had.
support::Result<std::shared_ptr<const TensorContent>> loadTensor(
    const model::Model& model, model::TensorId id);

/// The same with its data in memory of its own, for writing to a file.
model::DataTensor copyOf(const TensorContent& content);

/// Decodes elements from `first` on; for loops over many.
void decode(const TensorContent& content, std::uint64_t first, std::span<double> out);

} // namespace ui
