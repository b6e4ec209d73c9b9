#include "profiler/cupti/nvml.h"

#include "model/support/catch_exceptions.h"
#include "profiler/cupti/clock.h"

#include <array>
#include <bit>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace profiler::cupti {

namespace {

/// `value` is valid if NVML's result code is 0.
struct Reading {
    int answer = 0;
    double value = 0;
};
constexpr int noFunction = 13; // NVML_ERROR_FUNCTION_NOT_FOUND

struct AnswerName {
    int code;
    const char* words;
};
constexpr std::array answerNames {
    AnswerName { 1, "NVML is not initialised" },
    AnswerName { 3, "not supported by this GPU" },
    AnswerName { 4, "this user may not read it" },
    AnswerName { 6, "NVML does not know this GPU" },
    AnswerName { 9, "the driver is not loaded" },
    AnswerName { 12, "NVML's library is not there" },
    AnswerName { noFunction, "not supported by this driver's NVML" },
    AnswerName { 15, "the GPU is lost" },
    AnswerName { 18, "NVML does not fit the driver" },
};

std::string answerText(int code)
{
    for (const auto& row : answerNames) {
        if (row.code == code)
            return row.words;
    }
    return "NVML answers with error " + std::to_string(code);
}

double numberOf(const nvml::FieldValue& field)
{
    switch (field.type) {
    case 0:
        return std::bit_cast<double>(field.value);
    case 1:
        return static_cast<double>(static_cast<std::uint32_t>(field.value));
    case 4:
        return static_cast<double>(static_cast<std::int64_t>(field.value));
    case 5:
        return static_cast<double>(static_cast<std::int32_t>(field.value));
    case 6:
        return static_cast<double>(static_cast<std::uint16_t>(field.value));
    default:
        return static_cast<double>(field.value);
    }
}

/// Calls a function that NVML may lack. Returns its result code.
template <typename... Parameters, typename... Arguments>
int ask(int (*function)(Parameters...), Arguments... arguments)
{
    return function != nullptr ? function(arguments...) : noFunction;
}

/// Fields are in thousandths of the unit that is shown.
template <std::uint32_t id>
Reading fieldReading(const nvml::Api& api, void* device)
{
    nvml::FieldValue field;
    field.field = id;
    const int code = ask(api.fieldValues, device, 1, &field);
    return { code != 0 ? code : field.result, numberOf(field) * 1e-3 };
}

template <int type>
Reading clockReading(const nvml::Api& api, void* device)
{
    constexpr double mega = 1e6;
    std::uint32_t value = 0;
    const int code = ask(api.clock, device, type, &value);
    return { code, value * mega };
}

Reading temperatureReading(const nvml::Api& api, void* device)
{
    nvml::Temperature value;
    const int code = ask(api.temperature, device, &value);
    return { code, static_cast<double>(value.celsius) };
}

Reading reasonsReading(const nvml::Api& api, void* device)
{
    std::uint64_t bits = 0;
    const int code = ask(api.eventReasons, device, &bits);
    return { code, static_cast<double>(bits) };
}

Reading memoryReading(const nvml::Api& api, void* device)
{
    nvml::MemoryUse use;
    const int code = ask(api.memory, device, &use);
    return { code, static_cast<double>(use.used) };
}

Reading stateReading(const nvml::Api& api, void* device)
{
    std::uint32_t state = 0;
    const int code = ask(api.performanceState, device, &state);
    return { code, static_cast<double>(state) };
}

struct SourceRow {
    const char* name;
    const char* unit;
    Reading (*read)(const nvml::Api& api, void* device);
};
constexpr std::array sources {
    SourceRow { "power", "watts", fieldReading<nvml::powerNow> },
    SourceRow { "energy", "joules", fieldReading<nvml::totalEnergy> },
    SourceRow { "SM clock", "hertz", clockReading<nvml::multiprocessorClock> },
    SourceRow { "memory clock", "hertz", clockReading<nvml::memoryClock> },
    SourceRow { "temperature", "celsius", temperatureReading },
    SourceRow { "clock event reasons", "", reasonsReading },
    SourceRow { "memory in use", "bytes", memoryReading },
    SourceRow { "performance state", "", stateReading },
};

} // namespace

struct DeviceSampler::State {
    Options options;
    void* device = nullptr;
    std::vector<DeviceSeries> series;
    std::array<int, sources.size()> answers {}; // last result code without a value, per source
    std::mutex mutex; // guards isEnding
    std::condition_variable wake;
    bool isEnding = false;
    std::thread thread;

    explicit State(Options given)
        : options(std::move(given))
    {
        if (!options.clock)
            options.clock = [] { return static_cast<std::int64_t>(readMonotonic()); };
        for (const auto& source : sources)
            series.push_back({ source.name, source.unit, {}, {} });
        if (options.whyNot.empty())
            findDevice();
    }

    void findDevice()
    {
        const auto& api = options.api;
        if (api.init == nullptr || api.deviceByUuid == nullptr) {
            options.whyNot = "libnvidia-ml.so.1 lacks functions of NVML 2";
            return;
        }
        int code = api.init();
        if (code == 0)
            code = api.deviceByUuid(options.uuid.c_str(), &device);
        if (code == 0)
            return;
        device = nullptr;
        options.whyNot = answerText(code);
    }

    void read()
    {
        if (options.onTick)
            options.onTick();
        if (device == nullptr)
            return;
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const auto reading = sources[i].read(options.api, device);
            if (reading.answer != 0) {
                answers[i] = reading.answer;
                continue;
            }
            series[i].timeNs.push_back(options.clock());
            series[i].value.push_back(reading.value);
        }
    }

    void run()
    {
        std::unique_lock lock(mutex);
        while (!isEnding) {
            lock.unlock();
            const auto readAll = support::catchExceptions("reading counters", [&] {
                read();
                return support::Result<void>();
            });
            lock.lock();
            if (!readAll) {
                options.whyNot = readAll.error().message();
                device = nullptr; // no further readings; earlier ones are kept
                return;
            }
            wake.wait_for(lock, options.every, [&] { return isEnding; });
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

DeviceSampler::DeviceSampler(Options options)
    : m_state(std::make_unique<State>(std::move(options)))
{
    // Without a device and without onTick the thread would have nothing to do.
    if (m_state->device != nullptr || m_state->options.onTick)
        m_state->thread = std::thread([state = m_state.get()] { state->run(); });
}

DeviceSampler::~DeviceSampler() { m_state->end(); }

DeviceSampler::Readings DeviceSampler::finish()
{
    m_state->end();
    m_state->read();
    Readings result;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        auto& series = m_state->series[i];
        if (!series.value.empty())
            result.series.push_back(std::move(series));
        else
            result.missing.push_back({ sources[i].name,
                m_state->options.whyNot.empty() ? answerText(m_state->answers[i])
                                                : m_state->options.whyNot });
    }
    m_state->series.clear();
    m_state->device = nullptr;
    return result;
}

} // namespace profiler::cupti
