#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <vector>

class QProcess;

namespace ui {

/// The plug-ins with operators that the user added in Preferences (docs/custom-operators.md). Each
/// is first loaded by a child process (`opscope-cli operators`), so that one that crashes or is
/// refused is a line in a list; then also here, because shapes are inferred in the window. Runs get
/// them as options of the process that runs the model. One for the whole program: a library is
/// loaded once and stays.
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

    /// Loads those of the settings; for the start of the program.
    void start();
    const std::vector<Entry>& entries() const { return m_entries; }
    /// Remembers the file and loads it. The user has agreed that its code runs.
    void add(const QString& file);
    /// Forgets it: runs do without it from now on, the window until it starts again.
    void remove(const QString& file);
    /// `--plugin FILE` of all that are loaded, for a process that reads a model.
    QStringList arguments() const;

signals:
    void changed();
    void loaded(); ///< operators came: models that were opened before may use them

private:
    void check(const QString& file);
    void checked(const QString& file, QProcess& child);
    void load(const QString& file);
    void set(const QString& file, State state, const QString& words);
    void remember() const;

    std::vector<Entry> m_entries;
};

} // namespace ui
