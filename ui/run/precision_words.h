#pragma once

#include <QString>

#include <span>

namespace ui {

/// A precision as `opscope-cli --precision` names it, and as people are told of it.
struct PrecisionWords {
    const char* name; ///< `f32-strict`
    const char* text; ///< `fp32 strict`; the same in all languages
    const char* hint; ///< one sentence, translated with context "Precisions"
    bool isOfGpuOnly;
};
/// In the order of a choice.
std::span<const PrecisionWords> precisions();

/// `TF32` of `tf32`; a name that is not known stays as it is.
QString precisionText(const QString& name);
bool isOfGpuOnly(const QString& name);
QString precisionHint(const QString& name);

} // namespace ui
