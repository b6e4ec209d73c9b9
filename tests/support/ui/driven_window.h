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

/// The real window with what a person would do to it: open files, run models, answer dialogs, take
/// pictures.
class DrivenWindow {
public:
    static constexpr int patience = 60'000; ///< ms; build machines are slow at times

    explicit DrivenWindow(QSize size = { 1600, 1000 });

    /// Before the first window: settings in a folder of the test's own, runs by the program of this
    /// build.
    static void isolate(const QTemporaryDir& settings);
    static QString sample(const char* name);

    ui::MainWindow& window() { return *m_window; }
    ui::MainWindow* operator->() { return m_window.get(); }
    /// Opens a file and waits until everything about it is computed; null if it never was.
    ui::Document* open(const QString& path);
    /// Presses Profile and waits for its end; whether it ended well.
    bool profile(ui::Document* document, int runs = 12);
    /// Waits for jobs, layouts and painting.
    void settle();
    /// Saves `screenshots/NAME-light.png` and `-dark.png` (`@2x` at that pixel ratio) in the build
    /// folder, for people to look at.
    void shoot(const QString& name);

    template <typename T>
    T* panel(const char* id) const
    {
        return qobject_cast<T*>(m_window->panel(QString::fromLatin1(id)));
    }
    QAction* action(const char* id) const;
    /// The first object of this name in the window.
    template <typename T>
    T* child(const char* name) const
    {
        return m_window->findChild<T*>(QString::fromLatin1(name));
    }

private:
    std::unique_ptr<ui::MainWindow> m_window;
};

/// What all visible labels inside say.
QString shownWords(const QWidget& widget);

/// Answers the next modal dialog, which is shown after this call.
void answerDialog(const std::function<void(QDialog&)>& answer);
/// Chooses a file in the next file dialog; `filter` is the begin of a name filter.
void answerFileDialog(const QString& path, const QString& filter = {});
