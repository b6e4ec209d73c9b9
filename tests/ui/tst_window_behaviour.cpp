#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"

#include "layout/scene/scene.h"
#include "profiler/tables/profile.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/explorer/explorer_model.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/run_strip.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/status_jobs.h"
#include "ui/window/window_style.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QUrl>
#include <QWheelEvent>

using ui::SelectedItem;

namespace {

namespace wire = testing::wire;

constexpr int floatElements = 1;

QString write(const QTemporaryDir& folder, const QString& name, const std::string& bytes)
{
    const auto path = folder.filePath(name);
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
    return path;
}

std::string nodeNamed(std::string_view name, std::string_view type,
    const std::vector<std::string>& inputs, const std::vector<std::string>& outputs)
{
    constexpr std::uint32_t nodeName = 3;
    return wire::nodeField(type, inputs, outputs, wire::bytes(nodeName, name));
}

SelectedItem itemOf(model::NodeId node) { return { SelectedItem::Kind::Node, node.value() }; }

} // namespace

/// What the window does with what people do to it, beyond single panels.
class TestWindowBehaviour : public QObject {
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

    ui::Document* open(const QString& path)
    {
        auto* document = m_driven->open(path);
        settle();
        return document;
    }

    ui::CanvasView* canvas() const
    {
        return qobject_cast<ui::GraphView*>(m_window->currentPage()->view())->canvas();
    }
    QRectF placeOf(model::NodeId node) const
    {
        return canvas()->boxRect(canvas()->content().scene->find(node));
    }
    QAction* action(const char* id) const
    {
        return m_window->actions().action(QString::fromLatin1(id));
    }
    QDockWidget* dock(const char* id) const
    {
        return m_window->findChild<QDockWidget*>(QString::fromLatin1(id));
    }

    static model::NodeId nodeOfType(
        const ui::Document& document, std::string_view type, std::size_t from = 0)
    {
        const auto& nodes = document.model()->nodes;
        for (auto i = from; i < nodes.size(); ++i) {
            if (nodes[i].type == type)
                return model::NodeId(i);
        }
        return {};
    }

    void profile(ui::Document* document)
    {
        QVERIFY2(m_driven->profile(document, 4), qPrintable(m_window->runs().progress().failure));
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

    void theFirstWindowFitsOnTheScreen()
    {
        const ui::MainWindow window;
        const auto screen = window.screen()->availableSize();
        QVERIFY(window.width() <= screen.width() && window.height() <= screen.height());
    }

    void whatWasLookedAtStaysThroughARun()
    {
        auto* document = open(DrivenWindow::sample("residual-cnn"));
        const auto node = nodeOfType(*document, "Conv", document->model()->nodes.size() / 2);
        document->reveal(node);
        settle();
        const auto fromMiddle
            = [&] { return placeOf(node).center() - QRectF(canvas()->rect()).center(); };
        const auto before = fromMiddle();
        profile(document); // cards grow a line, docks appear below
        QVERIFY(document->drawingOptions().cards.measured);
        QVERIFY(dock("timeline")->isVisible());
        const auto moved = fromMiddle() - before;
        QVERIFY2(moved.manhattanLength() < 24,
            qPrintable(QStringLiteral("moved by %1, %2").arg(moved.x()).arg(moved.y())));
        QCOMPARE(document->selection()->current(), itemOf(node));

        // The tree says the node's time, and the inspector shows every run.
        auto* tree = m_driven->panel<ui::ExplorerPanel>()->view();
        const auto index = tree->currentIndex().siblingAtColumn(ui::ExplorerModel::Detail);
        QVERIFY2(index.data().toString().endsWith(QStringLiteral("s")),
            qPrintable(index.data().toString()));
        QVERIFY(m_window->findChild<ui::RunStrip*>(QStringLiteral("runStrip")) != nullptr);
        const auto recent = ui::settings::recentFiles().first();
        QCOMPARE(recent.path, document->path());
        QVERIFY(recent.lastResult.contains(QStringLiteral("CPU")));
    }

    void whatIsChosenElsewhereComesIntoView()
    {
        auto* document = open(DrivenWindow::sample("tiny-decoder"));
        const model::NodeId last(document->model()->main().nodes.back());
        QVERIFY(!QRectF(canvas()->rect()).intersects(placeOf(last)));
        document->reveal(last);
        settle();
        QVERIFY(QRectF(canvas()->rect()).contains(placeOf(last)));
    }

    void withoutMotionTheViewIsThereAtOnce()
    {
        ui::Theme::instance().apply();
        auto* document = open(DrivenWindow::sample("tiny-decoder"));
        const model::NodeId last(document->model()->main().nodes.back());
        ui::WindowStyle::setMotionReduced(true);
        document->reveal(last);
        ui::WindowStyle::setMotionReduced(false);
        QVERIFY(
            QRectF(canvas()->rect()).contains(placeOf(last))); // no event was processed in between
    }

    void theProducerIsOneStepAway()
    {
        auto* document = open(DrivenWindow::sample("residual-cnn"));
        const auto relu = nodeOfType(*document, "Relu");
        const auto producer
            = document->model()->value(document->model()->node(relu).inputs[0]).producer;
        document->reveal(relu);
        action("go.producer")->trigger();
        QCOMPARE(document->selection()->current(), itemOf(producer));
        action("go.readers")->trigger();
        QCOMPARE(document->selection()->current(), itemOf(relu));
    }

    void severalReadersAreAskedFor()
    {
        auto* document = open(DrivenWindow::sample("residual-cnn"));
        const auto& graph = *document->model();
        const auto forks = std::ranges::find_if(graph.values, [](const model::Value& value) {
            return value.producer.isValid() && value.uses.size() == 2;
        });
        QVERIFY(forks != graph.values.end());
        document->reveal(forks->producer);
        action("go.readers")->trigger();
        auto* menu = m_window->findChild<QMenu*>(QStringLiteral("nodeChoice"));
        QVERIFY(menu != nullptr);
        QTRY_VERIFY(menu->isVisible());
        QTest::keyClick(menu, Qt::Key_2);
        QCOMPARE(document->selection()->current(), itemOf(forks->uses[1].node));
    }

    void theHistoryLeadsBackOutOfASubgraph()
    {
        auto* document = open(DrivenWindow::sample("control-flow"));
        const auto main = document->model()->main().id;
        const model::NodeId first(document->model()->main().nodes.front());
        const auto inside = std::ranges::find_if(
            document->model()->nodes, [&](const model::Node& node) { return node.graph != main; });
        QVERIFY(inside != document->model()->nodes.end());
        QVERIFY(!action("go.back")->isEnabled());
        document->reveal(first);
        document->reveal(
            model::NodeId(static_cast<std::size_t>(inside - document->model()->nodes.begin())));
        settle();
        QVERIFY(document->currentGraph() != main);
        QVERIFY(action("go.parent")->isEnabled());
        QVERIFY(action("go.back")->isEnabled());
        action("go.back")->trigger();
        QCOMPARE(document->selection()->current(), itemOf(first));
        QCOMPARE(document->currentGraph(), main);
        action("go.forward")->trigger();
        QVERIFY(document->currentGraph() != main);
    }

    void aDroppedFileOpens()
    {
        QMimeData files;
        files.setUrls({ QUrl::fromLocalFile(DrivenWindow::sample("residual-cnn")) });
        QDragEnterEvent enter({ 10, 10 }, Qt::CopyAction, &files, Qt::LeftButton, {});
        QVERIFY(QCoreApplication::sendEvent(m_window, &enter));
        QVERIFY(enter.isAccepted());
        QDropEvent drop({ 10, 10 }, Qt::CopyAction, &files, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window, &drop);
        QVERIFY(m_window->currentDocument() != nullptr);
        QCOMPARE(m_window->currentDocument()->path(), DrivenWindow::sample("residual-cnn"));
        settle();
        QVERIFY(dock("model")->isVisible());
        QVERIFY(!dock("timeline")->isVisible()); // nothing ran yet: the graph has the room
    }

    /// Names are the file's: markup stays letters, invisible marks are seen, in every text that a
    /// widget shows.
    void namesAreShownAsText()
    {
        QTemporaryDir folder;
        const std::string markup = "<b>bold</b><img src=x>";
        const std::string turned = "abc\xE2\x80\xAE"
                                   "def"; // right-to-left override
        const auto graph = wire::bytes(2, markup)
            + wire::inputField(turned, wire::tensorType(floatElements, { 1, 4 }))
            + nodeNamed(markup, "Relu", { turned }, { "<i>y</i>" })
            + nodeNamed(turned, "<u>Custom</u>", { "<i>y</i>" }, { "z" })
            + wire::outputField("z", wire::tensorType(floatElements, { 1, 4 }));
        auto* document = open(write(folder, QStringLiteral("<b>x</b>&y.onnx"), wire::model(graph)));
        QCOMPARE(document->state(), ui::Document::State::Ready);
        for (const std::uint32_t node : { 0U, 1U }) {
            document->reveal(model::NodeId(node));
            settle();
            for (const auto* label : m_window->findChildren<QLabel*>()) {
                const bool isPlain
                    = label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text());
                QVERIFY2(isPlain, qPrintable(label->text()));
                QVERIFY2(!label->text().contains(QChar(0x202E)), qPrintable(label->objectName()));
            }
            for (const auto* widget : m_window->findChildren<QWidget*>()) {
                QVERIFY2(!widget->toolTip().contains(QStringLiteral("<b>")),
                    qPrintable(widget->toolTip()));
                if (const auto* label = qobject_cast<const ui::ElidedLabel*>(widget))
                    QVERIFY2(!label->text().contains(QChar(0x202E)), qPrintable(label->text()));
            }
        }
        auto* tree = m_driven->panel<ui::ExplorerPanel>()->view();
        document->reveal(model::NodeId(0U));
        QCOMPARE(tree->currentIndex().data().toString(), QString::fromStdString(markup));
    }

    void theBannerAsksBeforeAFolderIsRead()
    {
        QTemporaryDir folder;
        write(folder, QStringLiteral("outside/weights.bin"), std::string(16, '\0'));
        const auto graph = wire::bytes(2, "g")
            + wire::inputField("x", wire::tensorType(floatElements, { 4 }))
            + wire::initializerField(wire::tensor("w", floatElements, { 4 },
                wire::externalFields("../outside/weights.bin", "0", "16")))
            + nodeNamed("add", "Add", { "x", "w" }, { "y" })
            + wire::outputField("y", wire::tensorType(floatElements, { 4 }));
        auto* document
            = open(write(folder, QStringLiteral("inside/model.onnx"), wire::model(graph)));
        const auto isRefused = [](const support::Diagnostic& problem) {
            return problem.code == "external-data-refused";
        };
        QVERIFY(std::ranges::any_of(document->problems(), isRefused));
        QVERIFY(dock("problems")->isVisible());
        auto* banner = m_window->currentPage()->findChild<QWidget*>(QStringLiteral("banner"));
        QVERIFY(banner->isVisible());
        auto* allow = banner->findChild<QPushButton*>();
        QCOMPARE(allow->text(), QStringLiteral("Allow for this file…"));
        QTest::mouseClick(allow, Qt::LeftButton);
        auto* question = m_window->findChild<QMessageBox*>(QStringLiteral("permission"));
        QVERIFY(question != nullptr);
        QVERIFY(question->informativeText().contains(
            QFileInfo(folder.filePath(QStringLiteral("outside"))).canonicalFilePath()));
        QTest::mouseClick(question->buttons().first(), Qt::LeftButton);
        settle();
        QVERIFY(std::ranges::none_of(document->problems(), isRefused));
        QVERIFY(!banner->isVisible());

        // It is listed, and can be taken back.
        ui::PreferencesDialog preferences;
        QCOMPARE(preferences.permissions()->count(), 1);
        preferences.permissions()->setCurrentRow(0);
        QTest::mouseClick(preferences.removeButton(), Qt::LeftButton);
        QCOMPARE(preferences.permissions()->count(), 0);
        QVERIFY(ui::settings::allowedFolders(document->path()).isEmpty());
    }

    void theWheelZoomsOrScrolls()
    {
        open(DrivenWindow::sample("residual-cnn"));
        const auto turn = [this] {
            const QPointF at = canvas()->rect().center();
            QWheelEvent event(at, canvas()->mapToGlobal(at), {}, { 0, -120 }, Qt::NoButton, {},
                Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(canvas(), &event);
        };
        const auto before = canvas()->view();
        action("view.wheelZooms")->trigger(); // off
        turn();
        QCOMPARE(canvas()->view().zoom, before.zoom);
        QVERIFY(canvas()->view().origin.y() > before.origin.y());
        action("view.wheelZooms")->trigger();
        turn();
        QTRY_VERIFY(canvas()->view().zoom < before.zoom); // smoothly
    }

    void aTabMovesToAWindowOfItsOwn()
    {
        open(DrivenWindow::sample("residual-cnn"));
        action("window.moveTab")->trigger();
        QTRY_VERIFY(m_window->currentDocument() == nullptr); // the welcome page is back
        ui::MainWindow* other = nullptr;
        for (auto* widget : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<ui::MainWindow*>(widget);
            other = window != nullptr && window != m_window ? window : other;
        }
        QVERIFY(other != nullptr);
        QCOMPARE(other->currentDocument()->path(), DrivenWindow::sample("residual-cnn"));
        QTRY_VERIFY_WITH_TIMEOUT(other->currentDocument()->state() == ui::Document::State::Ready
                && other->jobs().isIdle(),
            DrivenWindow::patience);
        delete other;
    }

    void aTabMovesWhenItsDialogHasEnded()
    {
        open(DrivenWindow::sample("residual-cnn"));
        const QPointer document(m_window->currentDocument());
        action("window.moveTab")->trigger();
        answerDialog([&](QDialog& dialog) {
            QTest::qWait(300);
            QVERIFY(document != nullptr);
            dialog.reject();
        });
        action("file.exportPicture")->trigger();
        QTRY_VERIFY(document == nullptr);
        ui::MainWindow* other = nullptr;
        for (auto* widget : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<ui::MainWindow*>(widget);
            other = window != nullptr && window != m_window ? window : other;
        }
        QVERIFY(other != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(other->jobs().isIdle(), DrivenWindow::patience);
        delete other;
    }

    void recentFilesCanBeSwitchedOff()
    {
        open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(!ui::settings::recentFiles().isEmpty());
        ui::PreferencesDialog preferences;
        preferences.recentFiles()->setChecked(false);
        QVERIFY(ui::settings::recentFiles().isEmpty());
        preferences.recentFiles()->setChecked(true);
        QVERIFY(ui::settings::areRecentFilesKept());
    }

    void whatWasSaidOfACommandPasses()
    {
        auto* status = m_driven->window().findChild<ui::StatusJobs*>();
        const auto* words = status->findChild<ui::ElidedLabel*>();
        QVERIFY(m_driven->open(DrivenWindow::sample("residual-cnn")) != nullptr);
        m_driven->settle();
        const auto before = words->text();
        auto* passing = status->findChild<QTimer*>(QStringLiteral("passing"));
        const auto interval = passing->interval();
        QVERIFY(interval >= 5000); // time to read it
        passing->setInterval(200);
        m_driven->action("edit.addNote")->trigger(); // to nothing
        QVERIFY(words->text().contains(QStringLiteral("Nothing is selected")));
        QTRY_COMPARE(words->text(), before);
        passing->setInterval(interval);
    }

    void thePaletteSaysWhyNot()
    {
        open(DrivenWindow::sample("residual-cnn"));
        QStringList rows;
        bool staysOpen = false;
        QTimer::singleShot(100, this, [&] {
            auto* palette = QApplication::activeModalWidget();
            auto* query = palette->findChild<QLineEdit*>();
            QTest::keyClicks(query, QStringLiteral("export report"));
            const auto* list = palette->findChild<QListWidget*>(QStringLiteral("commands"));
            rows = { list->item(0)->text(), list->item(0)->data(Qt::UserRole + 2).toString() };
            QTest::keyClick(query, Qt::Key_Return);
            staysOpen = palette->isVisible();
            query->setText(QStringLiteral("numbers"));
            QTest::keyClick(query, Qt::Key_Return);
        });
        action("help.commands")->trigger();
        QCOMPARE(
            rows, QStringList({ QStringLiteral("Export Report"), QStringLiteral("no run yet") }));
        QVERIFY(staysOpen);
        QTRY_VERIFY(dock("tensors")->isVisible()); // what was chosen is done
        ui::settings::setValue(QStringLiteral("view/layout"), QString());
    }

    void thePaletteShowsPanels()
    {
        open(DrivenWindow::sample("residual-cnn"));
        QString unknown;
        QTimer::singleShot(100, this, [&] {
            auto* palette = QApplication::activeModalWidget();
            auto* query = palette->findChild<QLineEdit*>();
            query->setText(QStringLiteral("zqx"));
            unknown = palette->findChild<QListWidget*>(QStringLiteral("commands"))->item(0)->text();
            QTest::keyClick(query, Qt::Key_Return); // does nothing
            query->setText(QStringLiteral("panel flame"));
            QTest::keyClick(query, Qt::Key_Return);
        });
        action("help.commands")->trigger();
        QTRY_VERIFY(dock("flame")->isVisible());
        QCOMPARE(unknown, QStringLiteral("No command has these letters"));
    }

    void iconsFollowTheTheme()
    {
        ui::IconLabel label("warning", 32, "warning");
        const auto holds = [&](const QColor& colour) {
            const auto image = label.grab().toImage();
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixelColor(x, y).rgb() == colour.rgb())
                        return true;
                }
            }
            return false;
        };
        for (const auto choice : { ui::Theme::Choice::Light, ui::Theme::Choice::Dark }) {
            ui::Theme::instance().choose(choice);
            QVERIFY(holds(ui::Theme::instance().colour("warning")));
        }
    }

    void outliersDoNotPressTheOthersTogether()
    {
        std::vector<double> samples;
        for (int i = 0; i < 40; ++i)
            samples.push_back(100 + i % 5);
        samples.push_back(9000);
        const auto range = ui::RunStrip::rangeOf(samples);
        QCOMPARE(range.low, 100.0);
        QCOMPARE(range.high, 104.0);
        QCOMPARE(range.beyond, 1U);
        QVERIFY(ui::RunStrip::rangeOf({ 5, 5, 5 }).high > 5);
        QCOMPARE(ui::RunStrip::rangeOf({}).high, 0.0);
    }

    /// In one scope a key means one thing; a key of the focused view hides none of the window's.
    void noTwoActionsShareAKey()
    {
        open(DrivenWindow::sample("residual-cnn"));
        QHash<QString, QString> seen;
        for (const auto* known : m_window->findChildren<QAction*>()) {
            for (const auto& key : known->shortcuts()) {
                const auto name
                    = known->objectName().isEmpty() ? known->text() : known->objectName();
                QVERIFY2(!seen.contains(key.toString()),
                    qPrintable(key.toString() + u' ' + name + QStringLiteral(" and ")
                        + seen.value(key.toString())));
                seen.insert(key.toString(), name);
            }
        }
        QVERIFY(seen.size() > 50);
    }
};

QTEST_MAIN(TestWindowBehaviour)
#include "tst_window_behaviour.moc"
