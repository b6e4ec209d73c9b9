#include "tests/model/ops/shape_rows.h"

#include <QTest>

/// Changes of shape, with sizes that are expressions.
class TestReshape : public QObject {
    Q_OBJECT

private slots:
    void infersTypesAndShapes_data()
    {
        testing::addShapeRows({
            R"(Reshape-14(float[batch,seq,768], int64[4]={0,0,12,64}) -> float[batch,seq,12,64])",
            R"(Reshape-14(float[batch,seq,12,64], int64[3]={batch,seq,-1}) -> float[batch,seq,768])",
            R"(Reshape-14(float[batch,3,4], int64[2]={-1,12}) -> float[batch,12])",
            R"(Reshape-14(float[2,3], int64[2]={3,2}) -> float[3,2])",
            R"(Reshape-14(float[2,3], int64[2]={4,2}) -> error: the input has 6 elements)",
            R"(Reshape-14(float[2,3], int64[2]={9223372036854775807,9223372036854775807}) -> error: more than 2^63)",
            R"(Reshape-14(float[2,3], int64[2]={-1,-1}) -> error: -1 twice)",
            R"(Reshape-14(float[2,3], int64[3]={1,2,0}) -> error: does not have)",
            R"(Reshape-14(float[2,3], int64[n]) -> float)",
            R"(Reshape-14(float[2,3], int64[3]) -> float[?,?,?])",
            R"(Reshape-14(float[0,3], int64[2]={0,3}) {allowzero: 1} -> float[0,3])",
            R"(Reshape-14(float[0,3], int64[2]={0,-1}) -> error: -1 beside a size of 0)",
            R"(Reshape-14(float[0,3], int64[2]={-1,3}) -> float[0,3])",
            R"(Reshape-1(float[2,3]) {shape: 6} -> float[6])",
            R"(Flatten-13(float[batch,3,4]) -> float[batch,12])",
            R"(Flatten-13(float[2,3,4]) {axis: 0} -> float[1,24])",
            R"(Squeeze-13(float[1,3,1], int64[1]={0}) -> float[3,1])",
            R"(Squeeze-13(float[1,3,1]) -> float[3])",
            R"(Squeeze-11(float[1,3]) {axes: 1} -> error: only 1 can be squeezed)",
            R"(Unsqueeze-13(float[3,4], int64[2]={0,-1}) -> float[1,3,4,1])",
            R"(Unsqueeze-13(int64[]={seq}, int64[1]={0}) -> int64[1]={seq})",
            R"(Expand-13(float[1,3], int64[2]={batch,1}) -> float[batch,3])",
            R"(Expand-13(float[2,3], int64[1]={4}) -> error: cannot be expanded)",
            R"(Shape-15(float[batch,3,seq]) -> int64[3]={batch,3,seq})",
            R"(Shape-15(float[batch,3,seq]) {start: -2; end: 2} -> int64[1]={3})",
            R"(Size-13(float[batch,3]) -> int64[]={3*batch})",
            R"(Transpose-13(float[a,b,c]) -> float[c,b,a])",
            R"(Transpose-13(float[a,b,c]) {perm: 0 2 1} -> float[a,c,b])",
            R"(Transpose-13(float[a,b,c]) {perm: 0 1} -> error: names 2 axes)",
            R"(DepthToSpace-13(float[1,8,2,3]) {blocksize: 2} -> float[1,2,4,6])",
            R"(DepthToSpace-13(float[1,6,2,3]) {blocksize: 2} -> error: cannot be divided)",
            R"(SpaceToDepth-13(float[1,2,4,h]) {blocksize: 2} -> float[1,8,2,floor(h/2)])",
        });
    }
    void infersTypesAndShapes() { testing::checkShapeRow(); }
};

QTEST_GUILESS_MAIN(TestReshape)
#include "tst_reshape.moc"
