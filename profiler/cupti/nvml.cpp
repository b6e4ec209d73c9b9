#include "profiler/cupti/nvml.h"

#include "model/support/catch_exceptions.h"
#include "profiler/cupti/clock.h"

#include <array>
#include <bit>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace profiler::cupti {

namespace {

/// A value, or NVML's result code if there is no value.
struct Reading {
    std::optional<double> value;
    int answer = 0;
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

Reading fieldReading(const nvml::Api& api, void* device, std::uint32_t id, double unit)
{
    if (api.fieldValues == nullptr)
        return { std::nullopt, noFunction };
    nvml::FieldValue field;
    field.field = id;
    if (const int code = api.fieldValues(device, 1, &field); code != 0)
        return { std::nullopt, code };
    if (field.result != 0)
        return { std::nullopt, field.result };
    return { numberOf(field) * unit, 0 };
}

Reading clockReading(const nvml::Api& api, void* device, int type)
{
    constexpr double mega = 1e6;
    std::uint32_t value = 0;
    const int code = api.clock != nullptr ? api.clock(device, type, &value) : noFunction;
    return code == 0 ? Reading { value * mega, 0 } : Reading { std::nullopt, code };
}

Reading temperatureReading(const nvml::Api& api, void* device)
{
    nvml::Temperature value;
    const int code = api.temperature != nullptr ? api.temperature(device, &value) : noFunction;
    return code == 0 ? Reading { value.celsius, 0 } : Reading { std::nullopt, code };
}

Reading reasonsReading(const nvml::Api& api, void* device)
{
    std::uint64_t bits = 0;
    const int code = api.eventReasons != nullptr ? api.eventReasons(device, &bits) : noFunction;
    return code == 0 ? Reading { static_cast<double>(bits), 0 } : Reading { std::nullopt, code };
}

Reading memoryReading(const nvml::Api& api, void* device)
{
    nvml::MemoryUse use;
    const int code = api.memory != nullptr ? api.memory(device, &use) : noFunction;
    return code == 0 ? Reading { static_cast<double>(use.used), 0 }
                     : Reading { std::nullopt, code };
}

Reading stateReading(const nvml::Api& api, void* device)
{
    std::uint32_t state = 0;
    const int code
        = api.performanceState != nullptr ? api.performanceState(device, &state) : noFunction;
    return code == 0 ? Reading { state, 0 } : Reading { std::nullopt, code };
}

struct SourceRow {
    const char* name;
    const char* unit;
    Reading (*read)(const nvml::Api& api, void* device);
};
constexpr std::array sources {
    SourceRow { "power", "watts",
        [](const nvml::Api& api, void* device) {
            return fieldReading(api, device, nvml::powerNow, 1e-3);
        } },
    SourceRow { "energy", "joules",
        [](const nvml::Api& api, void* device) {
            return fieldReading(api, device, nvml::totalEnergy, 1e-3);
        } },
    SourceRow { "SM clock", "hertz",
        [](const nvml::Api& api, void* device) {
            return clockReading(api, device, nvml::multiprocessorClock);
        } },
    SourceRow { "memory clock", "hertz",
        [](const nvml::Api& api, void* device) {
            return clockReading(api, device, nvml::memoryClock);
        } },
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
            if (!reading.value) {
                answers[i] = reading.answer;
                continue;
            }
            series[i].timeNs.push_back(options.clock());
            series[i].value.push_back(*reading.value);
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
