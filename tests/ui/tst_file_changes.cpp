#include <QTest>

#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/document/document.h"
#include "ui/document/file_watch.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/pages/document_page.h"
#include "ui/tensors/tensor_page.h"
#include "ui/window/actions.h"
#include "ui/window/status_jobs.h"

#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QFrame>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QUrl>

#include <csignal>

using ui::RunController;

namespace {

namespace wire = testing::wire;

constexpr int floats = 1;

/// One node of this type; its weight has a mebibyte.
std::string oneNode(std::string_view type)
{
    constexpr std::int64_t side = 512;
    constexpr std::uint32_t rawData = 9;
    const std::string zeros(static_cast<std::size_t>(side * side) * sizeof(float), '\1');
    return wire::model(wire::bytes(2, "g") + wire::nodeField(type, { "x", "w" }, { "y" })
        + wire::initializerField(
            wire::tensor("w", floats, { side, side }, wire::bytes(rawData, zeros)))
        + wire::inputField("x", wire::tensorType(floats, { side, side }))
        + wire::outputField("y", wire::tensorType(floats, { side, side })));
}

void write(const QString& path, const std::string& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
}

} // namespace

/// Files that change, go, or have odd names while they are open; tabs that are closed at the wrong
/// moment. Each is said, nothing is lost, nothing crashes.
class TestFileChanges : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString path(const QString& name) const { return m_files->filePath(name); }
    QFrame* banner()
    {
        return (*m_driven)->currentPage()->findChild<QFrame*>(QStringLiteral("banner"));
    }
    QString bannerText()
    {
        QStringList texts;
        for (const auto* label : banner()->findChildren<QLabel*>())
            texts += label->text();
        return texts.join(u' ');
    }
    QString statusText()
    {
        return (*m_driven)->findChild<ui::StatusJobs*>()->findChild<ui::ElidedLabel*>()->text();
    }
    QTabWidget* tabs() { return (*m_driven)->findChild<QTabWidget*>(); }
    void trigger(const char* id)
    {
        (*m_driven)->actions().action(QString::fromLatin1(id))->trigger();
    }
    void drop(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const auto& each : paths)
            urls += QUrl::fromLocalFile(each);
        data.setUrls(urls);
        QDragEnterEvent enter({ 10, 10 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_driven->window(), &enter);
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&m_driven->window(), &event);
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }
    void init()
    {
        m_files = std::make_unique<QTemporaryDir>();
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { m_driven.reset(); }

    /// Each instance of inotify takes Linux 20 ms to end.
    void allFilesShareOneWatcher()
    {
        const auto instances = [] {
            int count = 0;
            for (const auto& entry :
                QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::System))
                count += entry.symLinkTarget().contains(QStringLiteral("inotify")) ? 1 : 0;
            return count;
        };
        write(path("a.onnx"), oneNode("Add"));
        write(path("b.onnx"), oneNode("Add"));
        const ui::FileWatch first(path("a.onnx"));
        const int before = instances();
        const ui::FileWatch second(path("b.onnx"));
        QCOMPARE(instances(), before);
    }

    void aFileIsWatchedUntilItsLastUserLeaves()
    {
        write(path("a.onnx"), oneNode("Add"));
        ui::FileWatch stays(path("a.onnx"));
        auto leaves = std::make_unique<ui::FileWatch>(path("a.onnx"));
        QSignalSpy changed(&stays, &ui::FileWatch::changed);
        leaves.reset();
        write(path("a.onnx"), "shorter");
        QTRY_COMPARE(changed.size(), 1);
        QCOMPARE(stays.state(), ui::FileWatch::State::Changed);
        QVERIFY(QFile::remove(path("a.onnx")));
        QTRY_COMPARE(stays.state(), ui::FileWatch::State::Gone);
        write(path("a.onnx"), "back again"); // noticed by its folder
        QTRY_COMPARE(stays.state(), ui::FileWatch::State::Changed);
    }

    void aChangedFileIsOfferedAgain()
    {
        const auto file = path("model.onnx");
        write(file, oneNode("Add"));
        auto* document = m_driven->open(file);
        QVERIFY(document != nullptr && banner()->isHidden());
        write(file, oneNode("Mul") + wire::operatorSet("com.example", 1));
        QTRY_VERIFY_WITH_TIMEOUT(banner()->isVisible(), DrivenWindow::patience);
        QVERIFY2(bannerText().contains(QStringLiteral("has changed")), qPrintable(bannerText()));
        m_driven->shoot(QStringLiteral("file-changed"));
        trigger("run.profile"); // would measure another model than the one shown
        QVERIFY(!(*m_driven)->runs().isRunning());
        QVERIFY2(statusText().contains(QStringLiteral("reload")), qPrintable(statusText()));
        banner()->findChild<QPushButton*>()->click();
        m_driven->settle();
        QCOMPARE(document->model()->nodes.front().type, "Mul");
        QTRY_VERIFY(banner()->isHidden());
    }

    /// Node ids of the file as it was are those of other nodes now.
    void runsFollowTheNamesOfTheNewFile()
    {
        const auto twoNodes = [](const char* first, const char* second) {
            constexpr std::uint32_t nodeName = 3;
            return wire::model(wire::bytes(2, "g")
                + wire::nodeField("Exp", { "x" }, { first }, wire::bytes(nodeName, first))
                + wire::nodeField("Softmax", { "x" }, { second }, wire::bytes(nodeName, second))
                + wire::inputField("x", wire::tensorType(floats, { 8, 8 }))
                + wire::outputField(first, wire::tensorType(floats, { 8, 8 }))
                + wire::outputField(second, wire::tensorType(floats, { 8, 8 })));
        };
        const auto file = path("model.onnx");
        write(file, twoNodes("a", "b"));
        auto* document = m_driven->open(file);
        QVERIFY(m_driven->profile(document, 3));
        write(file, twoNodes("b", "new"));
        document->reload();
        m_driven->settle();
        const auto profile = document->profile();
        QVERIFY(profile != nullptr);
        QStringList led;
        for (const auto& step : profile->steps) {
            for (const auto& origin : step.origins) {
                if (!origin.node.isValid())
                    continue;
                const auto label = document->nodeLabel(origin.node);
                QCOMPARE(label.toStdString(), std::string(profile->text(origin.label)));
                led += label;
            }
        }
        QCOMPARE(led, QStringList { QStringLiteral("b") });
    }

    void aFileThatIsGoneStaysOpen()
    {
        const auto file = path("model.onnx");
        write(file, oneNode("Add"));
        auto* document = m_driven->open(file);
        QVERIFY(QFile::remove(file));
        QTRY_VERIFY_WITH_TIMEOUT(banner()->isVisible(), DrivenWindow::patience);
        QVERIFY2(bannerText().contains(QStringLiteral("gone")), qPrintable(bannerText()));
        QVERIFY(document->model() != nullptr);
        write(file, oneNode("Add")); // back, as another file
        QTRY_VERIFY_WITH_TIMEOUT(
            bannerText().contains(QStringLiteral("has changed")), DrivenWindow::patience);
    }

    /// The pages of a mapped file that was made shorter are gone: reading them is a signal.
    void weightsOfATruncatedFileDoNotEndTheProgram()
    {
        const auto file = path("model.onnx");
        write(file, oneNode("Add"));
        auto* document = m_driven->open(file);
        QFile shorter(file);
        QVERIFY(shorter.resize(64));
        document->openTensor(document->model()->main().initializers.front());
        m_driven->settle();
        QVERIFY(qobject_cast<ui::TensorPage*>(tabs()->currentWidget()) != nullptr);
        QVERIFY(m_driven->window().isVisible());
    }

    void aRunEndsWithItsTab()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        auto& runs = (*m_driven)->runs();
        auto& settings = runs.settingsOf(document);
        settings.runs = 1'000'000;
        settings.limitSeconds = 3600;
        runs.start(document, RunController::Mode::Profile);
        QTRY_VERIFY_WITH_TIMEOUT(!runs.progress().points.empty(), DrivenWindow::patience);
        const auto process = static_cast<pid_t>(runs.processId());
        trigger("file.close");
        QTRY_VERIFY_WITH_TIMEOUT(!runs.isRunning(), DrivenWindow::patience);
        QTRY_VERIFY(kill(process, 0) != 0);
        settings.runs = 5;
        auto* again = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(again));
    }

    void aTabCanBeClosedWhileItsFileIsRead()
    {
        for (int i = 0; i < 5; ++i) {
            (*m_driven)->openFile(DrivenWindow::sample("tiny-decoder"));
            QTest::qWait(i * 3);
            trigger("file.close");
        }
        m_driven->settle();
        QVERIFY((*m_driven)->currentDocument() == nullptr); // the welcome page is back
        QVERIFY(m_driven->open(DrivenWindow::sample("tiny-decoder")) != nullptr);
    }

    void twoFilesAreReadAtOnce()
    {
        auto* first = (*m_driven)->openFile(DrivenWindow::sample("tiny-decoder"));
        auto* second = (*m_driven)->openFile(DrivenWindow::sample("residual-cnn"));
        m_driven->settle();
        QCOMPARE(first->state(), ui::Document::State::Ready);
        QCOMPARE(second->state(), ui::Document::State::Ready);
        QCOMPARE((*m_driven)->currentDocument(), second);
        QVERIFY(first->scene() != nullptr && second->scene() != nullptr);
    }

    void oddNamesAreShownAsText_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("spaces") << "a model with spaces.onnx";
        QTest::newRow("unicode") << QString::fromUtf8("模型 größe.onnx");
        QTest::newRow("newline") << "two\nlines.onnx";
        QTest::newRow("markup") << "<b>bold<b> &amp;.onnx";
        QTest::newRow("direction") << QString::fromUtf8("abc\u202egnp.onnx");
        QTest::newRow("long") << QString(200, u'x') + QStringLiteral(".onnx");
    }
    void oddNamesAreShownAsText()
    {
        QFETCH(QString, name);
        write(path(name), oneNode("Add"));
        auto* document = m_driven->open(path(name));
        QVERIFY(document != nullptr);
        QCOMPARE(document->state(), ui::Document::State::Ready);
        const auto text = tabs()->tabText(tabs()->currentIndex());
        QVERIFY2(!text.contains(u'\n') && !text.contains(QChar(0x202e)), qPrintable(text));
        QVERIFY(!(*m_driven)->windowTitle().contains(u'\n')
            && !(*m_driven)->windowTitle().contains(QChar(0x202e)));
        QVERIFY(tabs()->tabBar()->tabRect(tabs()->currentIndex()).width() < 500);
        QVERIFY(m_driven->profile(document, 3));
    }

    void manyFilesCanBeDroppedAtOnce()
    {
        QStringList files { m_files->path() }; // a folder, which is no test to verify
        for (int i = 0; i < 20; ++i) {
            files += path(QStringLiteral("m%1.onnx").arg(i));
            write(files.last(), oneNode("Add"));
        }
        files += path(QStringLiteral("not there.onnx"));
        drop(files);
        m_driven->settle();
        QCOMPARE(tabs()->count(), 21);
        int ready = 0;
        QStringList failures;
        for (int i = 0; i < tabs()->count(); ++i) {
            const auto* document = qobject_cast<ui::DocumentPage*>(tabs()->widget(i))->document();
            ready += document->state() == ui::Document::State::Ready ? 1 : 0;
            if (document->state() == ui::Document::State::Failed)
                failures += document->failure();
        }
        QCOMPARE(ready, 20);
        QCOMPARE(failures.size(), 1);
        QVERIFY(!failures.front().isEmpty());
    }

    void aTabMovedToAnotherWindowKeepsItsRuns()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_driven->profile(document, 5));
        trigger("window.moveTab");
        ui::MainWindow* other = nullptr;
        for (auto* widget : QApplication::topLevelWidgets()) {
            auto* window = qobject_cast<ui::MainWindow*>(widget);
            if (window != nullptr && window != &m_driven->window())
                other = window;
        }
        QVERIFY(other != nullptr);
        QTRY_VERIFY(other->currentDocument() != nullptr
            && other->currentDocument()->state() == ui::Document::State::Ready);
        QCOMPARE(other->currentDocument()->runs().size(), 1U);
        QTRY_VERIFY(other->jobs().isIdle());
        delete other;
    }
};

QTEST_MAIN(TestFileChanges)
#include "tst_file_changes.moc"
