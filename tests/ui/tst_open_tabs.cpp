#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"
#include "ui/window/restore/open_tabs.h"
#include "ui/window/restore/unopened_page.h"
#include "ui/window/tabs/document_tabs.h"

#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLockFile>
#include <QPushButton>
#include <QTemporaryDir>

/// The tabs of a window are open again after the next start.
class TestOpenTabs : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString written(const char* name, const char* first = "Relu")
    {
        testing::writeFile(file(name),
            testing::modelBytesFromText(
                "x: float[2,3]\ny = " + std::string(first) + "(x)\nz = Neg(y)\nz -> float[2,3]"));
        return file(name);
    }
    ui::DocumentTabs& tabs() { return *m_driven->window().findChild<ui::DocumentTabs*>(); }
    ui::CanvasView* canvas()
    {
        return qobject_cast<ui::GraphView*>(m_driven->window().currentPage()->view())->canvas();
    }
    /// The files of the tabs of documents; those that wait for being shown are in brackets.
    QStringList files()
    {
        QStringList files;
        for (int i = 0; i < tabs().count(); ++i) {
            if (const auto* page = qobject_cast<ui::DocumentPage*>(tabs().widget(i)))
                files.append(page->document()->path());
            else if (const auto* waiting = qobject_cast<ui::UnopenedPage*>(tabs().widget(i)))
                files.append(u'(' + waiting->tab().path + u')');
        }
        return files;
    }
    void showTab(int index)
    {
        tabs().setCurrentIndex(index);
        QTRY_VERIFY(m_driven->window().currentDocument() != nullptr);
        m_driven->settle();
    }
    /// Closes the window as a user does, and opens another as the next start does.
    void startAgain()
    {
        if (m_driven != nullptr)
            m_driven->window().close();
        m_driven.reset();
        m_driven = std::make_unique<DrivenWindow>();
        m_driven->window().restoreTabs();
        m_driven->settle();
    }
    QWidget* bar() { return m_driven->child<QWidget>("lastTabs"); }
    static void click(QWidget& in, const QString& text)
    {
        for (auto* button : in.findChildren<QPushButton*>())
            if (button->text().remove(u'&') == text)
                button->click();
    }
    static QPointF middle(const ui::ViewState& view)
    {
        return toScene(view, QPointF(view.size.width(), view.size.height()) / 2);
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_folder); }
    void init()
    {
        m_driven.reset();
        ui::settings::forget("tabs/open");
        ui::settings::forget("tabs/opening");
        ui::OpenTabs::setWanted(true);
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { m_driven.reset(); }

    void tabsComeBackWithTheirView()
    {
        const auto a = written("a.onnx");
        const auto residual = DrivenWindow::sample("residual-cnn");
        QVERIFY(m_driven->open(a) != nullptr);
        auto* document = m_driven->open(residual);
        QVERIFY(document != nullptr);
        document->foldAll();
        m_driven->settle();
        canvas()->openAt(QPointF(123, 234), 0.75);
        const auto open = document->openGroups();
        const auto before = canvas()->view();
        QVERIFY(m_driven->open(a) != nullptr);
        const auto other = files().at(1);
        startAgain();
        QCOMPARE(files(), (QStringList { a, u'(' + other + u')' })); // not opened yet
        QCOMPARE(m_driven->window().currentDocument()->path(), a);
        showTab(1);
        QCOMPARE(files(), (QStringList { a, other }));
        QVERIFY(m_driven->window().currentDocument()->openGroups() == open);
        QTRY_COMPARE(canvas()->view().zoom, before.zoom);
        const auto away = middle(canvas()->view()) - middle(before);
        QVERIFY2(
            away.manhattanLength() < 2, qPrintable(QString("%1, %2").arg(away.x()).arg(away.y())));
        QVERIFY(!bar()->isVisible());
    }

    /// A tab that was not shown in a session keeps its view for the one after it.
    void tabsThatWereNotShownKeepTheirView()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        canvas()->openAt(QPointF(10, 20), 0.5);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        startAgain();
        startAgain();
        QCOMPARE(files(), (QStringList { u'(' + file("a.onnx") + u')', file("b.onnx") }));
        showTab(0);
        QTRY_COMPARE(canvas()->view().zoom, 0.5);
    }

    void aTabOfTheLastSessionIsOpenedByItsFile()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        canvas()->openAt(QPointF(10, 20), 0.5);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        startAgain();
        QVERIFY(m_driven->open(file("a.onnx")) != nullptr);
        QCOMPARE(files(), (QStringList { file("a.onnx"), file("b.onnx") }));
        QTRY_COMPARE(canvas()->view().zoom, 0.5);
    }

    /// A window that has only its welcome page once replaced the list by an empty one.
    void aWindowThatWasOnlyOpenedKeepsNothing()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        m_driven->window().close();
        const auto kept = ui::settings::value("tabs/open");
        QVERIFY(kept.contains("a.onnx"));
        for (int i = 0; i < 2; ++i) { // opened and closed without the tabs
            m_driven = std::make_unique<DrivenWindow>();
            m_driven->settle();
            m_driven->window().close();
            m_driven.reset();
            QCOMPARE(ui::settings::value("tabs/open"), kept);
        }
        startAgain();
        QCOMPARE(files(), QStringList { file("a.onnx") });
    }

    void twoViewsComeBack()
    {
        auto* document = m_driven->open(DrivenWindow::sample("control-flow"));
        QVERIFY(document != nullptr);
        m_driven->action("view.splitBelow")->trigger();
        m_driven->settle();
        document->enterGraph(model::GraphId(1U)); // in the second
        m_driven->settle();
        startAgain();
        auto* page = m_driven->window().currentPage();
        const auto views = page->findChildren<ui::GraphView*>();
        QCOMPARE(views.size(), 2);
        QTRY_COMPARE(page->document()->currentGraph(), model::GraphId(1U));
        QCOMPARE(page->keptViews()->direction, Qt::Vertical);
        QCOMPARE(page->keptViews()->views[0].graph, 0U);
        QCOMPARE(page->keptViews()->views[1].graph, 1U);
        QCOMPARE(page->keptViews()->active, 1);
    }

    void aFileThatIsGoneIsSaid()
    {
        const auto a = written("a.onnx");
        const auto gone = written("gone.onnx");
        QVERIFY(m_driven->open(gone) != nullptr);
        QVERIFY(m_driven->open(a) != nullptr);
        m_driven->window().close();
        QVERIFY(QFile::remove(gone));
        startAgain();
        QCOMPARE(files(), QStringList { a });
        QVERIFY(bar()->isVisible());
        QVERIFY2(shownWords(*bar()).contains("No longer there: " + gone),
            qPrintable(shownWords(*bar())));
        m_driven->shoot(QStringLiteral("tabs-gone"));
    }

    /// A tab whose file went while it waited says so when it is shown.
    void aFileThatGoesLaterFailsInItsTab()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        startAgain();
        QVERIFY(QFile::remove(file("a.onnx")));
        showTab(0);
        QTRY_COMPARE(m_driven->window().currentDocument()->state(), ui::Document::State::Failed);
    }

    void aFileThatChangedOpensFromItsStart()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        const auto opening = canvas()->view().zoom;
        canvas()->openAt(QPointF(10, 20), 0.25);
        m_driven->window().close();
        written("a.onnx", "Sigmoid");
        startAgain();
        QCOMPARE(
            m_driven->window().currentDocument()->model()->nodes[0].type, std::string("Sigmoid"));
        QCOMPARE(canvas()->view().zoom, opening);
    }

    /// A process that dies while it opens a file leaves the note that it was being opened.
    void aFileThatWasBeingOpenedIsOffered()
    {
        const auto a = written("a.onnx");
        const auto bad = written("bad.onnx");
        QVERIFY(m_driven->open(bad) != nullptr);
        QVERIFY(m_driven->open(a) != nullptr);
        QVERIFY(ui::settings::value("tabs/opening").isEmpty()); // both are open
        m_driven->window().close();
        m_driven.reset();
        ui::settings::setValue("tabs/opening", bad);
        startAgain();
        QCOMPARE(files(), QStringList { a });
        QVERIFY(bar()->isVisible());
        QVERIFY2(shownWords(*bar()).contains("ended while it opened " + bad),
            qPrintable(shownWords(*bar())));
        m_driven->shoot(QStringLiteral("tabs-interrupted"));
        click(*bar(), QStringLiteral("Open it again"));
        m_driven->settle();
        QCOMPARE(files(), (QStringList { a, bad }));
        QVERIFY(!bar()->isVisible());
    }

    void nothingIsOpenedOrKeptIfThatIsNotWanted()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        ui::OpenTabs::setWanted(false);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        QVERIFY(ui::settings::value("tabs/open").isEmpty());
        startAgain();
        QVERIFY(files().isEmpty());
        QVERIFY(ui::settings::value("tabs/open").isEmpty());
    }

    void closedTabsStayClosed()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        tabs().closeTab(0);
        m_driven->settle();
        startAgain();
        QCOMPARE(files(), QStringList { file("b.onnx") });
        tabs().closeTab(0);
        startAgain();
        QVERIFY(files().isEmpty());
    }

    /// Edits that were kept are offered by their own line only, and restored in the tab that is
    /// open already.
    void editsAreOfferedOnce()
    {
        auto* document = m_driven->open(written("a.onnx"));
        QVERIFY(document != nullptr);
        document->editor()->setOn(true);
        document->editor()->apply(ui::makeEdit("renameNode", [](support::JsonWriter& json) {
            json.members({ { "node", "graph/node[0]" }, { "to", "gate" } });
        }));
        m_driven->settle();
        QCOMPARE(document->editor()->count(), 1);
        answerDialog([](QDialog& dialog) { click(dialog, QStringLiteral("Keep for next start")); });
        m_driven->window().close();
        m_driven.reset();
        ui::settings::setValue("tabs/opening", file("a.onnx"));
        startAgain();
        QVERIFY(bar()->isVisible()); // it was being opened
        m_driven->window().offerLeftRecordings();
        m_driven->settle();
        QVERIFY(!bar()->isVisible());
        auto* edits = m_driven->child<QWidget>("leftEdits");
        QVERIFY(edits->isVisible());
        click(*edits, QStringLiteral("Restore"));
        QTRY_VERIFY(m_driven->window().currentDocument() != nullptr
            && m_driven->window().currentDocument()->editor()->count() == 1);
        QCOMPARE(files(), QStringList { file("a.onnx") });
        m_driven->window().currentDocument()->editor()->discard();
        m_driven->settle();
    }

    /// The process that started first keeps its tabs; others leave them alone.
    void anotherProcessOpensAndKeepsNothing()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        m_driven->window().close();
        m_driven.reset();
        const auto kept = ui::settings::value("tabs/open");
        QLockFile lock(ui::settings::folder() + QStringLiteral("/tabs.lock"));
        QVERIFY(lock.tryLock(0));
        startAgain();
        QVERIFY(files().isEmpty());
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        m_driven->window().close();
        m_driven.reset();
        QCOMPARE(ui::settings::value("tabs/open"), kept);
    }

    void unusableListsAreHarmless_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("no JSON") << "\x01{{";
        QTest::newRow("another kind of JSON") << "[1, 2]";
        QTest::newRow("tabs of another kind") << R"({"tabs": {"path": 3}})";
        QTest::newRow("a relative path") << R"({"tabs": [{"path": "model.onnx"}]})";
        QTest::newRow("no path") << R"({"tabs": [{}, 7, null, "x"]})";
        QTest::newRow("a folder") << R"({"tabs": [{"path": "/"}]})";
        QTest::newRow("a device") << R"({"tabs": [{"path": "/dev/zero"}]})";
    }
    void unusableListsAreHarmless()
    {
        QFETCH(QString, text);
        m_driven.reset();
        ui::settings::setValue("tabs/open", text);
        startAgain();
        QVERIFY(files().isEmpty());
    }

    void unusableViewsAreLeftOut_data()
    {
        QTest::addColumn<QString>("view");
        QTest::newRow("a graph that the model does not have")
            << R"({"graph": 4000000000, "x": 0, "y": 0, "zoom": 1, "open": []})";
        QTest::newRow("far away") << R"({"graph": 0, "x": 1e300, "y": -1e300, "zoom": 1e9})";
        QTest::newRow("no zoom") << R"({"graph": 0, "x": 0, "y": 0, "zoom": 0})";
        QTest::newRow("groups that it does not have")
            << R"({"graph": 0, "zoom": 1, "open": ["ff", "not hex", 5]})";
    }
    void unusableViewsAreLeftOut()
    {
        QFETCH(QString, view);
        const auto a = written("a.onnx");
        const QFileInfo facts(a);
        m_driven.reset();
        const QJsonObject tab { { "path", a }, { "bytes", facts.size() },
            { "written", facts.lastModified().toMSecsSinceEpoch() },
            { "views", QJsonArray { QJsonDocument::fromJson(view.toUtf8()).object() } },
            { "active", 77 } };
        ui::settings::setValue("tabs/open",
            QString::fromUtf8(
                QJsonDocument(QJsonObject { { "tabs", QJsonArray { tab } } }).toJson()));
        startAgain();
        QCOMPARE(files(), QStringList { a });
        QVERIFY(canvas()->isOpened());
        QVERIFY(!canvas()->visibleBoxes().empty());
    }
};

QTEST_MAIN(TestOpenTabs)
#include "tst_open_tabs.moc"
