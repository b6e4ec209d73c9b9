#pragma once

#include "model/edit/change.h"
#include "model/tensor_store.h"

namespace model::edit {

/// The data of a TensorProto.
struct TensorContent {
    /// None: strings, or data that is missing or does not fit type and shape. Inside: in the model
    /// file, or made by an edit.
    enum class Place { None, Inside, External };
    Place place = Place::None;
    Tensor tensor; ///< name, type and sizes
    Bytes bytes; ///< packed elements, as in TensorStore::bytes()
    std::shared_ptr<const void> owner; ///< of the bytes; null: they are in the original file
};

/// Reads type, shape and data of a TensorProto. External data is read through `store`; it fails if
/// that refuses it.
support::Result<TensorContent> tensorContent(const Message& tensor, const TensorStore& store);

/// Whether a field of TensorProto holds data, or says where it is.
bool isDataField(const Field& field);
void removeData(Change& change, Message& tensor);
/// Replaces the data of a TensorProto by the place of `length` bytes in an external file.
void setExternalPlace(Change& change, Message& tensor, std::string_view location,
    std::uint64_t offset, std::uint64_t length);
/// The content of a field as bytes, opened or not. Copies it.
std::string contentOf(const Field& field);

} // namespace model::edit
