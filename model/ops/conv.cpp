// Convolutions.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("Conv", "Convolution over any number of spatial axes: each output channel is a weighted window over the input channels of its group, plus a bias.")
        .since(1).inputs("X: T, W: T, B?: T").outputs("Y: T")
            .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
            .types("T: floats")
        .since(11)
        .since(22).types("T: floats bfloat16"),

    op("ConvTranspose", "Transposed convolution: spreads each input element over a window, usually to enlarge an image.")
        .since(1).inputs("X: T, W: T, B?: T").outputs("Y: T")
            .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: ints, output_padding: ints, output_shape: "
                "ints, pads: ints, strides: ints").types("T: floats")
        .since(11)
        .since(22).types("T: floats bfloat16"),

    op("ConvInteger", "Convolution of 8-bit integers with zero points; the result is int32, not rescaled.")
        .since(10).inputs("x: T1, w: T2, x_zero_point?: T1, w_zero_point?: T2").outputs("y: T3")
            .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
            .types("T1: int8 uint8; T2: int8 uint8; T3: int32"),

    op("QLinearConv", "Convolution of quantised tensors whose result is quantised again.")
        .since(10)
            .inputs("x: T1, x_scale: float, x_zero_point: T1, w: T2, w_scale: float, w_zero_point: T2, y_scale: float, y_zero_point: T3, "
                "B?: T4").outputs("y: T3")
            .attributes("auto_pad: string = NOTSET, dilations: ints, group: int = 1, kernel_shape: ints, pads: ints, strides: ints")
            .types("T1: int8 uint8; T2: int8 uint8; T3: int8 uint8; T4: int32"),

    op("DeformConv", "Convolution whose sampling positions are moved by a computed offset, with an optional mask.")
        .since(19).inputs("X: T, W: T, offset: T, B?: T, mask?: T").outputs("Y: T")
            .attributes("dilations: ints, group: int = 1, kernel_shape: ints, offset_group: int = 1, pads: ints, strides: ints")
            .types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("CausalConvWithState", "Depthwise convolution along time that looks only back and carries its last inputs over to the next call.")
        .since(27).inputs("input: T, weight: T, bias?: T, past_state?: T").outputs("output: T, present_state: T")
            .attributes("activation: string = none").types("T: float16 float bfloat16"),

    op("Col2Im", "Adds overlapping blocks of columns back into an image, the inverse of unfolding.")
        .since(18).inputs("input: T, image_shape: int64, block_shape: int64").outputs("output: T")
            .attributes("dilations: ints, pads: ints, strides: ints").types("T: basic bfloat16"),
};

} // namespace

} // namespace model::ops
