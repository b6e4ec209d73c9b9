#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Norms and softmax: parameters' sizes, extra outputs.
class TestNormalization : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(BatchNormalization-15(float[2,3,4,4], float[3], float[3], float[3], float[3]) -> float[2,3,4,4])",
            R"(BatchNormalization-15(float[2,3,4,4], float[3], float[3,1], float[3], float[3]) -> error: has rank 2)",
            R"(BatchNormalization-15(float[2,3,4,4], float[3], float[4], float[3], float[3]) -> error: number of channels)",
            R"(LayerNormalization-17(float[b,s,8], float[8], float[8]) * 3 -> float[b,s,8], float[b,s,1], float[b,s,1])",
            R"(LayerNormalization-17(float[b,s,8], float[7]) -> error: cannot be broadcast)",
            R"(GroupNormalization-21(float[1,6,2,2], float[6], float[6]) {num_groups: 4} -> error: does not divide)",
            R"(RMSNormalization-23(float[b,8], float[8]) -> float[b,8])",
            R"(InstanceNormalization-6(float[n,3,h,w], float[3], float[3]) -> float[n,3,h,w])",
            R"(Dropout-13(float[2,3]) * 2 -> float[2,3], bool[2,3])",
            R"(Dropout-7(float[2,3]) * 2 -> float[2,3], float[2,3])",
            R"(Softmax-13(float[2,3]) {axis: 2} -> error: axis 2 is outside of rank 2)",
            R"(Softmax-11(float[2,3]) {axis: 2} -> float[2,3])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestNormalization)
#include "tst_normalization.moc"
