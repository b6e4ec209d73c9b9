#include "model/palette.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace model;

namespace {

/// WCAG 2.1, relative luminance.
double luminance(Rgb colour)
{
    const auto channel = [&](int shift) {
        const double value = ((colour >> shift) & 0xFF) / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

double contrast(Rgb a, Rgb b)
{
    const double one = luminance(a);
    const double two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

} // namespace

class TestPalette : public QObject {
    Q_OBJECT

private slots:
    void findsTheCategoryOfAnOperator_data()
    {
        QTest::addColumn<QString>("domain");
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("category");
        QTest::newRow("standard") << ""
                                  << "Conv" << static_cast<int>(Category::Convolution);
        QTest::newRow("domain written out") << "ai.onnx"
                                            << "MatMul" << static_cast<int>(Category::Matrix);
        QTest::newRow("contrib") << "com.microsoft"
                                 << "Attention" << static_cast<int>(Category::Attention);
        QTest::newRow("known name in another domain")
            << "com.example"
            << "Relu" << static_cast<int>(Category::Activation);
        QTest::newRow("unknown") << "com.example"
                                 << "DeformAttn" << static_cast<int>(Category::Custom);
    }
    void findsTheCategoryOfAnOperator()
    {
        QFETCH(QString, domain);
        QFETCH(QString, type);
        QTEST(static_cast<int>(
                  Palette::instance().category(domain.toStdString(), type.toStdString())),
            "category");
    }

    void everyCategoryCanBeRead()
    {
        const auto& palette = Palette::instance();
        for (const auto theme : { ThemeKind::Light, ThemeKind::Dark }) {
            for (std::size_t i = 0; i < categoryCount; ++i) {
                const auto category = static_cast<Category>(i);
                const auto& colours = palette.colours(category, theme);
                QVERIFY(!palette.name(category).empty());
                QVERIFY(!palette.code(category).empty());
                QVERIFY2(contrast(colours.onSolid, colours.solid) >= 4.5,
                    std::string(palette.name(category)).c_str());
                QVERIFY2(contrast(colours.ink, colours.tint) >= 4.5,
                    std::string(palette.name(category)).c_str());
            }
        }
    }

    void aWrongTokenNameIsLoud()
    {
        QCOMPARE(Palette::instance().colour(ThemeKind::Light, "noSuchToken"), Rgb(0xFF00FF));
    }

    void rampsRunFromEndToEnd()
    {
        const auto& palette = Palette::instance();
        const auto stops = palette.heat(ThemeKind::Light, "time");
        QVERIFY(stops.size() > 2);
        QCOMPARE(palette.heatAt(ThemeKind::Light, "time", -1).fill, stops.front().fill);
        QCOMPARE(palette.heatAt(ThemeKind::Light, "time", 2).fill, stops.back().fill);
        QCOMPARE(palette.heatAt(ThemeKind::Light, "time", stops[1].at).fill, stops[1].fill);
    }

    void writesColoursInHex()
    {
        QCOMPARE(QString::fromStdString(hex(0x1C429F)), QString("#1C429F"));
    }
};

QTEST_GUILESS_MAIN(TestPalette)
#include "tst_palette.moc"
