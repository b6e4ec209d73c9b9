#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Padding and resampling, in the forms of all versions.
class TestPadResize : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Pad-13(float[2,3], int64[4]={0,1,0,2}) -> float[2,6])",
            R"(Pad-13(float[2,3], int64[4]) -> float[?,?])",
            R"(Pad-13(float[2,3], int64[3]={0,1,0}) -> error: expected two per axis)",
            R"(Pad-13(float[2,3], int64[4]={0,3,0,0}) {mode: reflect} -> error: which has only 3)",
            R"(Pad-2(float[2,w]) {pads: 1 1 1 1} -> float[4,w + 2])",
            R"(Pad-18(float[2,3], int64[2]={1,1}, -, int64[1]={1}) -> float[2,5])",
            R"(Resize-13(float[1,3,h,10], -, float[4]={1,1,2,0.5}) -> float[1,3,2*h,5])",
            R"(Resize-13(float[1,3,8,10], -, -, int64[4]={1,3,h,w}) -> float[1,3,h,w])",
            R"(Resize-10(float[1,3,h,8], float[4]={1,1,0.5,2}) -> float[1,3,floor(h/2),16])",
            R"(Resize-18(float[1,3,8,16], -, -, int64[2]={4,4}) {axes: 2 3; keep_aspect_ratio_policy: not_larger} -> float[1,3,2,4])",
            R"(Resize-18(float[8,16], -, -, int64[2]={4,4}) {keep_aspect_ratio_policy: smaller} -> error: not_smaller)",
            R"(Resize-13(float[1,3], -, float[3]={1,1,2}) -> error: 3 scales for 2 axes)",
            R"(Upsample-7(float[1,3,8,8]) {scales: 1 1 2 2} -> float[1,3,16,16])",
            R"(Upsample-9(float[1,3,8,8], float[4]={1,1,2,2}) -> float[1,3,16,16])",
            R"(GridSample-16(float[1,3,8,8], float[1,5,6,2]) -> float[1,3,5,6])",
            R"(GridSample-16(float[1,1,3,2,2], float[1,2,4,2]) -> error: has rank 4)",
            R"(AffineGrid-20(float[1,2,3], int64[4]={1,3,5,6}) -> float[1,5,6,2])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestPadResize)
#include "tst_pad_resize.moc"
