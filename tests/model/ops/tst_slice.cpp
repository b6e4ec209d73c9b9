#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Cutting and joining.
class TestSlice : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Concat-13(float[2,3], float[2,seq]) {axis: 1} -> float[2,seq + 3])",
            R"(Concat-13(float[2,3], float[3,3]) {axis: 1} -> error: only axis 1 may differ)",
            R"(Concat-13(float[2,3], float[3]) {axis: 1} -> error: has rank 1)",
            R"(Concat-13(int64[1]={batch}, int64[2]={3,4}) {axis: 0} -> int64[3]={batch,3,4})",
            R"(Concat-13(int64[1], int64[1]={4}) {axis: 0} -> int64[2]={?,4})",
            R"(Concat-13(int64[1]={2}, int64[]={3}) {axis: 0} -> int64[2]={2,3})",
            R"(Split-13(float[6,2]) * 3 -> float[2,2], float[2,2], float[2,2])",
            R"(Split-13(float[6,2], int64[2]={4,2}) * 2 -> float[4,2], float[2,2])",
            R"(Split-13(float[6,2], int64[2]={4,3}) * 2 -> error: together 7)",
            R"(Split-13(float[7,2]) * 2 -> error: equal parts)",
            R"(Split-18(float[7,2]) * 2 {num_outputs: 2} -> float[4,2], float[3,2])",
            R"(Split-13(int64[2]={a,b}) * 2 -> int64[1]={a}, int64[1]={b})",
            R"(Slice-13(float[10,20], int64[1]={2}, int64[1]={8}, int64[1]={1}) -> float[10,6])",
            R"(Slice-13(float[10], int64[1]={-3}, int64[1]={9223372036854775807}) -> float[3])",
            R"(Slice-13(float[10], int64[1]={9}, int64[1]={-11}, int64[1]={0}, int64[1]={-2}) -> float[5])",
            R"(Slice-13(float[10], int64[1]={-20}, int64[1]={-30}, int64[1]={0}, int64[1]={-1}) -> float[1])",
            R"(Slice-1(float[3]) {starts: 3; ends: 5; axes: } -> float[0])",
            R"(Slice-13(float[seq], int64[1]={-1}, int64[1]={9223372036854775807}) -> float[1])",
            R"(Slice-13(float[seq], int64[1]={0}, int64[1]={-1}) -> float[seq - 1])",
            R"(Slice-13(float[1024], int64[1]={0}, int64[1]={seq}) -> float[seq])",
            R"(Slice-13(float[seq], int64[1]={0}, int64[1]={5}) -> float[min(seq, 5)])",
            R"(Slice-13(float[10], int64[1], int64[1]={5}) -> float[?])",
            R"(Slice-13(int64[4]={a,b,c,d}, int64[1]={1}, int64[1]={3}) -> int64[2]={b,c})",
            R"(Slice-13(float[4], int64[1]={0}, int64[1]={2}, int64[1]={0}, int64[1]={0}) -> error: step)",
            R"(Slice-1(float[10,20]) {starts: 1; ends: 4; axes: 0} -> float[3,20])",
            R"(Tile-13(float[2,seq], int64[2]={3,2}) -> float[6,2*seq])",
            R"(NonZero-13(float[2,3]) -> int64[2,NonZero_count])",
            R"(Compress-11(float[2,3], bool[3]) {axis: 1} -> float[2,Compress_count])",
            R"(Unique-11(float[4]) * 2 -> float[Unique_count], int64[Unique_count])",
            R"(Trilu-14(float[3]) -> error: at least 2)",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestSlice)
#include "tst_slice.moc"
