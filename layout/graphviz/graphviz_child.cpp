#include "layout/graphviz/graphviz_child.h"

#include "layout/layout_engine.h"
#include "model/process/child_process.h"
#include "model/process/child_program.h"
#include "model/support/atomic_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace layout {
namespace {

using support::ErrorKind;
using support::failAs;

template <typename T>
void append(std::string& bytes, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename T>
void append(std::string& bytes, const std::vector<T>& values)
{
    static_assert(std::is_trivially_copyable_v<T>);
    append(bytes, static_cast<std::uint64_t>(values.size()));
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Reads what `append` wrote. For invalid data it never reads past the end.
class Reader {
public:
    explicit Reader(std::string_view bytes)
        : m_rest(bytes)
    {
    }
    template <typename T>
    bool read(T& value)
    {
        if (m_rest.size() < sizeof value)
            return false;
        std::memcpy(&value, m_rest.data(), sizeof value);
        m_rest.remove_prefix(sizeof value);
        return true;
    }
    template <typename T>
    bool read(std::vector<T>& values)
    {
        std::uint64_t count = 0;
        if (!read(count) || count > m_rest.size() / sizeof(T))
            return false;
        values.resize(count);
        std::memcpy(values.data(), m_rest.data(), count * sizeof(T));
        m_rest.remove_prefix(count * sizeof(T));
        return true;
    }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::string_view m_rest;
};

std::string bytesOf(const DotRequest& request)
{
    std::string bytes;
    append(bytes, request.direction);
    append(bytes, request.rankGap);
    append(bytes, request.boxGap);
    append(bytes, request.boxes);
    append(bytes, request.edges);
    return bytes;
}

bool parse(std::string_view bytes, DotRequest& request)
{
    Reader reader(bytes);
    const bool isWhole = reader.read(request.direction) && reader.read(request.rankGap)
        && reader.read(request.boxGap) && reader.read(request.boxes) && reader.read(request.edges)
        && reader.isAtEnd();
    if (!isWhole)
        return false;
    for (const auto& edge : request.edges) {
        if (edge.tail >= request.boxes.size() || edge.head >= request.boxes.size())
            return false;
    }
    return true;
}

std::string bytesOf(const DotPlacement& placed)
{
    std::string bytes;
    append(bytes, placed.centres);
    append(bytes, placed.ranks);
    append(bytes, placed.routeStart);
    append(bytes, placed.points);
    return bytes;
}

bool parse(std::string_view bytes, const DotRequest& request, DotPlacement& placed)
{
    Reader reader(bytes);
    const bool isWhole = reader.read(placed.centres) && reader.read(placed.ranks)
        && reader.read(placed.routeStart) && reader.read(placed.points) && reader.isAtEnd();
    if (!isWhole || placed.centres.size() != request.boxes.size()
        || placed.ranks.size() != request.boxes.size()
        || placed.routeStart.size() != request.edges.size() + 1 || placed.routeStart.front() != 0
        || placed.routeStart.back() != placed.points.size())
        return false;
    for (std::size_t i = 0; i + 1 < placed.routeStart.size(); ++i) {
        if (placed.routeStart[i] > placed.routeStart[i + 1])
            return false;
    }
    for (const auto rank : placed.ranks) {
        if (rank > request.boxes.size() + request.edges.size())
            return false;
    }
    return true;
}

std::string readAll(int descriptor)
{
    std::string bytes;
    char buffer[65536];
    for (;;) {
        const auto got = ::read(descriptor, buffer, sizeof buffer);
        if (got > 0)
            bytes.append(buffer, static_cast<std::size_t>(got));
        else if (got == 0 || errno != EINTR)
            return bytes;
    }
}

} // namespace

support::Result<DotPlacement> placeInChild(
    const DotRequest& request, const std::stop_token& stop, std::chrono::milliseconds limit)
{
    const auto program = support::childProgram();
    auto child = TRY(
        support::ChildProcess::spawn(program, std::string(graphvizChildOption)).within("Graphviz"));
    child.limitTime(limit);
    child.send(bytesOf(request));
    child.endInput();
    while (child.exchange()) {
        if (stop.stop_requested())
            return layoutCancelled();
        if (child.isLate())
            return failAs(ErrorKind::Resource, "Graphviz did not finish within ",
                std::chrono::duration_cast<std::chrono::seconds>(limit).count(),
                " s; use the layered layout");
    }
    const auto end = child.wait();
    if (end.signal != 0)
        return failAs(ErrorKind::Resource, "Graphviz crashed on this drawing (",
            strsignal(end.signal), "); use the layered layout");
    DotPlacement placed;
    if (end.exitCode != 0 || !parse(child.received(), request, placed))
        return failAs(ErrorKind::Resource, program.string(),
            " gave no layout by Graphviz, exit code ", end.exitCode);
    return placed;
}

int serveGraphviz()
{
    support::endWithParent();
    support::limitResource(RLIMIT_CPU, 2 * graphvizTimeLimit.count());
    DotRequest request;
    if (!parse(readAll(STDIN_FILENO), request))
        return 2;
    const auto placed = placeWithDot(request);
    return placed && support::writeAll(STDOUT_FILENO, bytesOf(*placed), "to stdout") ? 0 : 1;
}

} // namespace layout
