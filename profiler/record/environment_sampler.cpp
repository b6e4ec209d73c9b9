#include "profiler/record/environment_sampler.h"

#include "model/support/catch_exceptions.h"
#include "profiler/record/clock.h"
#include "profiler/record/machine_noise.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace profiler {
namespace {

using Reading = std::optional<double>;

constexpr std::size_t maxFiles = 16; // per kind: reading more would disturb the measurement

/// Returns the word at position `place` of a file as number; nothing if there is none or it is not
/// a number.
Reading numberIn(const std::string& path, int place = 0)
{
    std::ifstream file(path);
    std::string word;
    for (int i = 0; file >> word; ++i) {
        if (i < place)
            continue;
        char* end = nullptr;
        const double value = std::strtod(word.c_str(), &end);
        return end != word.c_str() ? Reading(value) : std::nullopt;
    }
    return std::nullopt;
}

Reading scaled(Reading value, double factor)
{
    return value ? Reading(*value * factor) : std::nullopt;
}

/// Rate of a counter that only rises.
class Rate {
public:
    /// Returns the change per second since the last call; nothing at the first call, or if the
    /// value became smaller.
    Reading of(Reading value, std::uint64_t now)
    {
        const auto last = std::exchange(m_value, value);
        const auto time = std::exchange(m_time, now);
        if (!last || !value || now <= time || *value < *last)
            return std::nullopt;
        return (*value - *last) * 1e9 / static_cast<double>(now - time);
    }

private:
    Reading m_value;
    std::uint64_t m_time = 0;
};

/// Returns the busy ticks of all processors together.
Reading busyTicks(const std::string& root)
{
    const auto ticks = processorTicks(root);
    return ticks ? Reading(ticks->busy) : std::nullopt;
}

/// Returns the readable files `file` in the directories `prefix0`, `prefix1` ... of a folder. Takes
/// at most `most` of them, evenly chosen, because reading one costs some µs.
std::vector<std::string> numberedFiles(
    const std::string& folder, std::string_view prefix, std::string_view file, std::size_t most)
{
    std::vector<std::pair<unsigned long, std::string>> found;
    std::error_code error; // ignored: an absent folder has no files
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const auto name = entry.path().filename().string();
        const auto number = std::string_view(name).substr(std::min(prefix.size(), name.size()));
        const auto isNumber
            = !number.empty() && number.find_first_not_of("0123456789") == std::string_view::npos;
        auto path = entry.path().string() + "/" + std::string(file);
        if (name.starts_with(prefix) && isNumber && numberIn(path))
            found.emplace_back(std::strtoul(number.data(), nullptr, 10), std::move(path));
    }
    std::ranges::sort(found);
    std::vector<std::string> files;
    const auto count = std::min(most, found.size());
    for (std::size_t i = 0; i < count; ++i)
        files.push_back(std::move(found[i * found.size() / count].second));
    return files;
}

/// Returns the files of the energy counters of the processor packages. Domains within a package
/// have names with two colons. `psys` measures the whole board and includes the packages.
std::vector<std::string> packageFiles(const std::string& root)
{
    auto files = numberedFiles(root + "/sys/class/powercap", "intel-rapl:", "energy_uj", maxFiles);
    std::erase_if(files, [](const std::string& path) {
        std::ifstream file(path.substr(0, path.rfind('/')) + "/name");
        std::string name;
        return (file >> name) && !name.starts_with("package");
    });
    return files;
}

struct Source {
    std::string_view name;
    std::string_view unit;
    std::string_view missing;
};
enum Place : std::size_t { Resident, Threads, Busy, Clock, Temperature, Power };
constexpr std::array sources {
    // clock: mean of all processors; temperature: the hottest zone
    Source { "memory of the process", "bytes", "/proc/self/statm is not readable" },
    Source { "threads of the process", "", "/proc/self/stat is not readable" },
    Source { "processors at work", "", "/proc/stat is not readable" },
    Source { "clock", "hertz", "no cpufreq on this machine (usual in virtual machines)" },
    Source { "temperature", "celsius", "no thermal zone on this machine" },
    Source { "power", "watts", "no powercap (RAPL) on this machine, or not readable by this user" },
};

} // namespace

struct EnvironmentSampler::State {
    std::string root;
    std::chrono::milliseconds every;
    Readings readings;
    Rate busy;
    std::vector<std::string> clocks; ///< files of all processors, or of some evenly chosen ones
    std::vector<std::string> zones;
    std::vector<std::string> packages;
    std::vector<Rate> energies; ///< one per package
    std::mutex mutex; // guards isEnding
    std::condition_variable wake;
    bool isEnding = false;
    std::string failure; ///< why sampling ended early
    std::thread thread;

    State(std::chrono::milliseconds interval, std::string prefix)
        : root(std::move(prefix))
        , every(interval)
        , clocks(numberedFiles(
              root + "/sys/devices/system/cpu", "cpu", "cpufreq/scaling_cur_freq", maxFiles))
        , zones(numberedFiles(root + "/sys/class/thermal", "thermal_zone", "temp", maxFiles))
        , packages(packageFiles(root))
        , energies(packages.size())
    {
        clear();
    }

    void clear()
    {
        readings.series.clear();
        for (const auto& source : sources)
            readings.series.push_back(
                { std::string(source.name), std::string(source.unit), {}, {} });
    }

    void add(Place place, Reading value, std::uint64_t now)
    {
        if (!value)
            return;
        readings.series[place].timeNs.push_back(now);
        readings.series[place].value.push_back(*value);
    }

    void read()
    {
        const auto now = monotonicNs();
        constexpr int residentColumn = 1;
        constexpr int threadsColumn = 19; // valid if the program name has no blanks, like ours
        const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
        add(Resident,
            scaled(numberIn(root + "/proc/self/statm", residentColumn),
                static_cast<double>(sysconf(_SC_PAGESIZE))),
            now);
        add(Threads, numberIn(root + "/proc/self/stat", threadsColumn), now);
        add(Busy, scaled(busy.of(busyTicks(root), now), 1 / ticks), now);
        add(Clock, scaled(meanClock(), 1e3), now);
        add(Temperature, scaled(hottest(), 1e-3), now);
        add(Power, scaled(power(now), 1e-6), now);
    }

    Reading meanClock() const
    {
        double sum = 0;
        double count = 0;
        for (const auto& file : clocks)
            if (const auto value = numberIn(file)) {
                sum += *value;
                ++count;
            }
        return count > 0 ? Reading(sum / count) : std::nullopt;
    }

    Reading hottest() const
    {
        Reading most;
        for (const auto& file : zones)
            if (const auto value = numberIn(file); value && (!most || *value > *most))
                most = value;
        return most;
    }

    /// Returns the power of all packages in µW; nothing if one package cannot be read.
    Reading power(std::uint64_t now)
    {
        double sum = 0;
        bool isWhole = !packages.empty();
        for (std::size_t i = 0; i < packages.size(); ++i) {
            const auto rate = energies[i].of(numberIn(packages[i]), now);
            isWhole = isWhole && rate;
            sum += rate.value_or(0);
        }
        return isWhole ? Reading(sum) : std::nullopt;
    }

    /// Returns false on failure and sets `failure`.
    bool readOnce()
    {
        auto done = support::catchExceptions("reading counters", [&] {
            read();
            return support::Result<void>();
        });
        if (!done)
            failure = std::move(done).error().message();
        return failure.empty();
    }

    void run()
    {
        std::unique_lock lock(mutex);
        while (!isEnding) {
            lock.unlock();
            const bool isRead = readOnce();
            lock.lock();
            if (!isRead)
                return;
            wake.wait_for(lock, every, [&] { return isEnding; });
        }
    }

    void end()
    {
        {
            const std::scoped_lock lock(mutex);
            isEnding = true;
        }
        wake.notify_all();
        if (thread.joinable())
            thread.join();
    }
};

EnvironmentSampler::EnvironmentSampler(std::chrono::milliseconds every, std::string root)
    : m_state(std::make_unique<State>(every, std::move(root)))
{
    const auto started = support::catchExceptions("no thread for reading counters", [&] {
        m_state->thread = std::thread([state = m_state.get()] { state->run(); });
        return support::Result<void>();
    });
    if (!started)
        m_state->failure = started.error().message();
}

EnvironmentSampler::~EnvironmentSampler() { m_state->end(); }

EnvironmentSampler::Readings EnvironmentSampler::finish()
{
    m_state->end();
    if (m_state->failure.empty())
        m_state->readOnce();
    Readings result;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        auto& series = m_state->readings.series[i];
        if (!m_state->failure.empty())
            result.missing.push_back({ series.name, m_state->failure });
        else if (series.value.empty())
            result.missing.push_back({ series.name, std::string(sources[i].missing) });
        if (!series.value.empty())
            result.series.push_back(std::move(series));
    }
    m_state->clear();
    return result;
}

void addReadings(
    ProfileBuilder& builder, const EnvironmentSampler::Readings& readings, std::int64_t zeroNs)
{
    for (const auto& series : readings.series) {
        CounterSeries counter { builder.text(series.name), builder.text(series.unit), {},
            series.value };
        for (const auto time : series.timeNs)
            counter.timeNs.push_back(static_cast<std::int64_t>(time) - zeroNs);
        builder.profile().counters.push_back(std::move(counter));
    }
    for (const auto& missing : readings.missing)
        builder.profile().conditions.push_back({ builder.text("counter: " + missing.name),
            StringId(), builder.text(missing.reason), false });
}

} // namespace profiler
