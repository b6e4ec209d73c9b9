#pragma once

#include "ui/run/run_controller.h"
#include "ui/window/main_window.h"

#include <QSize>
#include <QString>

#include <functional>
#include <memory>

class QAction;
class QDialog;
class QTemporaryDir;

/// The real main window, and the actions of a user: open files, run models, answer dialogs, take
/// screenshots.
class DrivenWindow {
public:
    static constexpr int patience = 60'000; ///< in ms; long, because build machines may be slow

    explicit DrivenWindow(QSize size = { 1600, 1000 });

    /// To be called before the first window: uses a settings folder of the test, and the engine
    /// program of this build.
    static void isolate(const QTemporaryDir& settings);
    static QString sample(const char* name);
    /// Stores measured limits of a machine in the cache, because measuring them needs an idle one.
    static void keepPeaks();

    ui::MainWindow& window() { return *m_window; }
    ui::MainWindow* operator->() { return m_window.get(); }
    /// Opens a file and waits until everything is computed; null if it is not within `patience`.
    ui::Document* open(const QString& path);
    /// Triggers Profile and waits for the end of the run; true if it succeeded.
    bool profile(ui::Document* document, int runs = 12);
    /// Starts a profile of an hour; true when some runs were measured.
    bool startLongRun(ui::Document* document);
    /// Waits for jobs, layouts and painting.
    void settle();
    /// Saves `screenshots/NAME-light.png` and `-dark.png` (with `@2x` at that pixel ratio) in the
    /// build folder, for visual inspection.
    void shoot(const QString& name);

    template <typename T>
    T* panel() const
    {
        return m_window->docks().panel<T>();
    }
    /// The panel in the dock of this name.
    ui::Panel* panel(const QString& id) const;
    void showPanel(const QString& id) { m_window->docks().show(*panel(id)); }
    QAction* action(const char* id) const;
    /// The first object with this name in the window.
    template <typename T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QString::fromLatin1(name));
    }

private:
    std::unique_ptr<ui::MainWindow> m_window;
};

/// The texts of all visible labels in a widget.
QString shownWords(const QWidget& widget);

/// Calls `answer` with the next modal dialog, which must be opened after this call.
void answerDialog(const std::function<void(QDialog&)>& answer);
/// Chooses a file in the next file dialog; `filter`: the start of a name filter.
void answerFileDialog(const QString& path, const QString& filter = {});
