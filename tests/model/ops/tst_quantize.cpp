#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Quantisation, casts and made tensors.
class TestQuantize : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(QuantizeLinear-13(float[2,3], float[], uint8[]) -> uint8[2,3])",
            R"(QuantizeLinear-13(float[2,3], float[]) -> uint8[2,3])",
            R"(QuantizeLinear-21(float[2,3], float[]) {output_dtype: 21} -> uint4[2,3])",
            R"(QuantizeLinear-21(float[2,3], float[], int8[]) {output_dtype: 2} -> error: asks for uint8)",
            R"(QuantizeLinear-13(float[2,3], float[4], uint8[4]) -> error: one per element of axis 1)",
            R"(DequantizeLinear-13(int8[2,3], float[]) -> float[2,3])",
            R"(DequantizeLinear-19(int8[2,3], float16[]) -> float16[2,3])",
            R"(DynamicQuantizeLinear-11(float[2,3]) * 3 -> uint8[2,3], float[], uint8[])",
            R"(Cast-13(int64[2]={seq,3}) {to: 1} -> float[2]={seq,3})",
            R"(Cast-13(float[1]={2.7}) {to: 7} -> int64[1]={2})",
            R"(Cast-13(float[1]) {to: 99} -> error: is no element type)",
            R"(CastLike-15(float[2], float16[1]) -> float16[2])",
            R"(BitCast-26(float[2]) {to: 7} -> error: asks for 64)",
            R"(Range-11(int64[]={0}, int64[]={seq}, int64[]={1}) -> int64[seq])",
            R"(Range-11(int64[]={0}, int64[]={3}, int64[]={1}) -> int64[3]={0,1,2})",
            R"(Range-11(int64[], int64[], int64[]) -> int64[Range_count])",
            R"(Range-11(float[]={0}, float[]={1}, float[]={0.25}) -> float[4])",
            R"(ConstantOfShape-9(int64[2]={2,batch}) -> float[2,batch])",
            R"(ConstantOfShape-9(int64[1]={-2}) -> error: negative size)",
            R"(ConstantOfShape-9(int64[2]) -> float[?,?])",
            R"(EyeLike-9(float[2,3]) {dtype: 7} -> int64[2,3])",
            R"(RandomNormal-1() {shape: 2 3} -> float[2,3])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestQuantize)
#include "tst_quantize.moc"
