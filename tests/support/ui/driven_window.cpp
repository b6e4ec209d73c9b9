#include "tests/support/ui/driven_window.h"

#include "profiler/peaks/machine_peaks.h"
#include "tests/support/paths.h"
#include "ui/canvas/canvas_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace {

constexpr int lookEveryMs = 20;

QString text(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

} // namespace

DrivenWindow::DrivenWindow(QSize size)
    : m_window(std::make_unique<ui::MainWindow>())
{
    ui::settings::setValue(
        QStringLiteral("hints/seen"), QStringLiteral("yes")); // the hints have a test of their own
    m_window->resize(size);
    m_window->show();
    m_window->activateWindow();
    (void)QTest::qWaitForWindowExposed(m_window.get());
}

void DrivenWindow::isolate(const QTemporaryDir& settings)
{
    ui::settings::useFolder(settings.path());
    ui::settings::setLanguage(QStringLiteral("en")); // tests compare texts
    ui::RunController::useEngineProgram(text(testing::cliProgram()));
}

QAction* DrivenWindow::action(const char* id) const
{
    return m_window->actions().action(QString::fromLatin1(id));
}

ui::Panel* DrivenWindow::panel(const QString& id) const
{
    return qobject_cast<ui::Panel*>(m_window->findChild<QDockWidget*>(id)->widget());
}

QString DrivenWindow::sample(const char* name)
{
    return text(testing::sourceDir() / "resources/samples" / name / "model.onnx");
}

void DrivenWindow::settle()
{
    (void)QTest::qWaitFor(
        [this] {
            const auto* document = m_window->currentDocument();
            const bool isOpening
                = document != nullptr && document->state() == ui::Document::State::Opening;
            const auto canvases = m_window->findChildren<ui::CanvasView*>();
            const bool isPainted = std::ranges::all_of(
                canvases, [](const auto* canvas) { return canvas->isSettled(); });
            return !isOpening && isPainted && m_window->jobs().isIdle();
        },
        patience);
    QTest::qWait(30);
}

ui::Document* DrivenWindow::open(const QString& path)
{
    auto* document = m_window->openFile(path);
    const bool isOpen = document != nullptr
        && QTest::qWaitFor(
            [&] { return document->state() != ui::Document::State::Opening; }, patience);
    settle();
    return isOpen ? document : nullptr;
}

bool DrivenWindow::profile(ui::Document* document, int runs)
{
    auto& settings = m_window->runs().settingsOf(document);
    settings.runs = runs;
    settings.warmup = 2;
    settings.threads = 1;
    m_window->runs().settingsEdited(document);
    QSignalSpy finished(&m_window->runs(), &ui::RunController::finished);
    m_window->findChild<QPushButton*>(QStringLiteral("profileButton"))->click();
    if (!finished.wait(patience))
        return false;
    settle();
    return finished.first().at(1).toBool();
}

bool DrivenWindow::startLongRun(ui::Document* document)
{
    constexpr std::size_t someRuns = 40;
    auto& runs = m_window->runs();
    auto& settings = runs.settingsOf(document);
    settings.runs = 1'000'000;
    settings.warmup = 2;
    settings.threads = 1;
    settings.limitSeconds = 3600;
    runs.start(document, ui::RunController::Mode::Profile);
    return QTest::qWaitFor([&] { return runs.progress().points.size() >= someRuns; }, patience);
}

void DrivenWindow::keepPeaks()
{
    profiler::MachinePeaks peaks;
    peaks.threads = 1;
    peaks.flopsPerSecond = 1e11;
    peaks.bandwidths = { { 1u << 20, 8e10 }, { 16u << 20, 2e10 }, { 256u << 20, 1e10 } };
    peaks.measuredAt = 1'760'000'000;
    peaks.agreement = 0.97;
    QVERIFY(profiler::storePeaks(profiler::peaksFile(), peaks));
}

void DrivenWindow::shoot(const QString& name)
{
    const auto folder = text(testing::buildDir() / "screenshots");
    QDir().mkpath(folder);
    for (const auto theme : { ui::Theme::Choice::Dark, ui::Theme::Choice::Light }) {
        ui::Theme::instance().choose(theme);
        settle();
        QTest::qWait(350); // animations of the view take 220 ms
        const auto end
            = QStringLiteral("-%1%2.png")
                  .arg(theme == ui::Theme::Choice::Dark ? QStringLiteral("dark")
                                                        : QStringLiteral("light"),
                      m_window->devicePixelRatioF() > 1 ? QStringLiteral("@2x") : QString());
        auto picture = m_window->grab();
        // A combo box's list or a menu.
        if (auto* popup = QApplication::activePopupWidget(); popup != nullptr)
            QPainter(&picture).drawPixmap(
                m_window->mapFromGlobal(popup->mapToGlobal(QPoint())), popup->grab());
        picture.save(folder + u'/' + name + end);
    }
}

QString shownWords(const QWidget& widget)
{
    QStringList words;
    for (const auto* label : widget.findChildren<QLabel*>())
        words += label->isVisible() ? label->text() : QString();
    for (const auto* label : widget.findChildren<ui::ElidedLabel*>())
        words += label->isVisible() ? label->text() : QString();
    return words.join(u' ');
}

void answerDialog(const std::function<void(QDialog&)>& answer)
{
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, answer] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr || !dialog->isVisible())
            return;
        timer->stop();
        timer->deleteLater();
        answer(*dialog);
    });
    timer->start(lookEveryMs);
}

void answerFileDialog(const QString& path, const QString& filter)
{
    answerDialog([path, filter](QDialog& dialog) {
        auto* files = qobject_cast<QFileDialog*>(&dialog);
        QVERIFY2(files != nullptr, qPrintable(dialog.windowTitle()));
        for (const auto& name : files->nameFilters()) {
            if (!filter.isEmpty() && name.startsWith(filter, Qt::CaseInsensitive)) {
                files->selectNameFilter(name);
                // As the combo box does when the user chooses a filter.
                emit files->filterSelected(name);
            }
        }
        files->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
        QMetaObject::invokeMethod(files, "accept");
    });
}
