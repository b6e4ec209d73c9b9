#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/window/document_tabs.h"
#include "ui/window/restore/open_tabs.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

/// The tabs of a window are open again after the next start.
class TestOpenTabs : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QString written(const char* name)
    {
        testing::writeFile(file(name),
            testing::modelBytesFromText("x: float[2,3]\ny = Relu(x)\nz = Neg(y)\nz -> float[2,3]"));
        return file(name);
    }
    ui::CanvasView* canvas(const QString& path)
    {
        auto* page = tabs().pageOf(path);
        auto* graph = page != nullptr ? qobject_cast<ui::GraphView*>(page->view()) : nullptr;
        return graph != nullptr ? graph->canvas() : nullptr;
    }
    ui::DocumentTabs& tabs() { return *m_driven->window().findChild<ui::DocumentTabs*>(); }
    QStringList openFiles()
    {
        QStringList files;
        for (const auto* page : tabs().pages())
            files.append(page->document()->path());
        return files;
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

private slots:
    void initTestCase() { DrivenWindow::isolate(m_folder); }
    void init()
    {
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
        canvas(document->path())->openAt(QPointF(123, 234), 0.75);
        const auto open = document->openGroups();
        const auto before = canvas(document->path())->view();
        QVERIFY(m_driven->open(a) != nullptr);
        const auto files = openFiles();
        startAgain();
        QCOMPARE(openFiles(), files);
        QCOMPARE(m_driven->window().currentDocument()->path(), a);
        auto* again = tabs().pageOf(files[1])->document();
        QVERIFY(again->openGroups() == open);
        tabs().setCurrentIndex(1);
        m_driven->settle();
        const auto after = canvas(files[1])->view();
        QCOMPARE(after.zoom, before.zoom);
        const auto middle = [](const ui::ViewState& view) {
            return ui::toScene(view, QPointF(view.size.width(), view.size.height()) / 2);
        };
        const auto away = middle(after) - middle(before);
        QVERIFY2(
            away.manhattanLength() < 2, qPrintable(QString("%1, %2").arg(away.x()).arg(away.y())));
        QVERIFY(!bar()->isVisible());
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
        QCOMPARE(openFiles(), QStringList { a });
        QVERIFY(bar()->isVisible());
        QVERIFY2(shownWords(*bar()).contains("No longer there: " + gone),
            qPrintable(shownWords(*bar())));
        m_driven->shoot(QStringLiteral("tabs-gone"));
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
        QCOMPARE(openFiles(), QStringList { a });
        QVERIFY(bar()->isVisible());
        QVERIFY2(shownWords(*bar()).contains("ended while it opened " + bad),
            qPrintable(shownWords(*bar())));
        m_driven->shoot(QStringLiteral("tabs-interrupted"));
        for (auto* button : bar()->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Open it again"))
                button->click();
        m_driven->settle();
        QCOMPARE(openFiles(), (QStringList { a, bad }));
        QVERIFY(!bar()->isVisible());
    }

    void nothingIsOpenedIfThatIsNotWanted()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        ui::OpenTabs::setWanted(false);
        startAgain();
        QVERIFY(openFiles().isEmpty());
    }

    void closedTabsStayClosed()
    {
        QVERIFY(m_driven->open(written("a.onnx")) != nullptr);
        QVERIFY(m_driven->open(written("b.onnx")) != nullptr);
        tabs().closeTab(0);
        m_driven->settle();
        startAgain();
        QCOMPARE(openFiles(), QStringList { file("b.onnx") });
    }
};

QTEST_MAIN(TestOpenTabs)
#include "tst_open_tabs.moc"
