#include "ui/document/file_watch.h"

#include <QFileInfo>

#include <utility>

namespace ui {

namespace {

constexpr int settleMs = 400;

} // namespace

FileWatch::FileWatch(QString path, QObject* parent)
    : QObject(parent)
    , m_path(std::move(path))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(settleMs);
    connect(&m_soon, &QTimer::timeout, this, &FileWatch::check);
    for (const auto signal :
        { &QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged })
        connect(&m_watcher, signal, &m_soon, qOverload<>(&QTimer::start));
    // Watches the folder too: QFileSystemWatcher stops watching a file that was replaced or
    // removed.
    m_watcher.addPath(QFileInfo(m_path).absolutePath());
    accept();
}

void FileWatch::setPath(const QString& path)
{
    m_watcher.removePaths(m_watcher.files() + m_watcher.directories());
    m_path = path;
    m_watcher.addPath(QFileInfo(m_path).absolutePath());
    accept();
}

void FileWatch::watch()
{
    if (!m_watcher.files().contains(m_path) && QFileInfo::exists(m_path))
        m_watcher.addPath(m_path);
}

void FileWatch::accept()
{
    const QFileInfo now(m_path);
    m_bytes = now.exists() ? now.size() : -1;
    m_written = now.lastModified();
    watch();
    check();
}

FileWatch::State FileWatch::check()
{
    watch();
    const QFileInfo now(m_path);
    const auto state = !now.exists()                               ? State::Gone
        : now.size() != m_bytes || now.lastModified() != m_written ? State::Changed
                                                                   : State::Same;
    if (std::exchange(m_state, state) != state)
        emit changed();
    return state;
}

} // namespace ui
