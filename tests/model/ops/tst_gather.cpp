#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Reads and writes at computed positions.
class TestGather : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Gather-13(float[30000,768], int64[batch,seq]) -> float[batch,seq,768])",
            R"(Gather-13(float[2,3,4], int64[]) {axis: 1} -> float[2,4])",
            R"(Gather-13(int64[3]={batch,seq,5}, int64[]={1}) -> int64[]={seq})",
            R"(Gather-13(int64[3]={batch,seq,5}, int64[]={-1}) -> int64[]={5})",
            R"(Gather-13(int64[3]={1,2,3}, int64[]={3}) -> error: index 3 is outside)",
            R"(GatherElements-13(float[2,3], int64[2,1]) {axis: 1} -> float[2,1])",
            R"(GatherND-12(float[2,3,4], int64[5,2]) -> float[5,4])",
            R"(GatherND-12(float[2,3,4], int64[2,1]) {batch_dims: 1} -> float[2,4])",
            R"(GatherND-12(float[2], int64[5,2]) -> error: do not fit)",
            R"(ScatterND-16(float[4,5], int64[2,1], float[2,5]) -> float[4,5])",
            R"(ScatterND-16(float[4,5], int64[2,1], float[2,4]) -> error: expected 2×5)",
            R"(ScatterElements-16(float[4], int64[2], float[3]) -> error: that of the indices)",
            R"(OneHot-11(int64[2,3], int64[]={7}, float[2]) -> float[2,3,7])",
            R"(OneHot-11(int64[2,3], int64[]={7}, float[2]) {axis: 0} -> float[7,2,3])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestGather)
#include "tst_gather.moc"
