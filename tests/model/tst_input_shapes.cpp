#include <QTest>

#include "model/inference/input_shapes.h"
#include "model/model.h"
#include "tests/support/graph_text.h"

using namespace model;

/// Shapes that a person gives to inputs whose model leaves them open.
class TestInputShapes : public QObject {
    Q_OBJECT

private slots:
    void readsText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("result");
        QTest::newRow("sizes") << "1x8x64"
                               << "1×8×64";
        QTest::newRow("as they are shown") << "1×8×64"
                                           << "1×8×64";
        QTest::newRow("commas") << "1,8,64"
                                << "1×8×64";
        QTest::newRow("one size") << "7"
                                  << "7";
        QTest::newRow("zero") << "0x3"
                              << "0×3";
        QTest::newRow("scalar") << "scalar"
                                << "scalar";
        const QString advice = " is no shape, expected sizes from 0 up as 1x8x64, or scalar";
        for (const auto* text :
            { "", "x", "1x", "x1", "1xx2", "-1", "1x2.5", "batch", "1 2", "99999999999999999999" })
            QTest::newRow(text) << text << "\"" + QString(text) + "\"" + advice;
    }
    void readsText()
    {
        QFETCH(QString, text);
        QFETCH(QString, result);
        const auto shape = shapeFromText(text.toStdString());
        const auto found = shape ? shapeText(shapeOf(*shape)) : shape.error().message();
        QCOMPARE(QString::fromStdString(found), result);
    }

    void givesShapes_data()
    {
        QTest::addColumn<QString>("input");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("result");
        QTest::newRow("none declared") << "x: float"
                                       << "x"
                                       << "2×3 fp32";
        QTest::newRow("an unknown size") << "x: float[?,3]"
                                         << "x"
                                         << "2×3 fp32";
        QTest::newRow("another rank")
            << "x: float[2]"
            << "x"
            << "shape of input \"x\": rank 2 is given, the model declares 2";
        QTest::newRow("another size")
            << "x: float[2,4]"
            << "x"
            << "shape of input \"x\": size 3 is given for axis 1, the model declares 2×4";
        QTest::newRow("a named size") << "x: float[batch,3]"
                                      << "x"
                                      << "shape of input \"x\": axis 0 has the name \"batch\", "
                                         "whose size --dim batch=2 gives";
        QTest::newRow("no input") << "x: float"
                                  << "z"
                                  << "shape of input \"z\": the model has no such input; its "
                                     "inputs are \"x\"";
    }
    void givesShapes()
    {
        QFETCH(QString, input);
        QFETCH(QString, name);
        QFETCH(QString, result);
        const auto before
            = testing::modelFromGraphText((input + "\ny = Neg(x)\ny ->").toStdString());
        const auto after = withInputShapes(before, { { name.toStdString(), { 2, 3 } } });
        const auto found = after ? typeText((*after)->value((*after)->main().inputs.front()).type)
                                 : after.error().message();
        QCOMPARE(QString::fromStdString(found), result);
        QCOMPARE(typeText(before->value(before->main().inputs.front()).type),
            typeText(testing::modelFromGraphText((input + "\ny = Neg(x)\ny ->").toStdString())
                         ->value(ValueId(0u))
                         .type)); // the model itself stays as it was
    }

    void leavesAModelAloneWithoutShapes()
    {
        const auto model = testing::modelFromGraphText("x: float\ny = Neg(x)\ny ->");
        QCOMPARE(withInputShapes(model, {})->get(), model.get());
    }
};

QTEST_GUILESS_MAIN(TestInputShapes)
#include "tst_input_shapes.moc"
