#include "profiler/counters/event_names.h"

#include "model/support/text.h"
#include "profiler/counters/listed_event.h"

#include <linux/perf_event.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace profiler {
namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

constexpr std::size_t longestName = 200;
constexpr std::size_t namesShown = 5;

struct GenericEvent {
    std::string_view name;
    std::uint32_t type;
    std::uint64_t config;
};
constexpr std::uint32_t hardware = PERF_TYPE_HARDWARE;
constexpr std::uint32_t software = PERF_TYPE_SOFTWARE;
constexpr std::array genericEvents {
    GenericEvent { "cycles", hardware, PERF_COUNT_HW_CPU_CYCLES },
    GenericEvent { "instructions", hardware, PERF_COUNT_HW_INSTRUCTIONS },
    GenericEvent { "cache-references", hardware, PERF_COUNT_HW_CACHE_REFERENCES },
    GenericEvent { "cache-misses", hardware, PERF_COUNT_HW_CACHE_MISSES },
    GenericEvent { "branches", hardware, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
    GenericEvent { "branch-misses", hardware, PERF_COUNT_HW_BRANCH_MISSES },
    GenericEvent { "bus-cycles", hardware, PERF_COUNT_HW_BUS_CYCLES },
    GenericEvent { "ref-cycles", hardware, PERF_COUNT_HW_REF_CPU_CYCLES },
    GenericEvent { "stalled-cycles-frontend", hardware, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
    GenericEvent { "stalled-cycles-backend", hardware, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
    GenericEvent { "context-switches", software, PERF_COUNT_SW_CONTEXT_SWITCHES },
    GenericEvent { "cpu-migrations", software, PERF_COUNT_SW_CPU_MIGRATIONS },
    GenericEvent { "page-faults", software, PERF_COUNT_SW_PAGE_FAULTS },
    GenericEvent { "minor-faults", software, PERF_COUNT_SW_PAGE_FAULTS_MIN },
    GenericEvent { "major-faults", software, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
    GenericEvent { "alignment-faults", software, PERF_COUNT_SW_ALIGNMENT_FAULTS },
    GenericEvent { "emulation-faults", software, PERF_COUNT_SW_EMULATION_FAULTS },
    GenericEvent { "task-clock", software, PERF_COUNT_SW_TASK_CLOCK },
};

struct CacheWord {
    std::string_view name;
    std::uint64_t code;
};
constexpr std::array caches { CacheWord { "L1-dcache", PERF_COUNT_HW_CACHE_L1D },
    CacheWord { "L1-icache", PERF_COUNT_HW_CACHE_L1I }, CacheWord { "LLC", PERF_COUNT_HW_CACHE_LL },
    CacheWord { "dTLB", PERF_COUNT_HW_CACHE_DTLB }, CacheWord { "iTLB", PERF_COUNT_HW_CACHE_ITLB },
    CacheWord { "branch", PERF_COUNT_HW_CACHE_BPU },
    CacheWord { "node", PERF_COUNT_HW_CACHE_NODE } };
constexpr std::array operations { CacheWord { "load", PERF_COUNT_HW_CACHE_OP_READ },
    CacheWord { "store", PERF_COUNT_HW_CACHE_OP_WRITE },
    CacheWord { "prefetch", PERF_COUNT_HW_CACHE_OP_PREFETCH } };

/// An event of which the name is known before it is asked for.
struct KnownEvent {
    std::string name;
    std::string by;
    std::string driver; ///< empty: `encoding` is set
    EventEncoding encoding;
};

void addGeneric(std::vector<KnownEvent>& known)
{
    for (const auto& event : genericEvents)
        known.push_back(
            { std::string(event.name), "the kernel", {}, { event.type, event.config } });
    // `L1-dcache-loads`, `L1-dcache-load-misses`: Linux, tools/perf/util/evsel.c.
    for (const auto& cache : caches)
        for (const auto& operation : operations) {
            const auto name = std::string(cache.name) + "-" + std::string(operation.name);
            const auto code = cache.code | operation.code << 8;
            const auto plural = operation.code == PERF_COUNT_HW_CACHE_OP_PREFETCH ? "es" : "s";
            known.push_back({ name + plural, "the kernel", {}, { PERF_TYPE_HW_CACHE, code } });
            known.push_back({ name + "-misses", "the kernel", {},
                { PERF_TYPE_HW_CACHE,
                    code | std::uint64_t(PERF_COUNT_HW_CACHE_RESULT_MISS) << 16 } });
        }
}

/// Adds what the drivers list, those of the whole machine left out: they name the processors on
/// which they count (`cpumask`).
void addListed(const CounterKernel& kernel, std::vector<KnownEvent>& known)
{
    for (const auto& driver : kernel.namesIn(driverFolder("")))
        if (!firstLineOf(kernel, driverFolder(driver) + "/cpumask"))
            for (const auto& name : kernel.namesIn(driverFolder(driver) + "/events"))
                if (name.find('.') == std::string::npos) // NAME.scale and NAME.unit are none
                    known.push_back({ name, "the driver " + driver, driver, {} });
}

/// Returns the number of letters to change, add or leave out.
std::size_t editDistance(std::string_view from, std::string_view to)
{
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < from.size(); ++i) {
        auto diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < to.size(); ++j) {
            const auto changed = diagonal + (from[i] == to[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({ changed, row[j] + 1, row[j + 1] + 1 });
        }
    }
    return row.back();
}

std::string nearestNames(std::string_view wanted, std::span<const KnownEvent> known)
{
    std::vector<std::pair<std::size_t, std::string_view>> ranked;
    for (const auto& event : known) {
        const bool isPart = event.name.find(wanted) != std::string::npos
            || wanted.find(event.name) != std::string_view::npos;
        ranked.emplace_back(isPart ? 0 : editDistance(wanted, event.name), event.name);
    }
    std::ranges::stable_sort(ranked);
    std::string text;
    for (std::size_t i = 0; i < std::min(namesShown, ranked.size()); ++i)
        if (i == 0 || ranked[i].first <= wanted.size() / 2)
            text += (i == 0 ? "" : ", ") + support::sanitise(ranked[i].second);
    return text;
}

/// A driver and the name within it: of `cpu/NAME/`, else of any driver.
struct WantedEvent {
    std::string_view driver;
    std::string_view name;
};
WantedEvent wantedOf(std::string_view text)
{
    const auto slash = text.find('/');
    if (slash == std::string_view::npos || !text.ends_with('/') || slash + 1 == text.size())
        return { {}, text };
    return { text.substr(0, slash), text.substr(slash + 1, text.size() - slash - 2) };
}

/// Context switches and migrations happen in the kernel, which is not counted: they would be 0.
Result<void> checkUserMode(const std::string& name, const EventEncoding& encoding)
{
    const bool isOfKernel = encoding.type == software
        && (encoding.config == PERF_COUNT_SW_CONTEXT_SWITCHES
            || encoding.config == PERF_COUNT_SW_CPU_MIGRATIONS);
    if (isOfKernel)
        return failAs(ErrorKind::Usage, "the event \"", support::sanitise(name),
            "\" happens in the kernel, which is not counted; --counters cpu always counts switches "
            "and migrations: leave it out");
    return {};
}

Result<NamedEvent> findKnown(const CounterKernel& kernel, const std::string& name,
    std::span<const KnownEvent> known, const std::string& reason)
{
    const auto wanted = wantedOf(name);
    for (const auto& event : known) {
        if (event.name != wanted.name || (!wanted.driver.empty() && event.driver != wanted.driver))
            continue;
        if (event.driver.empty())
            return NamedEvent { name, event.by, event.encoding };
        const auto listed = listedEvent(kernel, event.driver, event.name);
        if (!listed)
            return failAs(ErrorKind::Unsupported, "the event \"", support::sanitise(name), "\" of ",
                support::sanitise(event.by),
                " has a field that lies in several parts or in another "
                "word than config, which only libpfm4 places: install it (libpfm4)");
        return NamedEvent { name, event.by, { listed->type, listed->config } };
    }
    return failAs(ErrorKind::Usage, "the event \"", support::sanitise(name),
        "\" is not known here; names near it: ", nearestNames(wanted.name, known), reason);
}

/// Divides the names. Fails if there are too many, or one is empty, too long or there twice.
Result<std::vector<std::string>> namesIn(std::string_view text)
{
    std::vector<std::string> names;
    for (const auto name : support::split(text, ',')) {
        if (name.empty() || name.size() > longestName)
            return failAs(ErrorKind::Usage, "an event has a name of ", name.size(),
                " characters, expected 1 to ", longestName, ": separate names by one comma");
        if (std::ranges::find(names, name) != names.end())
            return failAs(ErrorKind::Usage, "the event \"", support::sanitise(name),
                "\" is named twice: leave one out");
        if (names.size() == mostNamedEvents)
            return failAs(ErrorKind::Usage, "more than ", mostNamedEvents,
                " events are named: count them in several measurements");
        names.emplace_back(name);
    }
    return names;
}

} // namespace

Result<std::vector<NamedEvent>> findEvents(
    const CounterKernel& kernel, std::string_view text, const AskLibrary& library)
{
    const auto names = TRY(namesIn(text));
    const auto answers = library ? library(names) : std::vector<Result<EventEncoding>>();
    std::vector<KnownEvent> known;
    addGeneric(known);
    addListed(kernel, known);
    std::vector<NamedEvent> events;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i < answers.size() && answers[i])
            events.push_back({ names[i], "libpfm4", *answers[i] });
        else
            events.push_back(TRY(findKnown(kernel, names[i], known,
                i < answers.size()
                    ? "; libpfm4: " + answers[i].error().message()
                    : std::string("; libpfm4, which knows more, is not installed"))));
        TRY(checkUserMode(names[i], events.back().encoding));
    }
    return events;
}

} // namespace profiler
