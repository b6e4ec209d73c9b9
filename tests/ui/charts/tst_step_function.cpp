#include <QTest>

#include "ui/charts/step_function.h"

#include <QImage>
#include <QPainter>

/// Lines of what stays the same between changes.
class TestStepCourse : public QObject {
    Q_OBJECT

private:
    static QImage drawn(const ui::StepFunction& course)
    {
        QImage image(200, 100, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        ui::drawStepCourse(painter, course);
        return image;
    }
    static ui::StepFunction flat(int changes, double y)
    {
        ui::StepFunction course;
        for (int i = 0; i < changes; ++i)
            course.changes.emplace_back(200.0 * i / changes, y);
        course.end = 200;
        course.base = 100;
        course.plot = QRectF(0, 0, 200, 100);
        course.line = Qt::black;
        course.area = Qt::green;
        return course;
    }
    static bool isLine(const QImage& image, int x, int y) { return qGray(image.pixel(x, y)) < 90; }

private slots:
    void onePeakOfThousandsStaysVisible()
    {
        auto course = flat(20'000, 80);
        course.changes[10'050].setY(10); // a hundredth of a pixel wide
        const auto image = drawn(course);
        QVERIFY(isLine(image, 100, 11));
        QVERIFY(isLine(image, 100, 60)); // up to it and back
        QVERIFY(!isLine(image, 99, 11) && !isLine(image, 102, 11));
        for (const int x : { 3, 50, 99, 150, 198 })
            QVERIFY(isLine(image, x, 80));
        QCOMPARE(image.pixelColor(50, 95), QColor(Qt::green));
        QCOMPARE(image.pixelColor(50, 40), QColor(Qt::white));
    }

    void fewChangesAreSteps()
    {
        auto course = flat(2, 50);
        course.changes[1].setY(20);
        const auto image = drawn(course);
        QVERIFY(isLine(image, 50, 50) || isLine(image, 50, 49));
        QVERIFY(isLine(image, 150, 20) || isLine(image, 150, 19));
        QCOMPARE(image.pixelColor(50, 30), QColor(Qt::white));
        QCOMPARE(image.pixelColor(150, 30), QColor(Qt::green));
    }

    void nothingIsDrawnBesideThePlotOrBehindTheEnd()
    {
        for (const int changes : { 3, 5000 }) {
            auto course = flat(changes, 50);
            course.plot = QRectF(40, 0, 100, 100);
            for (auto& change : course.changes)
                change.setX(change.x() / 2);
            course.end = 100;
            const auto image = drawn(course);
            QCOMPARE(image.pixelColor(20, 80), QColor(Qt::white));
            QCOMPARE(image.pixelColor(70, 80), QColor(Qt::green));
            QCOMPARE(image.pixelColor(120, 80), QColor(Qt::white));
        }
    }

    void withoutChangesNothingIsDrawn()
    {
        QCOMPARE(drawn(flat(0, 50)).pixelColor(100, 80), QColor(Qt::white));
    }
};

QTEST_MAIN(TestStepCourse)
#include "tst_step_function.moc"
