#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/run/run_settings.h"

#include <QDockWidget>
#include <QFile>
#include <QFrame>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

namespace {

namespace wire = testing::wire;

constexpr int floats = 1;

/// A Conv whose weight lies in a file that is not there.
std::string withoutWeights()
{
    return wire::model(wire::bytes(2, "g") + wire::nodeField("MatMul", { "x", "w" }, { "y" })
        + wire::initializerField(wire::tensor("w", floats, { 4, 4 },
            wire::externalFields("a-file-with-quite-a-long-name-that-is-not-there.bin", "0", "64")))
        + wire::inputField("x", wire::tensorType(floats, { 4, 4 }))
        + wire::outputField("y", wire::tensorType(floats, { 4, 4 })));
}

/// A node that reads what nothing makes: it opens, with an error.
std::string withAnError()
{
    return wire::model(wire::bytes(2, "g") + wire::nodeField("Relu", { "x", "nothing" }, { "y" })
        + wire::inputField("x", wire::tensorType(floats, { 4, 4 }))
        + wire::outputField("y", wire::tensorType(floats, { 4, 4 })));
}

} // namespace

/// Small screens and models that are not whole: what matters stays readable and reachable.
class TestNarrowWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString write(const char* name, const std::string& bytes)
    {
        const auto path = m_files.filePath(QString::fromLatin1(name));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
    }

    /// The docks and tool bars by the width that they cannot go below.
    static QString widestIn(const QMainWindow& window)
    {
        QStringList widths { QStringLiteral("%1x%2").arg(window.width()).arg(window.height()) };
        for (const auto* child : window.findChildren<QWidget*>()) {
            const int least = std::max(child->minimumWidth(), child->minimumSizeHint().width());
            if (child->isVisible() && least > 350)
                widths << QStringLiteral("%1 %2: %3")
                              .arg(QString::fromLatin1(child->metaObject()->className()),
                                  child->objectName())
                              .arg(least);
        }
        return widths.join(QStringLiteral(", "));
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void cleanup() { m_driven.reset(); }

    void aModelWithoutItsWeightsIsOfferedRandomOnes()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1024, 700));
        auto* document = m_driven->open(write("model.onnx", withoutWeights()));
        QVERIFY(document != nullptr);
        QVERIFY(!m_driven->child<QDockWidget>("problems")->isVisible());
        auto* banner = (*m_driven)->currentPage()->findChild<QFrame*>(QStringLiteral("banner"));
        QVERIFY(banner->isVisible());
        m_driven->shoot(QStringLiteral("weights-missing-1024"));
        QVERIFY2(banner->height() <= 9 * banner->fontMetrics().lineSpacing(),
            qPrintable(QString::number(banner->height())));
        QVERIFY2(canvas()->height() >= 350, qPrintable(QString::number(canvas()->height())));
        QVERIFY(!m_driven->action("run.profile")->isEnabled());
        auto* random = banner->findChild<QPushButton*>(QStringLiteral("bannerRandomWeights"));
        QVERIFY(random->isVisible());
        QTest::mouseClick(random, Qt::LeftButton);
        m_driven->settle();
        QVERIFY((*m_driven)->runs().settingsOf(document).randomWeights);
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        QVERIFY(!banner->isVisible());
        QVERIFY(m_driven->profile(document, 3));
    }

    void problemsLeaveTheRoomToThePicture()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1024, 700));
        QVERIFY(m_driven->open(write("wrong.onnx", withAnError())) != nullptr);
        const auto* problems = m_driven->child<QDockWidget>("problems");
        QVERIFY(problems->isVisible());
        m_driven->shoot(QStringLiteral("problems-1024"));
        QVERIFY2(problems->height() <= 700 / 4, qPrintable(QString::number(problems->height())));
        QVERIFY2(canvas()->height() >= 300, qPrintable(QString::number(canvas()->height())));
    }

    void aLongFailureIsReadToItsEnd()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1024, 700));
        const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:"
            + std::string(64, 'a') + "\nsize 123456789\n";
        m_driven->open(write("a-model-with-a-name-of-some-length.onnx", pointer));
        const auto* text = m_driven->child<QLabel>("failureText");
        QVERIFY(text != nullptr && text->isVisible());
        QVERIFY2(text->height() >= text->heightForWidth(text->width()),
            qPrintable(QStringLiteral("%1 of %2")
                           .arg(text->height())
                           .arg(text->heightForWidth(text->width()))));
        QVERIFY(text->width() >= 400);
        m_driven->shoot(QStringLiteral("failure-1024"));
    }

    void theWindowFitsASmallScreen_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024 by 700") << QSize(1024, 700);
        QTest::newRow("820 by 460") << QSize(820, 460);
    }
    void theWindowFitsASmallScreen()
    {
        QFETCH(QSize, size);
        m_driven = std::make_unique<DrivenWindow>(size);
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 3));
        m_driven->settle();
        m_driven->shoot(QStringLiteral("small-%1").arg(size.width()));
        QVERIFY2(m_driven->window().size() == size, qPrintable(widestIn(m_driven->window())));
        const auto* find = m_driven->child<QPushButton>("findField");
        QVERIFY(find->isVisible());
        const QRect place(find->mapTo(&m_driven->window(), QPoint()), find->size());
        QVERIFY(m_driven->window().rect().contains(place));
        QVERIFY(find->width() >= find->sizeHint().height());
    }

    void recentNamesAreRead()
    {
        {
            DrivenWindow first(QSize(1024, 700));
            QVERIFY(
                first.open(write("a-recent-model-of-28-signs.onnx", withoutWeights())) != nullptr);
        }
        m_driven = std::make_unique<DrivenWindow>(QSize(1024, 700));
        m_driven->settle();
        m_driven->shoot(QStringLiteral("welcome-1024"));
        int found = 0;
        for (const auto* label : m_driven->window().findChildren<ui::ElidedLabel*>()) {
            if (label->text() != QStringLiteral("a-recent-model-of-28-signs.onnx"))
                continue;
            ++found;
            QVERIFY2(label->width() >= label->sizeHint().width(),
                qPrintable(QString::number(label->width())));
        }
        QVERIFY(found > 0);
        QVERIFY(shownWords(m_driven->window()).contains(QStringLiteral("ONNX Runtime")));
    }

    void theFirstSampleComesWithHints()
    {
        m_driven = std::make_unique<DrivenWindow>(QSize(1024, 700));
        ui::settings::forget(QStringLiteral("hints/seen"));
        const auto hints = [&] {
            return (*m_driven)->currentPage()->findChild<QFrame*>(QStringLiteral("hints"));
        };
        m_driven->open(DrivenWindow::sample("residual-cnn"));
        if (ui::samplesFolder().isEmpty())
            QSKIP("the samples are not beside this program");
        QVERIFY(hints()->isVisible());
        QVERIFY(shownWords(*hints()).contains(QStringLiteral("Ctrl+F")));
        m_driven->shoot(QStringLiteral("hints"));
        auto* page = (*m_driven)->currentPage();
        const auto size = page->size();
        page->resize(size.width(), 200); // the little there is belongs to the graph
        QVERIFY(!hints()->isVisible());
        page->resize(size);
        QVERIFY(hints()->isVisible());
        hints()->findChild<QToolButton*>()->click(); // not again
        QVERIFY(!hints()->isVisible());
        m_driven->open(DrivenWindow::sample("control-flow"));
        QVERIFY(!hints()->isVisible());
    }

    void elementTypesHaveTheirNamesInTheInspectorToo()
    {
        m_driven = std::make_unique<DrivenWindow>();
        auto* document = m_driven->open(write("cast.onnx",
            wire::model(wire::bytes(2, "g")
                + wire::nodeField("Cast", { "x" }, { "y" }, wire::intAttribute("to", 10)) // FLOAT16
                + wire::inputField("x", wire::tensorType(floats, { 4, 4 }))
                + wire::outputField("y", wire::tensorType(10, { 4, 4 })))));
        QVERIFY(document != nullptr);
        document->selection()->select({ ui::SelectedItem::Kind::Node, 0 });
        m_driven->showPanel(QStringLiteral("inspector"));
        m_driven->settle();
        QStringList values;
        for (const auto* label :
            m_driven->panel(QStringLiteral("inspector"))->findChildren<ui::ElidedLabel*>())
            values << label->text();
        QVERIFY2(values.contains(QStringLiteral("fp16")), qPrintable(values.join(u'|')));
        QVERIFY2(!values.contains(QStringLiteral("10")), qPrintable(values.join(u'|')));
    }

    void longAttributesUnfold()
    {
        m_driven = std::make_unique<DrivenWindow>();
        std::string list = wire::bytes(1, "pads");
        for (int i = 0; i < 400; ++i)
            list += wire::number(8, 1000 + i);
        const auto attribute = wire::bytes(5, list + wire::number(20, 7)); // INTS
        auto* document = m_driven->open(write("long.onnx",
            wire::model(wire::bytes(2, "g")
                + wire::nodeField(
                    "Custom", { "x" }, { "y" }, attribute + wire::bytes(7, "com.example"))
                + wire::inputField("x", wire::tensorType(floats, { 4, 4 }))
                + wire::outputField("y", wire::tensorType(floats, { 4, 4 })))));
        QVERIFY(document != nullptr);
        document->selection()->select({ ui::SelectedItem::Kind::Node, 0 });
        m_driven->showPanel(QStringLiteral("inspector"));
        m_driven->settle();
        auto* whole = m_driven->child<QPlainTextEdit>("wholeAttribute");
        QVERIFY(whole != nullptr && !whole->isVisible());
        for (auto* label :
            m_driven->panel(QStringLiteral("inspector"))->findChildren<ui::ElidedLabel*>()) {
            if (label->isLink() && label->accessibleName().startsWith(QStringLiteral("pads:")))
                QTest::mouseClick(label, Qt::LeftButton);
        }
        QVERIFY(whole->isVisible());
        QVERIFY(whole->toPlainText().contains(QStringLiteral("1399")));
        m_driven->shoot(QStringLiteral("attribute-unfolded"));
    }
};

QTEST_MAIN(TestNarrowWindow)
#include "tst_narrow_window.moc"
