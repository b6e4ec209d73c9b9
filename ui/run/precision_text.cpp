#include "ui/run/precision_text.h"

#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array words {
    PrecisionTexts { "f32", "fp32",
        QT_TR_NOOP(
            "What the model has in fp32 is computed in fp32; sums in the order that is fastest"),
        false },
    PrecisionTexts { "f32-strict", "fp32 strict",
        QT_TR_NOOP("Plain fp32: no TF32, no products in reduced precision, no Winograd or FFT "
                   "convolutions"),
        false },
    PrecisionTexts { "tf32", "TF32",
        QT_TR_NOOP(
            "Products of fp32 round their inputs to 10 bits after the point, on tensor cores; sums "
            "are fp32"),
        true },
    PrecisionTexts { "f16", "fp16",
        QT_TR_NOOP(
            "Products of fp32 round their inputs to fp16; sums are fp32. Values above 65,504 "
            "become infinite"),
        true },
    PrecisionTexts { "bf16", "bf16",
        QT_TR_NOOP(
            "Products of fp32 round their inputs to 7 bits after the point, with the range of "
            "fp32; sums are fp32. A CPU needs AVX512-BF16 or AMX"),
        false },
};

const PrecisionTexts* find(const QString& name)
{
    const auto found = std::ranges::find_if(
        words, [&](const PrecisionTexts& row) { return name == QLatin1String(row.name); });
    return found != words.end() ? &*found : nullptr;
}

} // namespace

std::span<const PrecisionTexts> precisions() { return words; }

QString precisionText(const QString& name)
{
    const auto* found = find(name);
    return found != nullptr ? QString::fromLatin1(found->text) : plain(name.toStdString(), 40);
}

bool isOfGpuOnly(const QString& name)
{
    const auto* found = find(name);
    return found != nullptr && found->isOfGpuOnly;
}

QString precisionHint(const QString& name)
{
    const auto* found = find(name);
    return found != nullptr ? tr(found->hint) : QString();
}

} // namespace ui
