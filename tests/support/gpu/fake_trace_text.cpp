#include "tests/support/gpu/fake_trace_text.h"

#include "model/support/mapped_file.h"
#include "tests/support/gpu/replay.h"

#include <array>
#include <sstream>

namespace testing {

using namespace profiler;

namespace {

std::string ownerText(const DeviceOwner& owner)
{
    std::string text
        = owner.step.isValid() ? " step " + std::to_string(owner.step.value()) : " no step";
    if (owner.iteration != DeviceOwner::noIteration)
        text += " run " + std::to_string(owner.iteration);
    return text;
}

std::string threeText(const std::array<std::uint32_t, 3>& values)
{
    return std::to_string(values[0]) + "," + std::to_string(values[1]) + ","
        + std::to_string(values[2]);
}

template <typename Row>
std::string spanText(const Row& row)
{
    return std::to_string(row.startNs) + "-" + std::to_string(row.endNs);
}

template <typename Enum, std::size_t N>
const char* nameOf(const std::array<const char*, N>& names, Enum value)
{
    return names[static_cast<std::size_t>(value)];
}

constexpr std::array copyNames { "to device", "to host", "on device", "between devices", "on host",
    "set", "other" };
constexpr std::array waitNames { "event", "stream for event", "stream", "context", "other" };
constexpr std::array overheadNames { "compiler", "flush", "instrumentation", "resource",
    "lazy loading", "command buffer full", "buffer request", "other" };
constexpr std::array compileNames { "cache load", "cache store", "compile" };

void writeWork(std::ostream& out, const DeviceTrace& trace)
{
    for (const auto& row : trace.kernels) {
        out << "kernel " << spanText(row) << ownerText(row.owner) << " stream " << row.stream
            << " \"" << trace.names[row.name] << "\" grid " << threeText(row.grid) << " block "
            << threeText(row.block) << " registers " << row.registersPerThread;
        if (row.cluster[0] != 0)
            out << " cluster " << threeText(row.cluster);
        if (row.staticSharedBytes + row.dynamicSharedBytes > 0)
            out << " shared " << row.staticSharedBytes << "+" << row.dynamicSharedBytes;
        if (row.localBytesPerThread != 0)
            out << " local " << row.localBytesPerThread;
        if (row.graphNode != 0)
            out << " graph " << row.graph << " node " << row.graphNode;
        out << " call " << row.correlation << '\n';
    }
    for (const auto& row : trace.copies)
        out << "copy " << spanText(row) << ownerText(row.owner) << ' '
            << nameOf(copyNames, row.kind) << ' ' << row.bytes << " bytes stream " << row.stream
            << (row.isAsync ? " async" : "") << (row.isPinned ? " pinned" : "") << " call "
            << row.correlation << '\n';
}

void writeHost(std::ostream& out, const DeviceTrace& trace)
{
    for (const auto& row : trace.calls)
        out << "call " << row.correlation << ' ' << spanText(row) << ownerText(row.owner) << ' '
            << (row.isDriver ? "driver " : "") << trace.names[row.name] << " thread " << row.thread
            << (row.result != 0 ? " failed" : "") << '\n';
    for (const auto& row : trace.waits) {
        out << "wait " << spanText(row) << ownerText(row.owner) << ' '
            << nameOf(waitNames, row.kind);
        if (row.stream != DeviceWait::noStream)
            out << " stream " << row.stream;
        out << '\n';
    }
    for (const auto& row : trace.overheads)
        out << "overhead " << spanText(row) << ' ' << nameOf(overheadNames, row.kind) << '\n';
    for (const auto& row : trace.compilations)
        out << "compilation " << spanText(row) << ' ' << nameOf(compileNames, row.kind) << ' '
            << row.bytes << " bytes\n";
}

} // namespace

std::string traceText(const DeviceTrace& trace)
{
    std::ostringstream out;
    out << "tracer " << trace.tracer << '\n';
    for (const auto& row : trace.devices)
        out << "device " << row.number << " \"" << row.name << "\" " << row.uuid << " sm "
            << row.computeMajor << '.' << row.computeMinor << ' ' << row.multiprocessors
            << " multiprocessors " << row.clockHertz << " Hz " << row.memoryBytesPerSecond
            << " B/s\n";
    for (const auto& row : trace.windows)
        out << "run " << row.iteration << ' ' << spanText(row) << '\n';
    writeWork(out, trace);
    writeHost(out, trace);
    const auto& losses = trace.losses;
    out << "lost: dropped " << losses.droppedRecords << ", refused buffers "
        << losses.refusedBuffers << ", without time " << losses.withoutTime << ", missing launches "
        << losses.missingLaunches << ", unlinked " << losses.unlinked << ", damaged buffers "
        << losses.damagedBuffers << '\n';
    out << "clock: " << trace.clock.violations << " violations, error " << trace.clock.errorNs
        << " ns\n";
    return out.str();
}

support::Result<DeviceTrace> replayedFile(const std::filesystem::path& file)
{
    const auto map = TRY(support::MappedFile::open(file));
    return replay(TRY(readRecording(map->bytes())));
}

} // namespace testing
