#pragma once

#include "model/decoder_roles.h"
#include "model/inference/analysis.h"

#include <QString>

namespace ui {

/// The cache of a decoder in words, for the section Generate of the Run panel.
struct CacheFacts {
    int pairs = 0;
    QString names; ///< `past_key_values.*`
    QString shape; ///< of the first pair: `1×16×past×64 fp16`
    int otherShapes = 0; ///< pairs of another shape or type
    QString axis; ///< the dimension that grows; empty if unknown
    qint64 positions = 0; ///< after the last token
    quint64 bytes = 0; ///< of the cache then; 0 if a size is unknown
};

/// `sizes`: of named dimensions.
CacheFacts cacheFacts(const model::Model& model, const model::Decoder& decoder,
    const model::Binding& sizes, qint64 positions);

} // namespace ui
