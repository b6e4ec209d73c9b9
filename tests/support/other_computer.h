#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace testing {

/// Writes a file that may be executed.
inline void writeProgram(const QString& path, const QByteArray& content)
{
    QFile file(path);
    file.remove();
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("%s cannot be written", qPrintable(path));
    file.setPermissions(file.permissions() | QFile::ExeOwner);
}

/// A computer that a stand-in for ssh reaches: a folder as its home, and programs that come before
/// those of this computer. What runs there is sh and the program that was copied.
class OtherComputer {
public:
    OtherComputer()
    {
        QDir(path()).mkdir("home");
        QDir(path()).mkdir("bin");
        writeProgram(path("ssh"), R"sh(#!/bin/sh
for command; do :; done
here=$(dirname "$0")
HOME=$here/home PATH=$here/bin:$PATH
export HOME PATH
unset XDG_CACHE_HOME
if test -f "$here/limits"; then . "$here/limits"; fi
sh -c "$command"
)sh");
        qputenv("OPSCOPE_SSH", path("ssh").toUtf8());
    }

    QString path(const QString& name = {}) const { return m_folder.filePath(name); }
    QString kept() const { return path("home/.cache/opscope/remote"); }
    /// Names in its folder that begin so.
    QStringList folders(const char* beginning) const
    {
        return QDir(kept()).entryList({ QString(beginning) + "*" }, QDir::Dirs);
    }
    /// A program there that prints this.
    void pretend(const char* program, const QByteArray& printed) const
    {
        writeProgram(path("bin/") + program, "#!/bin/sh\ncat <<'END'\n" + printed + "\nEND\n");
    }
    /// Commands that are run before those of ssh.
    void limit(const QByteArray& commands) const { writeProgram(path("limits"), commands + "\n"); }
    void heal() const
    {
        QFile::remove(path("limits"));
        for (const auto& name : QDir(path("bin")).entryList(QDir::Files))
            QFile::remove(path("bin/") + name);
    }
    /// Replaces the copied program by a script, which gets the words of the command line.
    void replaceProgram(const QByteArray& script) const
    {
        const auto program = kept() + "/" + folders("program-").value(0) + "/bin/opscope-cli";
        if (!QFile::exists(program + ".own"))
            QFile::rename(program, program + ".own");
        writeProgram(program,
            "#!/bin/sh\nif test \"$1\" = --version; then echo opscope-cli " OPSCOPE_VERSION
            "; exit 0; fi\n"
            "for last; do :; done\nwhile test $# -gt 0; do if test \"$1\" = -o; then out=$2; fi; "
            "shift; done\n"
                + script + "\n");
    }
    void restoreProgram() const
    {
        const auto program = kept() + "/" + folders("program-").value(0) + "/bin/opscope-cli";
        if (QFile::exists(program + ".own")) {
            QFile::remove(program);
            QFile::rename(program + ".own", program);
        }
    }

private:
    QTemporaryDir m_folder;
};

} // namespace testing
