#pragma once

#include "engine/inputs/input_spec.h"
#include "model/dimension.h"
#include "model/value_type.h"

#include <QImage>
#include <QString>

namespace ui {

/// What a run feeds for a picture.
struct ImagePreview {
    QImage picture; ///< scaled, cut or padded, with the channels in the input's order
    QString size; ///< `640 × 480 → 224 × 224`
    QString numbers; ///< `−2.12 … 2.64, mean 0.03`
};

/// Prepares the picture of `spec` for an input of this type, as a run does. Sizes that are names
/// and have no number in `dims` are 1, height and width those of the picture. Reads the file, so it
/// must not be called on the GUI thread.
support::Result<ImagePreview> previewImage(
    const engine::InputSpec& spec, const model::ValueType& type, const model::Binding& dims);

} // namespace ui
