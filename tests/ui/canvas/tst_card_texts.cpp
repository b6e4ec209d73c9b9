#include <QTest>

#include "layout/build_drawing.h"
#include "layout/layout_engine.h"
#include "tests/support/graph_text.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/painting/canvas_style.h"
#include "ui/canvas/painting/card_cache.h"
#include "ui/canvas/painting/font_measurer.h"

#include <algorithm>

using namespace ui;

namespace {

CanvasContent contentOf(std::string_view text)
{
    CanvasContent content;
    content.model = testing::modelFromGraphText(text);
    const auto drawing = layout::buildDrawing(
        *content.model, nullptr, layout::Level { content.model->main().id }, {}, *fontMeasurer());
    auto scene = layout::layered(drawing);
    content.scene = std::make_shared<const layout::Scene>(*std::move(scene));
    return content;
}

/// Heights of the pieces of text in the middle of a picture, from top to bottom: rows of pixels of
/// which some differ from the ground.
QList<int> linesIn(const QImage& picture)
{
    const auto ground = picture.pixel(picture.width() / 2, 1);
    QList<int> lines;
    int high = 0;
    for (int y = 1; y < picture.height(); ++y) {
        bool isInk = false;
        for (int x = picture.width() / 4; x < picture.width() * 3 / 4 && !isInk; ++x)
            isInk = picture.pixel(x, y) != ground;
        if (!isInk && high > 0)
            lines << std::exchange(high, 0);
        else
            high += isInk;
    }
    return lines;
}

} // namespace

/// Texts on cards do not run into each other.
class TestCardTexts : public QObject {
    Q_OBJECT

private slots:
    void badgesLeaveTheTypeItsRoom_data()
    {
        QTest::addColumn<QString>("type");
        for (const auto* type :
            { "Relu", "ConvTranspose", "BatchNormalization", "SomethingOfAStrangerWithALongName" })
            QTest::newRow(type) << QString::fromLatin1(type);
    }
    void badgesLeaveTheTypeItsRoom()
    {
        QFETCH(QString, type);
        auto content = contentOf("x: float[1]\ny = " + type.toStdString() + "(x)\ny ->");
        const auto plain = CardCache(content, model::ThemeKind::Light).card(boxOf(content)).title;
        auto badges = std::make_shared<layout::Badges>();
        (*badges)[0] = { { "NOT SUPPORTED", layout::Badge::Tone::Warning },
            { "3 ERRORS", layout::Badge::Tone::Error }, { "NOTE", layout::Badge::Tone::Plain } };
        content.badges = badges;
        const auto card = CardCache(content, model::ThemeKind::Light).card(boxOf(content));
        QVERIFY(!card.badges.empty());
        float taken = fontMeasurer()->width(layout::TextRole::Title, card.title.toStdString());
        for (const auto& badge : card.badges)
            taken += badge.width + layout::badgeGap;
        const float room
            = content.scene->boxes[boxOf(content)].width - 2 * layout::CardMetrics::side;
        QVERIFY2(taken <= room + layout::badgeGap + 1,
            qPrintable(QStringLiteral("%1 of %2").arg(taken).arg(room)));
        // Only a sign for a badge is worth letters of a type that fills its card.
        const float letters = fontMeasurer()->width(layout::TextRole::Title, plain.toStdString());
        if (letters + 40 <= room)
            QCOMPARE(card.title, plain);
    }

    void namesOfInputsAreNotOverprinted_data()
    {
        QTest::addColumn<double>("zoom");
        for (const double zoom : { 0.56, 0.6, 0.65, 0.75, 0.9, 1.0, 1.5 })
            QTest::addRow("%.0f %%", 100 * zoom) << zoom;
    }
    void namesOfInputsAreNotOverprinted()
    {
        QFETCH(double, zoom);
        const auto content = contentOf("data: float[1,3,224,224]\ny = Relu(data)\ny ->");
        CanvasView canvas;
        canvas.resize(900, 700);
        canvas.setContent(content, CanvasView::Arrival::Fresh);
        canvas.show();
        QVERIFY(QTest::qWaitForWindowExposed(&canvas));
        const auto& items = content.scene->items;
        const auto found
            = std::ranges::find(items, layout::ItemKind::GraphInput, &layout::Item::kind);
        const auto box = static_cast<std::uint32_t>(found - items.begin());
        canvas.setView(centredOn(zoomedAt(canvas.view(), zoom / canvas.view().zoom, {}),
            { double(content.scene->boxes[box].centre().x),
                double(content.scene->boxes[box].centre().y) }));
        QTRY_VERIFY(canvas.isSettled());
        const auto pill = canvas.boxRect(box).adjusted(2, 2, -2, -2).toRect();
        const auto lines = linesIn(canvas.grab(pill).toImage());
        QVERIFY(!lines.isEmpty() && lines.size() <= 2);
        const double letters = std::max(12.0 * zoom, 8.0); // of the larger face, with descenders
        for (const int high : lines)
            QVERIFY2(high <= letters * 1.4 + 2,
                qPrintable(QStringLiteral("%1 pixels at a face of %2").arg(high).arg(letters)));
        if (zoom >= 0.75)
            QCOMPARE(lines.size(), 2);
    }

private:
    static std::uint32_t boxOf(const CanvasContent& content)
    {
        return content.scene->find(content.model->main().nodes.front());
    }
};

QTEST_MAIN(TestCardTexts)
#include "tst_card_texts.moc"
