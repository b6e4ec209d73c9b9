#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Reductions, positions, running sums and the largest k.
class TestReduce : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(ReduceSum-13(float[2,3,4], int64[1]={1}) -> float[2,1,4])",
            R"(ReduceSum-13(float[2,3,4]) -> float[1,1,1])",
            R"(ReduceSum-13(float[2,3,4], int64[1]) -> float[?,?,?])",
            R"(ReduceSum-13(float[2,3,4], int64[1]) {keepdims: 0} -> float[?,?])",
            R"(ReduceSum-13(float[2,3], int64[0]={}) {noop_with_empty_axes: 1} -> float[2,3])",
            R"(ReduceMean-11(float[b,3,4]) {axes: -1 1; keepdims: 0} -> float[b])",
            R"(ReduceMean-11(float[2,3]) {axes: 2} -> error: axis 2 is outside)",
            R"(ReduceMean-11(float[2,3]) {axes: 0 -2} -> error: named twice)",
            R"(ReduceProd-18(int64[3]={batch,2,3}) {keepdims: 0} -> int64[]={6*batch})",
            R"(ArgMax-13(float[2,3]) {axis: 1; keepdims: 0} -> int64[2])",
            R"(CumSum-14(float[2,3], int64[]={3}) -> error: axis 3)",
            R"(CumSum-14(float[2,3], int64[]={1}) -> float[2,3])",
            R"(TopK-11(float[2,9], int64[1]={4}) * 2 -> float[2,4], int64[2,4])",
            R"(TopK-1(float[2,9]) * 2 {k: 4; axis: 0} -> error: k is 4)",
            R"(TopK-11(float[2,9], int64[1]) * 2 -> float[2,TopK_k], int64[2,TopK_k])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestReduce)
#include "tst_reduce.moc"
