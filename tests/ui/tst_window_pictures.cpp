#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"

#include "layout/scene/scene.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

namespace {

QString data(const char* path)
{
    return QString::fromStdString((testing::dataDir() / path).string());
}

/// Texts of visible labels and buttons that do not fit into their widget.
QStringList cutTexts(const QWidget& window)
{
    QStringList cut;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty())
            continue;
        QString text;
        int needed = 0;
        if (const auto* label = qobject_cast<const QLabel*>(widget);
            label != nullptr && !label->wordWrap()) {
            text = label->text();
            needed = label->sizeHint().width();
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            text = button->text();
            needed = button->sizeHint().width();
        }
        if (!text.isEmpty() && widget->width() < needed)
            cut += QStringLiteral("\"%1\" has %2 of %3 pixels")
                       .arg(text)
                       .arg(widget->width())
                       .arg(needed);
    }
    return cut;
}

} // namespace

/// The pictures that people compare with the design: welcome, a selected node, after a run,
/// problems; in both themes, at the pixel ratio of the platform (QT_SCALE_FACTOR=2 for the sharp
/// ones). What a test can judge is asserted: texts fit, nothing jumps.
class TestWindowPictures : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::MainWindow* m_window = nullptr; // what it drives

    void settle()
    {
        m_driven->settle();
        QTest::qWait(400); // the view moves to what was chosen
    }

    void save(const QString& name)
    {
        m_driven->shoot(name);
        const auto cut = cutTexts(*m_window);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(u'\n')));
    }

    static bool saveGrab(QWidget& widget, const QString& name)
    {
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        bool isSaved = QDir().mkpath(folder);
        for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
            ui::Theme::instance().choose(theme);
            isSaved = widget.grab().save(folder + u'/' + name
                          + (theme == ui::Theme::Choice::Dark ? QStringLiteral("-dark.png")
                                                              : QStringLiteral("-light.png")))
                && isSaved;
        }
        return isSaved;
    }

    ui::Document* openSqueezenet()
    {
        const auto path = data("models/squeezenet-coreml-opset7/model.onnx");
        return m_window->openFile(
            QFile::exists(path) ? path : DrivenWindow::sample("residual-cnn"));
    }

    /// The place of a node of this type in the graph, after its first quarter: something stands
    /// around it.
    static model::NodeId someNode(const ui::Document& document, std::string_view type)
    {
        const auto& nodes = document.model()->nodes;
        for (auto i = nodes.size() / 4; i < nodes.size(); ++i) {
            if (nodes[i].type == type)
                return model::NodeId(i);
        }
        return model::NodeId(0U);
    }

    ui::CanvasView* canvas() const
    {
        return qobject_cast<ui::GraphView*>(m_window->currentPage()->view())->canvas();
    }

    void profile(ui::Document* document)
    {
        QVERIFY2(m_driven->profile(document, 30), qPrintable(m_window->runs().progress().failure));
        settle();
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }

    void init()
    {
        ui::Theme::instance().choose(ui::Theme::Choice::Light);
        m_driven = std::make_unique<DrivenWindow>(QSize(1440, 900));
        m_window = &m_driven->window();
    }
    void cleanup() { m_driven.reset(); }

    void aSelectedNode()
    {
        auto* document = openSqueezenet();
        settle();
        document->reveal(someNode(*document, "Concat"));
        settle();
        save(QStringLiteral("bar6-selected"));
    }

    void afterARun()
    {
        auto* document = openSqueezenet();
        settle();
        profile(document);
        document->reveal(someNode(*document, "Conv"));
        settle();
        save(QStringLiteral("bar6-profiled"));
        m_window->actions().action(QStringLiteral("view.colourTime"))->trigger();
        settle();
        save(QStringLiteral("bar6-profiled-time"));
    }

    void theCommandPalette()
    {
        openSqueezenet();
        settle();
        bool isSaved = false;
        QTimer::singleShot(100, this, [&] {
            auto* palette = QApplication::activeModalWidget();
            QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("ex"));
            isSaved = saveGrab(*palette, QStringLiteral("commands"));
            palette->close();
        });
        m_window->actions().action(QStringLiteral("help.commands"))->trigger();
        QVERIFY(isSaved);
    }

    void thePreferences()
    {
        ui::settings::allowFolder(
            QStringLiteral("/models/decoder/model.onnx"), QStringLiteral("/weights/decoder"));
        ui::PreferencesDialog preferences;
        preferences.show();
        QVERIFY(saveGrab(preferences, QStringLiteral("preferences")));
        ui::settings::forgetPermission(QStringLiteral("/models/decoder/model.onnx"));
    }

    void problemsOfAMalformedFile()
    {
        const auto path = data("malformed/trt-bad_graph_with_multi_level_errors.onnx");
        if (!QFile::exists(path))
            QSKIP("the malformed files are not in the test data");
        auto* document = m_window->openFile(path);
        settle();
        m_driven->showPanel(QStringLiteral("problems"));
        settle();
        QVERIFY(!document->problems().empty());
        save(QStringLiteral("bar6-problems"));
    }

    void aFileThatCannotBeOpened()
    {
        const auto path = data("malformed/html-page-selfie_segmentation.onnx");
        if (!QFile::exists(path))
            QSKIP("the malformed files are not in the test data");
        auto* document = m_window->openFile(path);
        settle();
        QCOMPARE(document->state(), ui::Document::State::Failed);
        save(QStringLiteral("bar6-unreadable"));
    }

    /// Last: by now there are recent files of all kinds.
    void welcome()
    {
        ui::settings::rememberFile({ QStringLiteral("/mnt/share/export/detector.onnx"),
            QDateTime::currentDateTime().addDays(-9), 612, 43'000'000, {},
            QStringLiteral("CCEGGD") });
        m_window->openFile(DrivenWindow::sample("tiny-decoder"));
        settle();
        m_window->actions().action(QStringLiteral("file.close"))->trigger();
        QTRY_VERIFY(m_window->currentDocument() == nullptr);
        QTest::qWait(100);
        save(QStringLiteral("bar6-welcome"));
    }
};

QTEST_MAIN(TestWindowPictures)
#include "tst_window_pictures.moc"
