// Pooling: windows or whole planes reduced to one element.

#include "model/ops/schema_builder.h"

namespace model::ops {

namespace {

const RegisterOperators operators {
    op("MaxPool", "Largest element of each window; optionally also its position.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("auto_pad: string = NOTSET, kernel_shape: ints required, pads: ints, strides: ints").types("T: floats")
        .since(8).outputs("Y: T, Indices?: I").attributes("storage_order: int = 0").types("I: int64")
        .since(10).attributes("ceil_mode: int = 0, dilations: ints")
        .since(11)
        .since(12).types("T: floats int8 uint8")
        .since(22).types("T: floats bfloat16 int8 uint8"),

    op("AveragePool", "Average of each window.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("auto_pad: string = NOTSET, kernel_shape: ints required, pads: ints, strides: ints").types("T: floats")
        .since(7).attributes("count_include_pad: int = 0")
        .since(10).attributes("ceil_mode: int = 0")
        .since(11)
        .since(19).attributes("dilations: ints")
        .since(22).types("T: floats bfloat16"),

    op("LpPool", "p-norm of each window.")
        .since(1).inputs("X: T").outputs("Y: T")
            .attributes("auto_pad: string = NOTSET, kernel_shape: ints, p: float = 2, pads: ints, strides: ints").types("T: floats")
        .since(2).attributes("kernel_shape: ints required, p: int = 2")
        .since(11)
        .since(18).attributes("ceil_mode: int = 0, dilations: ints")
        .since(22).types("T: floats bfloat16"),

    op("GlobalMaxPool", "Largest element of each channel over all spatial axes.")
        .since(1).inputs("X: T").outputs("Y: T").types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("GlobalAveragePool", "Average of each channel over all spatial axes.")
        .since(1).inputs("X: T").outputs("Y: T").types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("GlobalLpPool", "p-norm of each channel over all spatial axes.")
        .since(1).inputs("X: T").outputs("Y: T").attributes("p: float = 2").types("T: floats")
        .since(2).attributes("p: int = 2")
        .since(22).types("T: floats bfloat16"),

    op("MaxUnpool", "Puts pooled values back to the positions that MaxPool recorded; zero elsewhere.")
        .since(9).inputs("X: T1, I: T2, output_shape?: T2").outputs("output: T1")
            .attributes("kernel_shape: ints required, pads: ints, strides: ints").types("T1: floats; T2: int64")
        .since(11)
        .since(22).types("T1: floats bfloat16"),

    op("MaxRoiPool", "Largest element in each cell of a grid laid over regions of interest.")
        .since(1).inputs("X: T, rois: T").outputs("Y: T").attributes("pooled_shape: ints required, spatial_scale: float = 1")
            .types("T: floats")
        .since(22).types("T: floats bfloat16"),

    op("RoiAlign", "Samples regions of interest at a fixed grid by bilinear interpolation, then averages or takes the maximum.")
        .since(10).inputs("X: T1, rois: T1, batch_indices: T2").outputs("Y: T1")
            .attributes("mode: string = avg, output_height: int = 1, output_width: int = 1, sampling_ratio: int = 0, spatial_scale: float = 1")
            .types("T1: floats; T2: int64")
        .since(16).attributes("coordinate_transformation_mode: string = half_pixel")
        .since(22).types("T1: floats bfloat16"),
};

} // namespace

} // namespace model::ops
