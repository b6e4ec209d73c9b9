#include "layout/card/measures.h"
#include "tests/support/graph_text.h"

#include <QTest>

#include <cmath>

class TestMeasures : public QObject {
    Q_OBJECT

private slots:
    void countsParametersOfEveryReader()
    {
        const auto model = testing::modelFromGraphText(R"(
x: float[2]
w: float[2] = {1,2}
a = Add(x, w)
b = Mul(a, w)
c = Relu(b)
c ->
)");
        QCOMPARE(layout::parametersByNode(*model), (std::vector<double> { 2, 2, 0 }));
        const auto overlay = layout::parametersOverlay(*model);
        QVERIFY(std::isnan(overlay.values[2])); // none is not the low end
    }

    void knowsWorkAndTraffic()
    {
        const auto model = testing::modelFromGraphText("x: float[4,4]\ny = MatMul(x, x)\ny ->\n");
        const auto analysis = model::analyse(model);
        QCOMPARE(layout::flopsOverlay(*analysis).values.front(), 2.0 * 4 * 4 * 4);
        QVERIFY(layout::bytesOverlay(*analysis).values.front() > 0);
    }
};

QTEST_GUILESS_MAIN(TestMeasures)
#include "tst_measures.moc"
