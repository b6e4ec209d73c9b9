#include "tests/soak/footprint.h"

#include "profiler/tables/profile.h"
#include "tests/soak/log.h"
#include "ui/document/document.h"
#include "ui/jobs/freed_memory.h"
#include "ui/pages/document_page.h"
#include "ui/window/tabs/document_tabs.h"

#include <QApplication>
#include <QDir>
#include <QDirIterator>
#include <QPixmapCache>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

#ifdef SOAK_WITH_MIMALLOC
#include <mimalloc.h>
#endif

// Of the sanitizers, where they are linked.
extern "C" [[gnu::weak]] std::size_t __sanitizer_get_current_allocated_bytes();

namespace soak {

namespace {

std::size_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0; // pages
    file >> total >> resident;
    return resident * std::size_t(::sysconf(_SC_PAGESIZE));
}

std::size_t heapBytes()
{
    if (__sanitizer_get_current_allocated_bytes != nullptr)
        return __sanitizer_get_current_allocated_bytes();
#ifdef SOAK_WITH_MIMALLOC
    std::size_t bytes = 0; // without those of other living threads
    ::mi_heap_visit_blocks(
        ::mi_heap_get_backing(), false,
        [](const mi_heap_t*, const mi_heap_area_t* area, void*, std::size_t, void* sum) {
            *static_cast<std::size_t*>(sum) += area->used * area->block_size;
            return true;
        },
        &bytes);
    return bytes;
#else
    const auto heap = ::mallinfo2();
    return heap.uordblks + heap.hblkhd;
#endif
}

int entriesOf(const char* folder)
{
    std::error_code error;
    const std::filesystem::directory_iterator entries(folder, error);
    return error ? 0 : int(std::distance(begin(entries), end(entries)));
}

int childProcesses()
{
    int count = 0;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", error)) {
        std::ifstream file(task.path() / "children");
        for (int child = 0; file >> child;)
            ++count;
    }
    return count;
}

int temporaryFiles()
{
    int count = 0;
    for (QDirIterator each(
             QDir::tempPath(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
         each.hasNext(); each.next())
        ++count;
    return count;
}

template <typename T>
void keepLiving(T& known)
{
    std::erase_if(known, [](const auto& entry) { return entry.first.expired(); });
}

} // namespace

Footprint Footprint::now()
{
    QPixmapCache::clear();
    ui::returnFreedMemory();
    Footprint print;
    print.heapBytes = soak::heapBytes();
    print.residentBytes = soak::residentBytes();
    print.descriptors = entriesOf("/proc/self/fd");
    print.threads = entriesOf("/proc/self/task");
    print.children = childProcesses();
    print.files = temporaryFiles();
    for (const auto* widget : QApplication::allWidgets())
        ++print.widgets[QString::fromLatin1(widget->metaObject()->className())];
    return print;
}

int Footprint::widgetCount() const
{
    int count = 0;
    for (const auto& [name, number] : widgets)
        count += number;
    return count;
}

void Footprint::print() const
{
    constexpr double mib = 1024.0 * 1024.0;
    say("at rest after %.1f min: heap %.2f MiB, resident %.1f MiB, %d descriptors, %d threads, "
        "%d children, %d temporary files, %d widgets",
        minutes, double(heapBytes) / mib, double(residentBytes) / mib, descriptors, threads,
        children, files, widgetCount());
}

QString moreWidgets(const Footprint& before, const Footprint& after)
{
    QStringList more;
    for (const auto& [name, count] : after.widgets) {
        const auto known = before.widgets.find(name);
        const int added = count - (known == before.widgets.end() ? 0 : known->second);
        if (added > 0)
            more += QStringLiteral("%1 +%2").arg(name).arg(added);
    }
    return more.join(QStringLiteral(", "));
}

double medianOf(const std::vector<Footprint>& prints, std::size_t begin, std::size_t end,
    std::size_t Footprint::*figure)
{
    std::vector<std::size_t> values;
    for (auto i = begin; i < end; ++i)
        values.push_back(prints[i].*figure);
    std::ranges::sort(values);
    return values.empty() ? 0 : double(values[values.size() / 2]);
}

void Shown::look()
{
    keepLiving(m_models);
    keepLiving(m_profiles);
    for (auto* window : QApplication::topLevelWidgets()) {
        for (const auto* page : window->findChildren<ui::DocumentPage*>()) {
            const auto* document = page->document();
            if (document == nullptr)
                continue;
            if (const auto model = document->model())
                m_models.emplace(model, document->path());
            if (const auto profile = document->profile())
                m_profiles.emplace(profile, document->path());
        }
    }
}

QStringList Shown::alive() const
{
    QStringList files;
    for (const auto& [model, path] : m_models)
        if (!model.expired())
            files += QStringLiteral("model of ") + path;
    for (const auto& [profile, path] : m_profiles)
        if (!profile.expired())
            files += QStringLiteral("profile of ") + path;
    return files;
}

void Shown::forget()
{
    m_models.clear();
    m_profiles.clear();
}

} // namespace soak
