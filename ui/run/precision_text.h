#pragma once

#include <QString>

#include <span>

namespace ui {

/// A precision: its name in `opscope-cli --precision` and its texts in the window.
struct PrecisionTexts {
    const char* name; ///< `f32-strict`
    const char* text; ///< `fp32 strict`; not translated
    const char* hint; ///< one sentence, translated with context "Precisions"
    bool isOfGpuOnly;
};
/// In display order.
std::span<const PrecisionTexts> precisions();

/// The text of a precision: `TF32` for `tf32`; an unknown name is returned unchanged.
QString precisionText(const QString& name);
bool isOfGpuOnly(const QString& name);
QString precisionHint(const QString& name);

} // namespace ui
