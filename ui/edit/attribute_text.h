#pragma once

#include "model/attribute.h"
#include "model/model.h"

#include <QString>

#include <optional>
#include <string>

namespace ui {

/// The value of an attribute as it is typed: `3`, `1 1 2 2`, `NOTSET`, `["a", "b"]`, and for a
/// tensor of at most `maxTypedElements` its type, shape and elements: `float[2,2] 1 2 3 4`. Nothing
/// for what cannot be typed: large tensors, graphs, types and references to a function's attribute.
std::optional<QString> typedAttribute(const model::Model& model, const model::Attribute& attribute);
constexpr std::size_t maxTypedElements = 64;

/// Returns the typed value in JSON, as the operation setAttribute takes it. Fails with a sentence
/// that says what was expected.
support::Result<std::string> attributeJson(model::AttributeKind kind, const QString& text);

/// `integers`, for the hint of a field.
QString kindText(model::AttributeKind kind);

} // namespace ui
