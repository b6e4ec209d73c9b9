#include "tests/soak/driver.h"

#include "tests/soak/log.h"
#include "tests/soak/random.h"
#include "tests/soak/window_actions.h"
#include "ui/run/unsaved_runs.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QTest>
#include <QTimer>

#include <algorithm>

namespace soak {

namespace {

constexpr int longestPauseMs = 120;
constexpr int mostInDialogs = 25;
constexpr int idlePatienceMs = 300'000;
constexpr double mostGrowth = 0.05;

QList<ui::MainWindow*> mainWindows()
{
    QList<ui::MainWindow*> windows;
    for (auto* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<ui::MainWindow*>(widget))
            windows += window;
    return windows;
}

ui::MainWindow* openWindow()
{
    auto* window = ui::MainWindow::make();
    window->resize(1600, 1000);
    window->show();
    window->activateWindow();
    return window;
}

} // namespace

Driver::Driver(Options options, Files& files)
    : m_options(options)
    , m_files(files)
    , m_watch({}, [this] { return m_action.toStdString(); })
{
    m_clock.start();
    m_sinceRest.start();
}

void Driver::start()
{
    openWindow();
    schedule();
}

void Driver::tell(const QString& what)
{
    m_action = QStringLiteral("#%1 %2").arg(m_count).arg(what);
    say("%s", qPrintable(m_action.left(300)));
}

void Driver::schedule()
{
    Random random(m_options.seed, m_count);
    // Mostly one action after another, at times with a look at the result.
    const int pause = random.chance(85) ? random.below(longestPauseMs) : 5 * longestPauseMs;
    QTimer::singleShot(pause, this, &Driver::act);
}

bool Driver::isRestDue() const
{
    return m_isEnding || double(m_sinceRest.elapsed()) > m_options.restEveryMinutes * 60e3;
}

void Driver::act()
{
    const bool isOver = (m_options.actions > 0 && m_count >= std::uint64_t(m_options.actions))
        || (m_options.minutes > 0 && double(m_clock.elapsed()) > m_options.minutes * 60e3);
    m_isEnding = m_isEnding || isOver;
    const bool isFree = m_depth == 0 && QApplication::activeModalWidget() == nullptr
        && QApplication::activePopupWidget() == nullptr;
    if (isFree && isRestDue()) {
        rest();
        if (m_isEnding)
            return end();
    }
    ++m_count;
    schedule();
    ++m_depth;
    Random random(m_options.seed, m_count);
    random.below(2); // the pause drew the first
    actOnce(random);
    --m_depth;
}

void Driver::actOnce(Random& random)
{
    const auto tell = [this](const QString& what) { this->tell(what); };
    m_shown.look();
    if (auto* popup = QApplication::activePopupWidget()) {
        if (isRestDue())
            popup->close();
        else
            usePopup(popup, random, tell);
        return;
    }
    if (auto* dialog = QApplication::activeModalWidget()) {
        const bool hasEnded = isRestDue() || ++m_inDialogs > mostInDialogs;
        return useDialog(
            dialog, m_files, random, hasEnded ? Patience::Ended : Patience::Usual, tell);
    }
    m_inDialogs = 0;
    if (isRestDue())
        return; // an action below has not returned yet
    auto windows = mainWindows();
    windows.removeIf([](const auto* window) { return !window->isVisible(); });
    if (windows.isEmpty()) {
        tell(QStringLiteral("opens a window"));
        openWindow()->restoreTabs();
        return;
    }
    auto* window = random.of(windows);
    limitRuns(*window);
    useWindow(*window, m_files, random, tell);
}

bool Driver::waitUntilIdle()
{
    return QTest::qWaitFor(
        [] { return std::ranges::all_of(mainWindows(), [](auto* each) { return isIdle(*each); }); },
        idlePatienceMs);
}

/// Closes everything but one empty window, and measures.
void Driver::rest()
{
    tell(QStringLiteral("rests"));
    m_shown.look();
    for (auto* window : mainWindows())
        closeTabs(*window);
    if (!waitUntilIdle())
        m_faults += QStringLiteral("jobs go on after everything was closed: ") + m_action;
    ui::UnsavedRuns::instance().clear();
    m_files.restore();
    auto windows = mainWindows();
    for (qsizetype i = 1; i < windows.size(); ++i)
        windows[i]->close();
    if (windows.isEmpty())
        openWindow();
    QTest::qWait(1500); // tool tips, animations, deferred deletion, memory that is returned
    auto print = Footprint::now();
    print.minutes = double(m_clock.elapsed()) / 60e3;
    print.print();
    m_prints.push_back(print);
    for (const auto& file : m_shown.alive()) {
        say("STILL THERE after its tab was closed: %s", qPrintable(file));
        m_faults += file + QStringLiteral(" outlives its tab; ") + m_action;
    }
    m_shown.forget();
    m_watch.restart();
    m_sinceRest.restart();
}

void Driver::end()
{
    for (auto* window : mainWindows())
        window->close();
    QTimer::singleShot(300, qApp, [] { QCoreApplication::exit(); });
}

bool Driver::reportGrowth() const
{
    constexpr std::size_t some = 3; // whose median counts
    std::size_t warm = 0;
    while (warm < m_prints.size() && m_prints[warm].minutes < m_options.warmMinutes)
        ++warm;
    if (m_prints.size() < warm + 2 * some) {
        say("too short to measure growth: %zu rests after %.1f min", m_prints.size() - warm,
            m_options.warmMinutes);
        return true;
    }
    bool isGood = true;
    for (const auto& [name, figure] :
        { std::pair("heap", &Footprint::heapBytes), { "resident", &Footprint::residentBytes } }) {
        const double before = medianOf(m_prints, warm, warm + some, figure);
        const double after = medianOf(m_prints, m_prints.size() - some, m_prints.size(), figure);
        if (before == 0)
            continue;
        const double growth = after / before - 1;
        say("%s: %.2f MiB after %.1f min, %.2f MiB at the end, %+.1f %%", name, before / 1048576.0,
            m_prints[warm].minutes, after / 1048576.0, growth * 100);
        isGood = isGood && growth <= mostGrowth;
    }
    say("more widgets: %s", qPrintable(moreWidgets(m_prints[warm], m_prints.back()).left(1500)));
    return isGood;
}

bool Driver::report() const
{
    say("%llu actions in %.1f min with seed %llu, longest delay %.0f ms, %zu delays above 250 ms",
        static_cast<unsigned long long>(m_count), double(m_clock.elapsed()) / 60e3,
        static_cast<unsigned long long>(m_options.seed), m_watch.longestMs(),
        m_watch.delays().size());
    const bool isSmall = reportGrowth();
    for (const auto& fault : m_faults)
        say("FAULT %s", qPrintable(fault));
    const bool isFast = m_watch.delays().empty();
    return m_faults.isEmpty() && (!m_options.isLimited || (isSmall && isFast));
}

} // namespace soak
