#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace profiler {

/// Which operators take the time of one token of a generation, of all tokens, or of the prompt.

/// Steps that do the same in other layers: of one type, with labels that differ only in numbers.
struct TokenOperator {
    std::string name; ///< label; `*` for numbers that differ between the steps
    StringId opType;
    std::vector<engine::StepId> steps;
    double callsPerRun = 0;
    std::vector<double> ns; ///< own time in each of TokenOperators::runs
};

/// Times of all operators in the runs of one kind. Reorders and copies are no operators.
struct TokenOperators {
    std::vector<std::uint32_t> runs; ///< recorded ones, in order; indices into Profile::runs
    std::vector<Account> accounts; ///< by run
    std::vector<TokenOperator> rows;
};
/// Of the runs for single tokens. `stop`: the rest is left out.
TokenOperators tokenOperators(const Profile& profile, const std::stop_token& stop = {});
/// Of the runs that take the prompt.
TokenOperators prefillOperators(const Profile& profile, const std::stop_token& stop = {});

/// A table for some of these runs.
struct TokenTable {
    struct Row {
        std::size_t row = 0; ///< of TokenOperators::rows
        Distribution time;
        double share = 0; ///< own time in `run` by wallNs, 0..1
    };
    std::vector<Row> rows; ///< longest first; only those that ran
    std::size_t runs = 0;
    std::uint32_t run = 0; ///< with the median wall time; the figures below are of this run
    Account account;
    std::int64_t outsideNs = 0; ///< to make its inputs and choose a token
    std::int64_t wallNs = 0; ///< with outsideNs
    /// All but the operators; with them and without the overlap it adds up to the wall.
    std::int64_t notInAnyOperatorNs() const { return account.notInAnyOperatorNs() + outsideNs; }
};
/// `position`: of the runs; nothing = all. Nothing if there are no such runs.
std::optional<TokenTable> tokenTable(const Profile& profile, const TokenOperators& operators,
    std::optional<std::int64_t> position = {});

} // namespace profiler
