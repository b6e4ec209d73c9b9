#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/text_file.h"
#include "profiler/importers/trace_tables.h"

#include <algorithm>
#include <cmath>
#include <span>

/// Reads the output of oneDNN with ONEDNN_VERBOSE: executions of primitives, and of partitions of
/// the graph API. Other lines of the program are skipped. A time stamp is the start of an
/// execution. Executions without one are placed one after the other. Times include the
/// synchronisation that printing needs. Source: oneDNN developer guide, "Verbose Mode".

namespace profiler {

namespace {

using support::Result;

std::vector<std::string_view> cellsOf(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (;;) {
        const auto comma = line.find(',');
        cells.push_back(line.substr(0, comma));
        if (comma == std::string_view::npos)
            return cells;
        line.remove_prefix(comma + 1);
    }
}

constexpr double latestMs = static_cast<double>(maxTimeNs) / 1e6; // stamps count from 1970
constexpr double longestMs = 1e9;

/// Converts milliseconds as text to ns; nothing if the text is no time of at most `maxMs`.
std::optional<std::int64_t> nsOf(std::string_view text, double maxMs)
{
    if (text.empty() || text.find_first_not_of("0123456789.e+-") != std::string_view::npos)
        return std::nullopt;
    const auto ms = support::numberOf(text);
    if (!std::isfinite(ms) || ms < 0 || ms > maxMs)
        return std::nullopt;
    return std::llround(ms * 1e6);
}

class VerboseReader {
public:
    VerboseReader()
        : m_tables("oneDNN verbose")
    {
        m_track = m_tables.track("CPU", "oneDNN", TrackKind::Thread);
    }

    void line(std::string_view text)
    {
        auto start = text.find("onednn_verbose,");
        if (start == std::string_view::npos)
            start = text.find("dnnl_verbose,");
        if (start == std::string_view::npos)
            return m_tables.skip("lines of the program");
        const auto cells = cellsOf(text.substr(start));
        for (std::size_t i = 1; i < std::min<std::size_t>(cells.size(), 5); ++i)
            if (cells[i] == "exec")
                return execution(cells, i, componentOf(std::span(cells).first(i)));
        m_tables.skip("lines of oneDNN that are no execution");
    }

    void finish()
    {
        if (m_primitives > 0 && m_partitions > 0)
            m_tables.note("partitions of the graph API may contain primitives that are printed as "
                          "well: their times then count twice");
    }

    TraceTables& tables() { return m_tables; }

private:
    enum class Component { Primitive, Graph };
    static Component componentOf(std::span<const std::string_view> before)
    {
        return std::ranges::find(before, "graph") != before.end() ? Component::Graph
                                                                  : Component::Primitive;
    }

    /// The cells of a line that describe an execution, without its time.
    struct Execution {
        std::string_view operation; ///< `convolution`; of a partition `convolution_post_ops`
        std::string_view implementation;
        std::string_view subject; ///< problem sizes; of a partition the names of its operators
    };

    static Execution primitiveAt(const std::vector<std::string_view>& cells, std::size_t exec)
    {
        return { cells[exec + 2], cells[exec + 3], cells[cells.size() - 2] };
    }
    static Execution partitionAt(const std::vector<std::string_view>& cells, std::size_t exec)
    {
        return { cells[exec + 3], cells[cells.size() - 2], cells[exec + 4] };
    }

    /// Adds an execution. Formats of a primitive and of a partition:
    ///
    ///     [version,] [stamp,] [primitive,] exec, engine, primitive, kernel, ..., sizes, time
    ///     [version,] [stamp,] graph, exec, engine, id, kind, operators, ..., backend, time
    void execution(
        const std::vector<std::string_view>& cells, std::size_t exec, Component component)
    {
        if (cells.size() < exec + 8)
            return m_tables.lose("a line is cut off");
        const auto time = nsOf(cells.back(), longestMs);
        if (!time)
            return m_tables.lose("an execution has no time");
        std::optional<std::int64_t> stamp;
        for (std::size_t i = 1; i < exec; ++i)
            if (const auto found = nsOf(cells[i], latestMs))
                stamp = found;
        if (!stamp && m_end > maxTimeNs)
            return m_tables.lose("an execution follows others of over 73 years");
        const bool isPartition = component == Component::Graph;
        const auto what = isPartition ? partitionAt(cells, exec) : primitiveAt(cells, exec);
        (isPartition ? m_partitions : m_primitives) += 1;
        const auto start = stamp ? std::max<std::int64_t>(0, *stamp) : m_end;
        const bool isReorder = what.operation == "reorder";
        m_tables.add({ .startNs = start, .durationNs = *time, .track = m_track },
            { .label = std::string(what.operation) + " " + std::string(what.subject),
                .opType = what.operation,
                .implementation = what.implementation,
                .device = cells[exec + 1],
                .insertedReason
                = isReorder ? std::string_view("layout change") : std::string_view(),
                .kind = isReorder ? StepKind::Reorder : StepKind::Operator });
        m_end = start + *time;
    }

    std::uint64_t m_primitives = 0;
    std::uint64_t m_partitions = 0;
    TraceTables m_tables;
    TrackId m_track;
    std::int64_t m_end = 0;
};

bool looksLikeOnednnVerbose(std::string_view head)
{
    return head.find("onednn_verbose,") != std::string_view::npos
        || head.find("dnnl_verbose,") != std::string_view::npos;
}

Result<std::shared_ptr<const Profile>> readOnednnVerbose(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress& progress)
{
    constexpr std::size_t longestLine = std::size_t(1) << 20;
    auto text = TRY(TextFile::open(path));
    VerboseReader reader;
    std::string rest;
    TRY(text.forEachPiece("reading lines", stop, progress, [&](std::string_view piece) {
        rest += piece;
        std::size_t start = 0;
        for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n', start)) {
            reader.line(std::string_view(rest).substr(start, end - start));
            start = end + 1;
        }
        rest.erase(0, start);
        if (rest.size() > longestLine) {
            reader.tables().lose("a line of over 1 MiB");
            rest.clear();
        }
    }));
    if (!rest.empty())
        reader.line(rest);
    if (!text.problem().empty())
        reader.tables().endsEarly(text.problem());
    reader.finish();
    return std::move(reader.tables()).build();
}

} // namespace

constinit const Importer onednnVerboseFormat { "oneDNN verbose", looksLikeOnednnVerbose,
    readOnednnVerbose };

} // namespace profiler
