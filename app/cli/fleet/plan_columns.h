#pragma once

#include "model/support/json.h"
#include "model/support/result.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace cli {

/// A column of a plan: a member of a job in JSON.
struct PlanColumn {
    enum class Kind {
        Text,
        Integer, ///< null = default
        Dims, ///< object of sizes; in Parquet its JSON text
        Words, ///< list of texts; in Parquet its JSON text
    };
    std::string_view name;
    Kind kind = Kind::Text;
};

inline constexpr std::array planColumns {
    PlanColumn { "index", PlanColumn::Kind::Integer },
    PlanColumn { "job" },
    PlanColumn { "model" },
    PlanColumn { "model_sha256" },
    PlanColumn { "weights_sha256" },
    PlanColumn { "dims", PlanColumn::Kind::Dims },
    PlanColumn { "threads", PlanColumn::Kind::Integer },
    PlanColumn { "precision" },
    PlanColumn { "engine" },
    PlanColumn { "optimize" },
    PlanColumn { "machine_class" },
    PlanColumn { "runs", PlanColumn::Kind::Integer },
    PlanColumn { "warmup", PlanColumn::Kind::Integer },
    PlanColumn { "limit" },
    PlanColumn { "until" },
    PlanColumn { "options", PlanColumn::Kind::Words },
};

/// Returns the JSON document of a plan in a Parquet file.
support::Result<support::JsonValue> planRowsOfParquet(std::span<const std::byte> bytes);

} // namespace cli
