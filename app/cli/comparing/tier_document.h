#pragma once

#include "app/cli/verify_report.h"
#include "engine/verify/compare_tiers.h"

namespace cli {

/// Rows of the table of nodes: all, or only those beyond the tolerance, with the name of their
/// model.
enum class NodeRows { All, PastTolerance };

/// Returns the tables for models compared with a tier: a row per model (if there are several), and
/// their nodes.
VerifyTables tierTables(NodeRows rows);
/// Returns the report of one model. `model` is its file. Everything but the comparison comes from
/// the request.
VerifyReport tierReport(const std::filesystem::path& model, const engine::TierRequest& request,
    const support::Result<engine::TierComparison>& comparison, NodeRows rows);
/// Returns the report of a model whose process crashed or reached a limit.
VerifyReport crashedTierReport(const std::filesystem::path& model,
    const engine::TierRequest& request, const std::string& crash, NodeRows rows);

} // namespace cli
