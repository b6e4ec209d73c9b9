#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Elementwise operators, comparisons and selection: broadcasting and the arithmetic of shapes.
class TestElementwise : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Relu-14(float[batch,3]) -> float[batch,3])",
            R"(Relu-14(float) -> float)",
            R"(Not-1(bool[2]={1,0}) -> bool[2]={0,1})",
            R"(Neg-13(int64[2]={seq,3}) -> int64[2]={-seq,-3})",
            R"(Floor-13(float[1]={2.7}) -> float[1]={2})",
            R"(Add-14(float[2,1], float[3]) -> float[2,3])",
            R"(Add-14(float[batch,1], float[1,seq]) -> float[batch,seq])",
            R"(Add-14(float[a], float[b]) -> float[?])",
            R"(Add-14(float[a], float[a]) -> float[a])",
            R"(Add-14(float[2], float[3]) -> error: cannot be broadcast)",
            R"(Add-14(int64[]={seq}, int64[]={1}) -> int64[]={seq + 1})",
            R"(Add-1(float[2,3], float[2,4]) -> error: like the first input)",
            R"(Add-1(float[2,3], float[3]) {broadcast: 1} -> float[2,3])",
            R"(Sub-14(int64[]={seq}, int64[]={seq}) -> int64[]={0})",
            R"(Mul-14(int64[2]={batch,3}, int64[]={2}) -> int64[2]={2*batch,6})",
            R"(Div-14(int64[]={-7}, int64[]={2}) -> int64[]={-3})",
            R"(Div-14(int64[]={seq}, int64[]={2}) -> int64[]={floor(seq/2)})",
            R"(Div-14(int64[]={7}, int64[]={0}) -> int64[]={?})",
            R"(Mod-13(int64[]={-7}, int64[]={3}) -> int64[]={2})",
            R"(Max-13(float[2,1], float[1,3], float[4,1,1]) -> float[4,2,3])",
            R"(Min-13(int64[]={seq}, int64[]={9223372036854775807}) -> int64[]={seq})",
            R"(PRelu-16(float[2,3,4], float[3,1]) -> float[2,3,4])",
            R"(PRelu-16(float[2,3], float[4]) -> error: cannot be broadcast)",
            R"(Clip-13(float[2]) -> float[2])",
            R"(Equal-13(int64[2]={seq,3}, int64[2]={-1,3}) -> bool[2]={0,1})",
            R"(Greater-13(float[2,1], float[3]) -> bool[2,3])",
            R"(Less-13(int64[]={seq}, int64[]={seq}) -> bool[]={0})",
            R"(Where-16(bool[2]={1,0}, int64[2]={seq,1}, int64[2]={5,6}) -> int64[2]={seq,6})",
            R"(Where-16(bool[2,1], float[3], float[]) -> float[2,3])",
            R"(SwiGLU-28(float[2,3], float[2,4]) -> error: that of the gate)",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestElementwise)
#include "tst_elementwise.moc"
