#include <QTest>

#include "ui/widgets/banner.h"

#include <QLabel>
#include <QPushButton>

/// A banner in views of every width.
class TestBanner : public QObject {
    Q_OBJECT

private slots:
    void nothingIsCut_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : { 260, 320, 420, 520, 640, 800, 1200 })
            QTest::newRow(qPrintable(QString::number(width))) << width;
    }
    void nothingIsCut()
    {
        QFETCH(int, width);
        QWidget parent;
        auto* banner = new ui::Banner("clock", "info", &parent);
        banner->showMessage(QStringLiteral("A recording was not saved"),
            QStringLiteral("50 runs of gpt2-past/model.onnx can be restored (23 Nov, 23:59)."),
            QStringLiteral("Restore"));
        for (const auto* text : { "Restore all", "Discard", "Show in folder" })
            banner->addButton(QString::fromLatin1(text));
        parent.resize(1400, 400);
        banner->setVisible(true);
        parent.show();
        for (const int each : { 1400, width, 1400, width }) { // it finds back
            banner->resize(each, 40);
            QTest::qWait(0);
            banner->resize(each, banner->heightForWidth(each));
            QTest::qWait(0);
        }
        for (const auto* button : banner->findChildren<QPushButton*>()) {
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            const QRect place(button->mapTo(banner, QPoint()), button->size());
            QVERIFY2(banner->rect().contains(place), qPrintable(button->text()));
            for (const auto* label : banner->findChildren<QLabel*>()) {
                const QRect words(label->mapTo(banner, QPoint()), label->size());
                QVERIFY2(!words.intersects(place), qPrintable(button->text() + label->text()));
            }
        }
        const auto* lead = banner->findChild<QLabel*>();
        QVERIFY(lead->width() >= lead->sizeHint().width());
    }
};

QTEST_MAIN(TestBanner)
#include "tst_banner.moc"
