#include "ui/outputs/kept_values.h"

#include "model/model.h"
#include "ui/run/session_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <ranges>
#include <utility>

namespace ui {

namespace {

QString folderOf(const QString& file) { return QFileInfo(file).path(); }

qint64 bytesIn(const QString& folder)
{
    qint64 bytes = 0;
    for (const auto& file : QDir(folder).entryInfoList(QDir::Files))
        bytes += file.size();
    return bytes;
}

} // namespace

void KeptValues::add(KeptValue value) { m_values.push_back(std::move(value)); }

const KeptValue* KeptValues::find(const model::Model& model, model::ValueId value) const
{
    const auto latest = m_values | std::views::reverse;
    const auto found = std::ranges::find_if(latest, [&](const KeptValue& kept) {
        return kept.value == value && kept.model.lock().get() == &model;
    });
    return found == latest.end() ? nullptr : &*found;
}

std::vector<const KeptValue*> KeptValues::ofOpenModels() const
{
    std::vector<const KeptValue*> values;
    for (const auto& kept : m_values | std::views::reverse)
        if (!kept.model.expired())
            values.push_back(&kept);
    return values;
}

std::vector<model::ValueId> KeptValues::removeUnneeded(const QStringList& used, qint64 mostBytes)
{
    QSet<QString> needed;
    for (const auto& file : used)
        needed.insert(folderOf(file));
    qint64 bytes = 0;
    QHash<QString, bool> folders; // of all runs; true: it stays
    for (const auto& kept : m_values | std::views::reverse) {
        const auto folder = folderOf(kept.file);
        if (kept.model.expired() || folders.contains(folder))
            continue;
        const bool isLatest = folders.isEmpty();
        bytes += bytesIn(folder);
        folders.insert(folder, isLatest || bytes <= mostBytes || needed.contains(folder));
    }
    for (const auto& kept : m_values)
        if (const auto folder = folderOf(kept.file); !folders.contains(folder))
            folders.insert(folder, needed.contains(folder));

    std::vector<model::ValueId> changed;
    for (const auto& kept : m_values) {
        const auto model = kept.model.lock();
        if (!folders.value(folderOf(kept.file)) && model != nullptr
            && find(*model, kept.value) == &kept)
            changed.push_back(kept.value);
    }
    std::erase_if(
        m_values, [&](const KeptValue& kept) { return !folders.value(folderOf(kept.file)); });
    for (auto folder = folders.cbegin(); folder != folders.cend(); ++folder)
        if (!folder.value() && SessionFolder::isIn(folder.key()))
            QDir(folder.key()).removeRecursively();
    return changed;
}

} // namespace ui
