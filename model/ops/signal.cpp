// Signal processing: transforms, windows, filter banks.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("DFT", "Discrete Fourier transform along one axis, forward or inverse.")
        .since(17).inputs("input: T1, dft_length?: T2").outputs("output: T1")
            .attributes("axis: int = 1, inverse: int = 0, onesided: int = 0").types("T1: floats bfloat16; T2: int32 int64")
        .since(20).inputs("input: T1, dft_length?: T2, axis?: int64").without("axis"),

    op("STFT", "Fourier transforms of overlapping frames of a signal.")
        .since(17).inputs("signal: T1, frame_step: T2, window?: T1, frame_length?: T2").outputs("output: T1")
            .attributes("onesided: int = 1").types("T1: floats bfloat16; T2: int32 int64"),

    op("HannWindow", "Hann window function of a given length.")
        .since(17).inputs("size: T1").outputs("output: T2").attributes("output_datatype: int = 1, periodic: int = 1")
            .types("T1: int32 int64; T2: numbers bfloat16"),

    op("HammingWindow", "Hamming window function of a given length.")
        .since(17).inputs("size: T1").outputs("output: T2").attributes("output_datatype: int = 1, periodic: int = 1")
            .types("T1: int32 int64; T2: numbers bfloat16"),

    op("BlackmanWindow", "Blackman window function of a given length.")
        .since(17).inputs("size: T1").outputs("output: T2").attributes("output_datatype: int = 1, periodic: int = 1")
            .types("T1: int32 int64; T2: numbers bfloat16"),

    op("MelWeightMatrix", "Weights that turn a spectrum into mel bands.")
        .since(17).inputs("num_mel_bins: T1, dft_length: T1, sample_rate: T1, lower_edge_hertz: T2, upper_edge_hertz: T2")
            .outputs("output: T3").attributes("output_datatype: int = 1")
            .types("T1: int32 int64; T2: floats bfloat16; T3: numbers bfloat16"),
};

} // namespace

} // namespace model::ops
