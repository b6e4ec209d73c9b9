#include "tests/gpu/kernel_suite/suite.h"

#include <cstdio>

namespace suite {

namespace {

std::string_view outcomeName(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Passed:
        return "passed";
    case Outcome::Failed:
        return "failed";
    case Outcome::Skipped:
        return "skipped";
    }
    return "unknown";
}

void printLine(std::string text)
{
    text += '\n';
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

} // namespace

Report::Report(std::string stage, std::chrono::seconds limit, engine::DeviceMemory device)
    : m_stage(std::move(stage))
    , m_device(std::move(device))
    , m_limit(limit)
{
}

void Report::add(const Row& row)
{
    print(row);
    if (row.outcome == Outcome::Failed)
        lookAfterDevice(row.name);
}

void Report::lookAfterDevice(const std::string& lastName)
{
    // The first time may tell of data that were wrong; that is over then.
    if (m_device.backend->synchronise())
        return;
    if (const auto again = m_device.backend->synchronise(); !again) {
        m_wasCut = true;
        print({ "device", Outcome::Failed,
            "lost after " + lastName + ": " + again.error().message(), {} });
    }
}

void Report::print(const Row& row)
{
    ++m_counts[static_cast<std::size_t>(row.outcome)];
    std::string text;
    support::JsonWriter json(text);
    json.beginObject()
        .member("stage", m_stage)
        .member("name", row.name)
        .member("outcome", outcomeName(row.outcome))
        .member("message", row.message);
    if (row.more)
        row.more(json);
    json.endObject().flush();
    printLine(std::move(text));
}

bool Report::isOver()
{
    m_wasCut = m_wasCut || (m_limit.count() > 0 && Clock::now() - m_start > m_limit);
    return m_wasCut;
}

int Report::finish()
{
    const auto& device = m_device.backend->device();
    const auto count = [&](Outcome outcome) { return m_counts[static_cast<std::size_t>(outcome)]; };
    std::string text;
    support::JsonWriter json(text);
    json.beginObject().member("stage", m_stage).member("summary", true);
    for (const auto outcome : { Outcome::Passed, Outcome::Failed, Outcome::Skipped })
        json.member(outcomeName(outcome), count(outcome));
    json.member("complete", !m_wasCut)
        .member("device", device.name)
        .member("emulated", device.isEmulated)
        .endObject()
        .flush();
    printLine(std::move(text));
    return count(Outcome::Failed) == 0 && count(Outcome::Passed) > 0 && !m_wasCut ? 0 : 1;
}

} // namespace suite
