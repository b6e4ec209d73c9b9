#include "ui/document/file_watch.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QHash>
#include <QPointer>

#include <utility>

namespace ui {

namespace {

constexpr int settleMs = 400;

/// The watcher of the process. Each instance of inotify takes Linux 20 ms to end, so that a window
/// with many tabs would not close at once.
class SharedWatcher : public QFileSystemWatcher {
public:
    static SharedWatcher& instance()
    {
        static QPointer<SharedWatcher> watcher;
        if (watcher == nullptr)
            watcher = new SharedWatcher(QCoreApplication::instance());
        return *watcher;
    }

    void use(const QString& path)
    {
        ++m_users[path];
        watch(path);
    }
    void leave(const QString& path)
    {
        if (--m_users[path] > 0)
            return;
        m_users.remove(path);
        removePath(path);
    }
    /// To be called again for a file: QFileSystemWatcher stops watching one that was replaced or
    /// removed.
    void watch(const QString& path)
    {
        if (!files().contains(path) && !directories().contains(path) && QFileInfo::exists(path))
            addPath(path);
    }

private:
    using QFileSystemWatcher::QFileSystemWatcher;

    QHash<QString, int> m_users; ///< number of them by path
};

} // namespace

FileWatch::FileWatch(QString path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settleMs);
    connect(&m_soon, &QTimer::timeout, this, &FileWatch::check);
    auto& watcher = SharedWatcher::instance();
    for (const auto signal :
        { &QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged })
        connect(&watcher, signal, this, [this](const QString& changedPath) {
            if (changedPath == m_path || changedPath == folder())
                m_soon.start();
        });
    watcher.use(folder()); // tells when the file comes back
    watcher.use(m_path);
    accept();
}

FileWatch::~FileWatch()
{
    SharedWatcher::instance().leave(m_path);
    SharedWatcher::instance().leave(folder());
}

QString FileWatch::folder() const { return QFileInfo(m_path).absolutePath(); }

void FileWatch::setPath(const QString& path)
{
    auto& watcher = SharedWatcher::instance();
    watcher.leave(m_path);
    watcher.leave(folder());
    m_path = path;
    watcher.use(folder());
    watcher.use(m_path);
    accept();
}

void FileWatch::accept()
{
    const QFileInfo now(m_path);
    m_bytes = now.exists() ? now.size() : -1;
    m_written = now.lastModified();
    check();
}

FileWatch::State FileWatch::check()
{
    SharedWatcher::instance().watch(m_path);
    const QFileInfo now(m_path);
    const auto state = !now.exists()                               ? State::Gone
        : now.size() != m_bytes || now.lastModified() != m_written ? State::Changed
                                                                   : State::Same;
    if (std::exchange(m_state, state) != state)
        emit changed();
    return state;
}

} // namespace ui
