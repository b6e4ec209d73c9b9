// Padding and resampling of images.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("Pad", "Adds elements around a tensor: a constant, the mirror image, the edge or the wrapped side.")
        .since(1).inputs("data: T").outputs("output: T").attributes("mode: string = constant, paddings: ints required, value: float = 0")
            .types("T: floats")
        .since(2).without("paddings").attributes("pads: ints required")
        .since(11).inputs("data: T, pads: int64, constant_value?: T").without("pads, value").types("T: numbers")
        .since(13).types("T: basic bfloat16")
        .since(18).inputs("data: T, pads: int64, constant_value?: T, axes?: Tind").types("Tind: int32 int64")
        .since(19)
        .since(21).types("T: basic float8 nibbles bfloat16")
        .since(23).types("T: basic float8 nibbles bfloat16 float4e2m1")
        .since(24).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0")
        .since(25).types("T: basic float8 nibbles bfloat16 float4e2m1 float8e8m0 int2 uint2"),

    op("Resize", "Resamples to other sizes: nearest, linear or cubic, with a choice of how coordinates map.")
        .since(10).inputs("X: T, scales: float").outputs("Y: T").attributes("mode: string = nearest").types("T: basic")
        .since(11).inputs("X: T1, roi: T2, scales: float, sizes?: int64").outputs("Y: T1")
            .attributes("coordinate_transformation_mode: string = half_pixel, cubic_coeff_a: float = -0.75, exclude_outside: int = 0, "
                "extrapolation_value: float = 0, nearest_mode: string = round_prefer_floor").withoutTypes("T")
            .types("T1: basic; T2: floats")
        .since(13).inputs("X: T1, roi?: T2, scales?: float, sizes?: int64").types("T1: basic bfloat16")
        .since(18).attributes("antialias: int = 0, axes: ints, keep_aspect_ratio_policy: string = stretch")
        .since(19),

    op("Upsample", "Enlarges by factors per axis; replaced by Resize.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("height_scale: float required, mode: string = nearest, width_scale: float required")
            .types("T: floats bool int32 int64")
        .since(7).without("height_scale, width_scale").attributes("scales: floats required").types("T: basic")
        .since(9).inputs("X: T, scales: float").without("scales")
        .since(10).deprecated(),

    op("GridSample", "Samples an image at the positions of a grid.")
        .since(16).inputs("X: T1, grid: T2").outputs("Y: T1")
            .attributes("align_corners: int = 0, mode: string = bilinear, padding_mode: string = zeros").types("T1: basic; T2: floats")
        .since(20).attributes("mode: string = linear")
        .since(22).types("T1: basic bfloat16; T2: floats bfloat16"),

    op("AffineGrid", "Makes the grid of positions of an affine transform, for GridSample.")
        .since(20).inputs("theta: T1, size: T2").outputs("grid: T1").attributes("align_corners: int = 0")
            .types("T1: floats bfloat16; T2: int64"),

    op("ImageDecoder", "Decodes an image file (JPEG, PNG ...) into pixels.")
        .since(20).inputs("encoded_stream: T1").outputs("image: T2").attributes("pixel_format: string = RGB").types("T1: uint8; T2: uint8"),

    op("Crop", "Cuts a border off an image. Experimental, withdrawn with opset 10.")
        .since(1).inputs("input: T").outputs("output: T").attributes("border: ints, scale: ints").types("T: floats"),
};

} // namespace

} // namespace model::ops
