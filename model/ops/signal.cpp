// Signal processing: transforms, windows, filter banks.

#include "model/ops/rules.h"
#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

/// Returns the number of bins in a real signal's spectrum: length / 2 + 1.
Dimension halfSpectrum(const Dimension& length)
{
    return floorDiv(length, Dimension::number(2)) + Dimension::number(1);
}

/// signal ... x 1 (real) or ... x 2 (complex) -> ... x 2, with the requested length along the axis.
std::optional<Shape> dft(InferenceContext& context, Shape shape)
{
    if (!expectRankAtLeast(context, 0, 2))
        return std::nullopt;
    auto asked = context.integer("axis", context.version() < 20 ? 1 : -2);
    if (context.version() >= 20 && context.hasInput(2)) {
        const auto known = scalarInput(context, 2).value();
        if (!known)
            return unknownShape(shape.size());
        asked = *known;
    }
    const auto axis = resolveAxis(context, asked, shape.size());
    if (!axis)
        return std::nullopt;
    const auto isOneSided = context.integer("onesided", 0) != 0;
    const auto isRealInverse = isOneSided && context.integer("inverse", 0) != 0;
    auto length = context.hasInput(1) ? scalarInput(context, 1) : shape[*axis];
    if (isRealInverse && !context.hasInput(1))
        length = (length - Dimension::number(1)) * Dimension::number(2);
    if (length.value().value_or(1) < 1)
        context.error("the length of the transform is " + length.text());
    shape[*axis] = isOneSided && !isRealInverse ? halfSpectrum(length) : length;
    shape.back() = Dimension::number(isRealInverse ? 1 : 2);
    return shape;
}

/// batch x samples x 1 or 2 -> batch x frames x bins x 2.
std::optional<Shape> stft(InferenceContext& context)
{
    if (!expectRank(context, 0, { 2, 3 }) || !expectRank(context, 2, { 1 }))
        return unknownShape(4);
    const auto step = scalarInput(context, 1);
    auto length = context.dim(0, 1);
    if (context.hasInput(3))
        length = scalarInput(context, 3);
    else if (context.hasInput(2))
        length = context.dim(2, 0);
    if (context.hasInput(3))
        expectDim(context, 2, 0, length, "the frame length");
    for (const auto& [input, value] : { std::pair<std::size_t, Dimension>(1, step),
             std::pair<std::size_t, Dimension>(3, length) })
        if (value.value().value_or(1) < 1)
            context.inputError(input, "is " + value.text() + ", expected at least 1");
    const auto frames = floorDiv(context.dim(0, 1) - length, step) + Dimension::number(1);
    if (frames.value().value_or(0) < 0)
        context.error("a frame of " + length.text() + " samples does not fit into a signal of "
            + context.dim(0, 1).text());
    // The spectrum of a complex signal is not symmetric, so all bins are needed.
    const bool isOneSided = context.integer("onesided", 1) != 0;
    const auto parts = context.rank(0) == 3u ? context.dim(0, 2) : Dimension::number(1);
    auto bins = isOneSided && parts.value() != 2 ? halfSpectrum(length) : length;
    if (isOneSided && !(context.hasShape(0) && parts.isNumber()))
        bins = context.newDimension("bins");
    return Shape { context.dim(0, 0), frames, bins, Dimension::number(2) };
}

void window(InferenceContext& context)
{
    expectRank(context, 0, { 0, 1 });
    context.setTensor(0, elementAttribute(context, "output_datatype", ElementType::Float),
        Shape { scalarInput(context, 0) });
}

void melWeights(InferenceContext& context)
{
    context.setTensor(0, elementAttribute(context, "output_datatype", ElementType::Float),
        Shape { halfSpectrum(scalarInput(context, 1)), scalarInput(context, 0) });
}

/// Versions of the window functions.
void windows(OperatorVersions& versions)
{
    versions.since(17, "size: T1 -> output: T2", "T1: int32 int64; T2: numbers bfloat16")
        .attributes("output_datatype: int = 1, periodic: int = 1");
}

const RegisterOperators signalOperators {
    op("DFT", "Discrete Fourier transform along one axis, forward or inverse.")
        .since(
            17, "input: T1, dft_length?: T2 -> output: T1", "T1: floats bfloat16; T2: int32 int64")
        .attributes("axis: int = 1, inverse: int = 0, onesided: int = 0")
        .since(20)
        .inputs("input: T1, dft_length?: T2, axis?: int64")
        .without("axis")
        .rules(dft),

    op("STFT", "Fourier transforms of overlapping frames of a signal.")
        .since(17, "signal: T1, frame_step: T2, window?: T1, frame_length?: T2 -> output: T1",
            "T1: floats bfloat16; T2: int32 int64")
        .attributes("onesided: int = 1")
        .rules(stft),

    op("HannWindow", "Hann window function of a given length.").history(windows).rules(window),

    op("HammingWindow", "Hamming window function of a given length.")
        .history(windows)
        .rules(window),

    op("BlackmanWindow", "Blackman window function of a given length.")
        .history(windows)
        .rules(window),

    op("MelWeightMatrix", "Weights that turn a spectrum into mel bands.")
        .since(17,
            "num_mel_bins: T1, dft_length: T1, sample_rate: T1, lower_edge_hertz: T2, "
            "upper_edge_hertz: T2 -> output: T3",
            "T1: int32 int64; T2: floats bfloat16; T3: numbers bfloat16")
        .attributes("output_datatype: int = 1")
        .rules(melWeights),
};

} // namespace

} // namespace model::ops
