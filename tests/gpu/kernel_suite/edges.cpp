#include "tests/gpu/kernel_suite/suite.h"
#include "tests/support/engine/edge_values.h"

#include <stdexcept>

namespace suite {

void runEdges(const engine::DeviceMemory& device, std::string_view filter, Report& report)
{
    const auto cases = testing::edgeCases();
    if (cases.empty())
        report.add({ "edges", Outcome::Failed, "tests/data/edge_values.txt is not there", {} });
    for (const auto& row : cases) {
        if (row.node.find(filter) == std::string::npos)
            continue;
        if (report.isOver())
            return;
        try {
            const auto found = testing::outcomeOf(row, engine::Tier::Native, &device);
            if (found.isTaken)
                report.add({ row.node, found.problem.empty() ? Outcome::Passed : Outcome::Failed,
                    found.problem, {} });
            else
                report.add({ row.node, Outcome::Skipped, "no kernel of the device takes it", {} });
        } catch (const std::invalid_argument& mistake) {
            report.add({ row.node, Outcome::Failed, mistake.what(), {} });
        }
    }
}

} // namespace suite
