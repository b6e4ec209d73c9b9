#include "profiler/cupti/counters.h"

#include "profiler/cupti/api.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace profiler::cupti {

namespace cuda = engine::cuda;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

// Extra passes that are allowed beyond those of the schedule. After them measuring fails.
constexpr std::size_t morePasses = 4;

/// Makes params with the size that CUPTI expects: up to the end of the last field, without padding.
template <typename P, typename Last>
P sized(Last P::*last)
{
    P params;
    const auto* const begin = reinterpret_cast<const std::byte*>(&params);
    const auto* const end = reinterpret_cast<const std::byte*>(&(params.*last)) + sizeof(Last);
    params.bytes = static_cast<std::size_t>(end - begin);
    return params;
}

/// Calls a function at the end of a scope.
template <typename F>
class AtEnd {
public:
    explicit AtEnd(F end)
        : m_end(std::move(end))
    {
    }
    AtEnd(const AtEnd&) = delete;
    AtEnd& operator=(const AtEnd&) = delete;
    ~AtEnd() { m_end(); }

private:
    F m_end;
};

Result<void*> openHost(ResultChecker& ask, const counter::Api& api, const std::string& chip)
{
    auto open = sized(&counter::HostInitialise::host);
    open.chip = chip.c_str();
    TRY(ask("cuptiProfilerHostInitialize", api.hostInitialise(&open)));
    return open.host;
}

void closeHost(const counter::Api& api, void* host)
{
    auto close = sized(&counter::HostOnly::host);
    close.host = host;
    api.hostDeinitialise(&close);
}

std::vector<const char*> pointersTo(const std::vector<std::string>& names)
{
    std::vector<const char*> pointers;
    for (const auto& name : names)
        pointers.push_back(name.c_str());
    return pointers;
}

/// Adds all metrics in one call: CUPTI never counts metrics of different calls in one pass.
int addMetrics(const counter::Api& api, void* host, const std::vector<std::string>& names)
{
    auto pointers = pointersTo(names);
    auto add = sized(&counter::AddMetrics::count);
    add.host = host;
    add.names = pointers.data();
    add.count = pointers.size();
    return api.addMetrics(&add);
}

/// The metrics of `names` that this chip has; fails if it has none.
Result<std::vector<std::string>> knownMetrics(ResultChecker& ask, const counter::Api& api,
    const std::string& chip, const std::vector<std::string>& names)
{
    std::vector<std::string> known;
    for (const auto& name : names) {
        void* const host = TRY(openHost(ask, api, chip));
        if (addMetrics(api, host, { name }) == result::success)
            known.push_back(name);
        closeHost(api, host);
    }
    if (known.empty())
        return failAs(ErrorKind::Resource, "this kind of GPU has none of the counters");
    return known;
}

Result<MetricSchedule> scheduleOn(
    ResultChecker& ask, const counter::Api& api, void* host, const std::vector<std::string>& names)
{
    MetricSchedule schedule;
    schedule.names = names;
    TRY(ask("cuptiProfilerHostConfigAddMetrics", addMetrics(api, host, names)));
    auto size = sized(&counter::ConfigSize::configBytes);
    size.host = host;
    TRY(ask("cuptiProfilerHostGetConfigImageSize", api.configSize(&size)));
    schedule.config.resize(size.configBytes);
    auto image = sized(&counter::ConfigImage::config);
    image.host = host;
    image.configBytes = schedule.config.size();
    image.config = schedule.config.data();
    TRY(ask("cuptiProfilerHostGetConfigImage", api.configImage(&image)));
    auto passes = sized(&counter::Passes::passes);
    passes.configBytes = schedule.config.size();
    passes.config = schedule.config.data();
    TRY(ask("cuptiProfilerHostGetNumOfPasses", api.passes(&passes)));
    schedule.passes = passes.passes;
    return schedule;
}

} // namespace

cuda::FailureText counterFailure(const char* function, int code)
{
    if (code == result::insufficientPrivileges || code == result::virtualDevice)
        return cuda::countersRefused();
    if (const auto partition = cuda::partitionName(code); !partition.empty())
        return cuda::countersImpossible(partition);
    return { "counters-failed",
        "hardware counters are not measured: CUPTI answers " + std::string(function) + " with "
            + resultName(code),
        "" };
}

std::vector<std::string> metricNames(MetricSet set)
{
    std::vector<std::string> names { "dram__bytes_read.sum", "dram__bytes_write.sum",
        "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
        "sm__warps_active.avg.pct_of_peak_sustained_active" };
    if (set == MetricSet::Full)
        names.insert(names.end(),
            { "sm__throughput.avg.pct_of_peak_sustained_elapsed",
                "dram__throughput.avg.pct_of_peak_sustained_elapsed", "lts__t_sector_hit_rate.pct",
                "l1tex__t_sector_hit_rate.pct", "sm__inst_executed_pipe_tensor.sum",
                "gpu__time_duration.sum" });
    return names;
}

Result<void> ResultChecker::operator()(const char* function, int code)
{
    if (code == result::success)
        return {};
    failure = counterFailure(function, code);
    return failAs(ErrorKind::Resource, failure->message);
}

Result<MetricSchedule> scheduleMetrics(
    const counter::Api& api, const std::string& chip, const std::vector<std::string>& names)
{
    ResultChecker ask;
    const auto known = TRY(knownMetrics(ask, api, chip, names));
    void* const host = TRY(openHost(ask, api, chip));
    const AtEnd close([&] { closeHost(api, host); });
    return scheduleOn(ask, api, host, known);
}

void RangeCounters::push(engine::StepId step)
{
    if (m_mode == Mode::Off || m_depth++ > 0)
        return;
    if (m_mode == Mode::CountRanges) {
        ++m_ranges;
        m_names.try_emplace(step.value(), std::to_string(step.value()));
        return;
    }
    const auto name = m_names.find(step.value());
    auto range = sized(&counter::PushRange::name);
    range.profiler = m_profiler;
    range.name = name != m_names.end() ? name->second.c_str() : "";
    if (const int code = m_api.pushRange(&range); code != result::success)
        m_failure = code;
}

void RangeCounters::pop()
{
    if (m_mode == Mode::Off || m_depth == 0 || --m_depth > 0 || m_mode == Mode::CountRanges)
        return;
    auto range = sized(&counter::ProfilerOnly::profiler);
    range.profiler = m_profiler;
    if (const int code = m_api.popRange(&range); code != result::success)
        m_failure = code;
}

Result<DeviceMetrics> RangeCounters::measure(
    MetricSet set, const std::function<Result<void>()>& once)
{
    counter::Params initialise { sizeof(counter::Params), nullptr };
    TRY(m_ask("cuptiProfilerInitialize", m_api.initialise(&initialise)));
    auto chip = sized(&counter::ChipName::chip);
    chip.device = m_device;
    TRY(m_ask("cuptiDeviceGetChipName", m_api.chipName(&chip)));
    const AtEnd rest([this] { m_mode = Mode::Off; });
    TRY(countRanges(once));
    const auto known = TRY(knownMetrics(m_ask, m_api, chip.chip, metricNames(set)));
    void* const host = TRY(openHost(m_ask, m_api, chip.chip));
    const AtEnd close([&] { closeHost(m_api, host); });
    const auto schedule = TRY(scheduleOn(m_ask, m_api, host, known));
    auto enable = sized(&counter::Enable::profiler);
    enable.context = m_context;
    TRY(m_ask("cuptiRangeProfilerEnable", m_api.enable(&enable)));
    m_profiler = enable.profiler;
    const AtEnd disable([this] {
        auto off = sized(&counter::ProfilerOnly::profiler);
        off.profiler = m_profiler;
        m_api.disable(&off);
        m_profiler = nullptr;
    });
    TRY(makeImage(schedule));
    TRY(configure(schedule));
    m_passes = schedule.passes;
    TRY(runPasses(once));
    return read(host, schedule);
}

/// Does one run that counts the ranges and makes their names. Both are needed before measuring
/// begins, and push() must not allocate while measuring.
Result<void> RangeCounters::countRanges(const std::function<Result<void>()>& once)
{
    m_mode = Mode::CountRanges;
    m_ranges = 0;
    m_depth = 0;
    TRY(once());
    if (m_ranges == 0)
        return failAs(ErrorKind::Resource, "no step of the model runs on the device");
    return {};
}

Result<void> RangeCounters::makeImage(const MetricSchedule& schedule)
{
    auto names = pointersTo(schedule.names);
    auto size = sized(&counter::ImageSize::imageBytes);
    size.profiler = m_profiler;
    size.names = names.data();
    size.count = names.size();
    size.maxRanges = m_ranges;
    size.maxNodes = static_cast<std::uint32_t>(m_ranges);
    TRY(m_ask("cuptiRangeProfilerGetCounterDataSize", m_api.imageSize(&size)));
    m_image.assign(size.imageBytes, 0);
    auto image = sized(&counter::ImageInitialise::image);
    image.profiler = m_profiler;
    image.imageBytes = m_image.size();
    image.image = m_image.data();
    return m_ask("cuptiRangeProfilerCounterDataImageInitialize", m_api.imageInitialise(&image));
}

Result<void> RangeCounters::configure(const MetricSchedule& schedule)
{
    auto config = sized(&counter::SetConfig::level);
    config.profiler = m_profiler;
    config.configBytes = schedule.config.size();
    config.config = schedule.config.data();
    config.imageBytes = m_image.size();
    config.image = m_image.data();
    config.range = counter::userRange;
    config.replay = counter::userReplay;
    config.maxRanges = m_ranges;
    return m_ask("cuptiRangeProfilerSetConfig", m_api.setConfig(&config));
}

Result<void> RangeCounters::runPasses(const std::function<Result<void>()>& once)
{
    m_mode = Mode::Measure;
    m_failure = result::success;
    const auto most = m_passes + morePasses;
    for (std::size_t pass = 0; pass < most; ++pass) {
        m_depth = 0;
        auto start = sized(&counter::ProfilerOnly::profiler);
        start.profiler = m_profiler;
        TRY(m_ask("cuptiRangeProfilerStart", m_api.start(&start)));
        auto ran = once();
        auto stop = sized(&counter::Stop::isComplete);
        stop.profiler = m_profiler;
        const int code = m_api.stop(&stop);
        TRY(std::move(ran));
        TRY(m_ask("cuptiRangeProfilerStop", code));
        TRY(m_ask("cuptiRangeProfilerPushRange", m_failure));
        if (stop.isComplete == 0)
            continue;
        m_passes = pass + 1;
        auto decode = sized(&counter::Decode::dropped);
        decode.profiler = m_profiler;
        TRY(m_ask("cuptiRangeProfilerDecodeData", m_api.decode(&decode)));
        if (decode.dropped > 0)
            return failAs(ErrorKind::Resource, "counters of ", decode.dropped, " of ", m_ranges,
                " steps were dropped");
        return {};
    }
    return failAs(ErrorKind::Resource, "hardware counters are not complete after ", most,
        " runs, expected ", m_passes);
}

Result<DeviceMetrics> RangeCounters::read(void* host, const MetricSchedule& schedule)
{
    DeviceMetrics metrics;
    metrics.names = schedule.names;
    metrics.passes = static_cast<std::uint32_t>(m_passes);
    auto ranges = sized(&counter::ImageRanges::ranges);
    ranges.image = m_image.data();
    ranges.imageBytes = m_image.size();
    TRY(m_ask("cuptiRangeProfilerGetCounterDataInfo", m_api.imageRanges(&ranges)));
    auto names = pointersTo(schedule.names);
    for (std::size_t i = 0; i < ranges.ranges; ++i) {
        auto range = sized(&counter::RangeName::name);
        range.image = m_image.data();
        range.imageBytes = m_image.size();
        range.range = i;
        range.delimiter = "/";
        TRY(m_ask("cuptiRangeProfilerCounterDataGetRangeInfo", m_api.rangeName(&range)));
        const std::string_view name(range.name != nullptr ? range.name : "");
        std::uint32_t step = 0;
        if (std::from_chars(name.data(), name.data() + name.size(), step).ec != std::errc())
            continue;
        DeviceMetrics::Row row { engine::StepId(step),
            std::vector<double>(names.size(), std::numeric_limits<double>::quiet_NaN()) };
        auto evaluate = sized(&counter::Evaluate::values);
        evaluate.host = host;
        evaluate.image = m_image.data();
        evaluate.imageBytes = m_image.size();
        evaluate.range = i;
        evaluate.names = names.data();
        evaluate.count = names.size();
        evaluate.values = row.values.data();
        TRY(m_ask("cuptiProfilerHostEvaluateToGpuValues", m_api.evaluate(&evaluate)));
        metrics.rows.push_back(std::move(row));
    }
    std::ranges::stable_sort(metrics.rows, {}, &DeviceMetrics::Row::step);
    return metrics;
}

} // namespace profiler::cupti
