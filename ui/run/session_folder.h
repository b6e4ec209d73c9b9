#pragma once

#include <QString>
#include <QStringList>

#include <memory>

class QTemporaryDir;

namespace ui {

/// What a window's runs write lies in a folder of its own, which goes with the window. A window
/// that is killed leaves it:
///
///     <temporary files>/opscope-<user>-<settings>/  K3xQ2a/  window        locked while it lives
///                                                            run-1.opscope
///                                                            run-1.model   where its model lies
///                                                            run-2.opscope.part
///                                                            run-2.model
///
/// Folders are made, taken and removed under a lock on the one above them, so that none is taken
/// for left that is just being made.
class SessionFolder {
public:
    SessionFolder();
    SessionFolder(const SessionFolder&) = delete;
    SessionFolder& operator=(const SessionFolder&) = delete;
    ~SessionFolder();

    bool isValid() const;
    QString errorString() const;
    QString filePath(const QString& name) const;

    /// Folders of windows that are gone, of this user and these settings.
    static QStringList left();
    /// Whether the file lies in the folder of some window, alive or gone.
    static bool isIn(const QString& file);
    /// Keeps others from taking a left folder while it lives; not valid if somebody has it.
    class Claim {
    public:
        explicit Claim(const QString& folder);
        Claim(const Claim&) = delete;
        Claim& operator=(const Claim&) = delete;
        ~Claim();
        bool isValid() const { return m_lock >= 0; }
        /// Removes the folder with all that is in it.
        void remove();

    private:
        QString m_folder;
        int m_lock = -1;
    };

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_lock = -1;
};

} // namespace ui
