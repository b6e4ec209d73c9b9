#include <QTest>

#include "layout/scene/scene.h"
#include "tests/support/ui/busy_probe.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/pages/document_page.h"
#include "ui/window/actions.h"

#include <QAccessible>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

namespace {

namespace wire = testing::wire;
constexpr int floats = 1;
constexpr std::uint32_t nodeName = 3;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double longestFreeze = 2000;
#else
// ms. The walkthrough asks for 100 of the release build; tests are optimised less, and 120 were
// seen on a slow machine.
constexpr double longestFreeze = 300;
#endif

std::string input() { return wire::inputField("x", wire::tensorType(floats, { 2, 2 })); }

std::string chain(int length)
{
    std::string graph = wire::bytes(2, "chain") + input();
    std::string last = "x";
    for (int i = 0; i < length; ++i) {
        const auto next = "v" + std::to_string(i);
        graph += wire::nodeField("Relu", { last }, { next });
        last = next;
    }
    return wire::model(graph + wire::outputField(last, wire::tensorType(floats, { 2, 2 })));
}

/// A model that somebody else made: markup, signs that turn the direction of writing, and ten
/// million characters in its names.
std::string strangeNames()
{
    const std::string longName(10'000'000, 'n');
    const std::string markup = "<b>bold</b><img src=x onerror=y>";
    const std::string bidi = "abc\u202egnp.exe\u2067";
    return wire::model(wire::bytes(2, markup)
        + wire::nodeField("Relu", { "x" }, { longName }, wire::bytes(nodeName, markup))
        + wire::nodeField("Relu", { longName }, { bidi }, wire::bytes(nodeName, longName))
        + wire::nodeField("Relu", { bidi }, { "y" }, wire::bytes(nodeName, bidi)) + input()
        + wire::outputField("y", wire::tensorType(floats, { 2, 2 })));
}

bool isPlain(const QString& text)
{
    return std::ranges::none_of(text, [](QChar sign) {
        return (sign.category() == QChar::Other_Control && sign != u'\n') || sign == QChar(0x202e)
            || sign == QChar(0x2067);
    });
}

} // namespace

/// Walkthrough 12: a stranger's model opens as text, and the window answers all the while.
class TestStrangerModel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    QString write(const char* name, const std::string& bytes)
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly)
            || file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
            return {};
        return file.fileName();
    }

    ui::CanvasView* canvas() { return (*m_driven)->findChild<ui::CanvasView*>(); }

private slots:
    void initTestCase() { ui::settings::useFolder(m_settings.path()); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void aChainOfAHundredThousandDoesNotFreezeTheWindow()
    {
        const auto path = write("chain.onnx", chain(100'000));
        QVERIFY(!path.isEmpty());
        const BusyProbe probe;
        auto* document = m_driven->open(path);
        QVERIFY(document != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(
            canvas() != nullptr && !canvas()->content().isEmpty(), DrivenWindow::patience);
        m_driven->settle();
        const double opening = probe.longestMs();
        const auto last = document->model()->main().nodes.back();
        document->reveal(last);
        m_driven->settle();
        for (const auto* id : { "view.fit", "view.fitSelection", "edit.selectProducers" }) {
            (*m_driven)->actions().action(QString::fromLatin1(id))->trigger();
            m_driven->settle();
        }
        QCOMPARE(document->selection()->items().size(), qsizetype(100'000));
        QVERIFY2(probe.longestMs() < longestFreeze,
            qPrintable(QStringLiteral("%1 ms while opening, %2 ms in all")
                           .arg(opening)
                           .arg(probe.longestMs())));
    }

    void namesOfAnyKindAreTextAndDoNotFreezeTheWindow()
    {
        const auto path = write("strange.onnx", strangeNames());
        QVERIFY(!path.isEmpty());
        const BusyProbe probe;
        auto* document = m_driven->open(path);
        QVERIFY(document != nullptr && document->state() == ui::Document::State::Ready);
        for (std::uint32_t node = 0; node < 3; ++node) {
            document->reveal(model::NodeId(node));
            m_driven->settle();
            for (const auto* label : (*m_driven)->findChildren<QLabel*>()) {
                if (label->isVisible() && !label->text().isEmpty())
                    QVERIFY2(isPlain(label->text()), qPrintable(label->text().left(200)));
            }
            for (const auto* line : (*m_driven)->findChildren<ui::ElidedLabel*>())
                QVERIFY2(isPlain(line->text()), qPrintable(line->text().left(200)));
            const auto box = canvas()->content().scene->find(model::NodeId(node));
            QVERIFY(isPlain(canvas()->boxName(box)));
            QVERIFY(canvas()->boxName(box).size() < 1000);
        }
        QVERIFY2(probe.longestMs() < longestFreeze,
            qPrintable(QStringLiteral("%1 ms").arg(probe.longestMs())));
    }
};

QTEST_MAIN(TestStrangerModel)
#include "tst_stranger_model.moc"
