#pragma once

#include "app/cli/verify_report.h"
#include "engine/verify/compare_tiers.h"

namespace cli {

/// Whether the table of nodes shows all of them, or only those past the tolerance with the name of
/// their model.
enum class NodeRows { All, PastTolerance };

/// Tables of models compared with a tier: a row for each (of several), and their nodes.
VerifyTables tierTables(NodeRows rows);
/// `model`: the file. Everything but the comparison comes from the request.
VerifyReport tierReport(const std::filesystem::path& model, const engine::TierRequest& request,
    const support::Result<engine::TierComparison>& comparison, NodeRows rows);
/// Of a model whose process ended before its time.
VerifyReport crashedTierReport(const std::filesystem::path& model,
    const engine::TierRequest& request, const std::string& crash, NodeRows rows);

std::string_view againstName(engine::Against against);

} // namespace cli
