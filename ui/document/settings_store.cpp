#include "ui/document/settings_store.h"

#include <QFile>
#include <QFileInfo>
#include <QSettings>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ui::settings {

namespace {

QSettings fileOf(const QString& folder)
{
    if (!folder.isEmpty())
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    return QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("Opscope"),
        QStringLiteral("opscope"));
}

/// Returns the key as QSettings has it: without empty parts.
QString normalised(QAnyStringView key)
{
    return key.toString().split(u'/', Qt::SkipEmptyParts).join(u'/');
}

/// True if the file has all keys. Each is a line with `=`: line breaks and `=` of keys are escaped.
bool isWhole(const QSettings& settings)
{
    QFile file(settings.fileName());
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const auto lines = file.readAll().split('\n');
    return std::ranges::count_if(lines, [](const QByteArray& line) { return line.contains('='); })
        >= settings.allKeys().size();
}

} // namespace

Store::Store(QString folder)
    : m_folder(std::move(folder))
    , m_fileName(fileOf(m_folder).fileName())
{
    m_writer.setMaxThreadCount(1);
    const std::scoped_lock lock(m_mutex);
    readIfChanged();
}

Store::~Store() { flush(); }

Store::Stamp Store::stampNow() const
{
    const QFileInfo file(m_fileName);
    return file.exists() ? Stamp { file.lastModified(), file.size() } : Stamp {};
}

Store::Values Store::read() const
{
    const auto settings = fileOf(m_folder);
    Values values;
    for (const auto& key : settings.allKeys())
        values.insert(key, settings.value(key));
    return values;
}

void Store::readIfChanged()
{
    if (m_isWriting) // QSettings would wait for the disk; read afterwards
        return;
    if (const auto stamp = stampNow(); stamp != m_stamp) {
        m_stamp = stamp;
        m_values = read();
    }
}

QVariant Store::value(QAnyStringView key)
{
    const std::scoped_lock lock(m_mutex);
    readIfChanged();
    return m_values.value(normalised(key));
}

QStringList Store::keysIn(const QString& group)
{
    const std::scoped_lock lock(m_mutex);
    readIfChanged();
    const auto prefix = group + u'/';
    QStringList names;
    for (auto each = m_values.lowerBound(prefix);
         each != m_values.end() && each.key().startsWith(prefix); ++each)
        if (const auto name = each.key().mid(prefix.size()); !name.contains(u'/'))
            names.append(name);
    return names;
}

void Store::change(QList<Change> changes)
{
    const std::scoped_lock lock(m_mutex);
    readIfChanged();
    for (auto& change : changes) {
        change.key = normalised(change.key);
        apply(change, m_values);
    }
    m_pending += std::move(changes);
    if (!std::exchange(m_isWriting, true))
        m_writer.start([this] { writeChanges(); });
}

void Store::apply(const Change& change, Values& values)
{
    if (change.value) {
        values.insert(change.key, *change.value);
        return;
    }
    values.remove(change.key);
    const auto prefix = change.key + u'/';
    for (auto each = values.lowerBound(prefix);
         each != values.end() && each.key().startsWith(prefix);)
        each = values.erase(each);
}

void Store::writeChanges()
{
    while (true) {
        QList<Change> changes;
        {
            const std::scoped_lock lock(m_mutex);
            changes = std::exchange(m_pending, {});
            if (changes.isEmpty()) {
                m_isWriting = false;
                return;
            }
        }
        write(changes);
    }
}

/// On a full disk QSettings replaces its file by one without what could not be written (Qt 6.4:
/// QSaveFile::commit() does not see that the flush failed). Then the file from before is put back.
void Store::write(const QList<Change>& changes) const
{
    QSettings settings(m_fileName, QSettings::IniFormat);
    const auto file = m_fileName.toStdString();
    const auto before = file + ".before";
    std::error_code failure;
    std::filesystem::remove(before, failure);
    std::filesystem::create_hard_link(file, before, failure);
    const bool isKept = !failure;
    for (const auto& change : changes)
        change.value ? settings.setValue(change.key, *change.value) : settings.remove(change.key);
    settings.sync();
    if (isKept && !isWhole(settings))
        std::filesystem::rename(before, file, failure);
    std::filesystem::remove(before, failure);
}

void Store::flush() { m_writer.waitForDone(); }

} // namespace ui::settings
