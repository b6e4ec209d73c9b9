#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

namespace ui {

struct ChildResult;

/// The operator plug-ins that the user added in Preferences (docs/custom-operators.md). Each is
/// first loaded by a child process (`opscope-cli operators`), so a plug-in that crashes or is
/// refused only gets an entry with the reason. Then the window's process loads it too, for shape
/// inference. Runs get plug-ins as command-line options. One instance for the program; a loaded
/// library is never unloaded.
class OperatorPlugins : public QObject {
    Q_OBJECT

public:
    enum class State { Checking, Loaded, Refused };
    struct Entry {
        QString file;
        State state = State::Checking;
        QString words; ///< `Example operators 1.0, 3 operators`, or why it was refused
    };

    static OperatorPlugins& instance();

    /// Loads the plug-ins of the settings. To be called at the start of the program.
    void start();
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Adds the file to the settings and loads it. The user must have agreed to run its code.
    void add(const QString& file);
    /// Removes the file from the settings. New runs do not load it; the window's process keeps it
    /// until it exits.
    void remove(const QString& file);
    /// `--plugin FILE` for all loaded plug-ins, as options for a child process.
    QStringList arguments() const;

signals:
    void changed();
    void loaded(); ///< new operators are available: open models may use them

private:
    void check(const QString& file);
    void checked(const QString& file, const ChildResult& child);
    void load(const QString& file);
    void set(const QString& file, State state, const QString& words);
    void remember() const;

    std::vector<Entry> m_entries;
};

} // namespace ui
