#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Convolutions and pools: windows, padding, groups.
class TestConvPool : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Conv-11(float[1,3,32,32], float[8,3,3,3]) -> float[1,8,30,30])",
            R"(Conv-11(float[1,3,32,32], float[8,3,3,3]) {pads: 1 1 1 1; strides: 2 2} -> float[1,8,16,16])",
            R"(Conv-11(float[1,3,32,32], float[8,3,3,3]) {auto_pad: SAME_UPPER; strides: 2 2} -> float[1,8,16,16])",
            R"(Conv-11(float[batch,3,h,w], float[8,3,3,3]) {pads: 1 1 1 1} -> float[batch,8,h,w])",
            R"(Conv-11(float[1,4,h], float[8,2,3]) {group: 2; dilations: 2} -> float[1,8,h - 4])",
            R"(Conv-11(float[1,3,h,32], float[8,3,3,3]) {strides: 2 2} -> float[1,8,floor((h - 3)/2) + 1,15])",
            R"(Conv-11(float, float[8,3,3,3]) -> float[?,8,?,?])",
            R"(Conv-11(float[2,3], float[8,3,3,3]) -> error: has rank 2)",
            R"(Conv-11(float[1,4,8,8], float[8,3,3,3]) -> error: expected 3)",
            R"(Conv-11(float[1,3,2,2], float[8,3,3,3]) -> error: does not fit)",
            R"(Conv-11(float[1,3,8,8], float[8,3,3,3]) {strides: 0 1} -> error: expected at least 1)",
            R"(Conv-11(float[1,3,8,8], float[8,3,3,3], float[7]) -> error: number of output channels)",
            R"(Conv-11(float[1,3,8,8], float[9,1,3,3]) {group: 0} -> error: 'group' is 0)",
            R"(ConvTranspose-11(float[1,4,3,3], float[4,2,3,3]) {strides: 2 2} -> float[1,2,7,7])",
            R"(ConvTranspose-11(float[1,4,3,3], float[4,2,3,3]) {strides: 2 2; output_padding: 1 1; pads: 1 1 1 1} -> float[1,2,6,6])",
            R"(ConvTranspose-11(float[1,4,3,3], float[4,2,3,3]) {output_shape: 10 10; strides: 3 3} -> float[1,2,10,10])",
            R"(ConvInteger-10(uint8[1,1,3,3], uint8[1,1,2,2]) -> int32[1,1,2,2])",
            R"(QLinearConv-10(uint8[1,1,7,7], float[], uint8[], uint8[1,1,1,1], float[], uint8[], float[], int8[]) -> int8[1,1,7,7])",
            R"(MaxPool-12(float[1,3,32,32]) * 2 {kernel_shape: 2 2; strides: 2 2} -> float[1,3,16,16], int64[1,3,16,16])",
            R"(MaxPool-12(float[1,1,4,4]) {kernel_shape: 3 3; strides: 2 2; ceil_mode: 1} -> float[1,1,2,2])",
            R"(MaxPool-12(float[1,1,2,2]) {kernel_shape: 1 1; strides: 2 2; ceil_mode: 1} -> float[1,1,1,1])",
            R"(AveragePool-11(float[n,3,h,w]) {kernel_shape: 3 3; pads: 1 1 1 1} -> float[n,3,h,w])",
            R"(GlobalAveragePool-1(float[n,512,h,w]) -> float[n,512,1,1])",
            R"(MaxUnpool-11(float[1,1,2,2], int64[1,1,2,2]) {kernel_shape: 2 2; strides: 2 2} -> float[1,1,4,4])",
            R"(RoiAlign-16(float[1,5,10,10], float[rois,4], int64[rois]) {output_height: 7; output_width: 6} -> float[rois,5,7,6])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestConvPool)
#include "tst_conv_pool.moc"
