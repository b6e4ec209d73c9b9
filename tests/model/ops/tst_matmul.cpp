#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Matrix products and Einstein sums.
class TestMatmul : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(MatMul-13(float[2,3], float[3,4]) -> float[2,4])",
            R"(MatMul-13(float[batch,1,2,3], float[5,3,4]) -> float[batch,5,2,4])",
            R"(MatMul-13(float[3], float[3,4]) -> float[4])",
            R"(MatMul-13(float[3], float[3]) -> float[])",
            R"(MatMul-13(float[2,3], float[4,5]) -> error: has 4 rows)",
            R"(MatMul-13(float[], float[3]) -> error: at least 1)",
            R"(Gemm-13(float[2,3], float[3,4], float[4]) -> float[2,4])",
            R"(Gemm-13(float[3,2], float[4,3]) {transA: 1; transB: 1} -> float[2,4])",
            R"(Gemm-13(float[2,3], float[4,5]) -> error: inner size of A)",
            R"(Gemm-13(float[2,3], float[3,4], float[3]) -> error: cannot be broadcast)",
            R"(MatMulInteger-10(uint8[4,3], uint8[3,2], uint8[4]) -> int32[4,2])",
            R"(MatMulInteger-10(uint8[4,3], uint8[3,2], uint8[3]) -> error: one per row)",
            R"(Einsum-12(float[2,3,4], float[2,4,5]) {equation: bij,bjk->bik} -> float[2,3,5])",
            R"(Einsum-12(float[a,b]) {equation: ij->ji} -> float[b,a])",
            R"(Einsum-12(float[3,3]) {equation: ii} -> float[])",
            R"(Einsum-12(float[7,2,3], float[7,3,4]) {equation: ...ij,...jk->...ik} -> float[7,2,4])",
            R"(Einsum-12(float[2,3], float[3]) {equation: ij,j->i,j} -> error: equation)",
            R"(Einsum-12(float[2,3]) {equation: ij->k} -> error: no input has)",
            R"(Det-11(float[5,3,3]) -> float[5])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestMatmul)
#include "tst_matmul.moc"
