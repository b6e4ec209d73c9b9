#pragma once

#include "engine/verify/verify_folder.h"
#include "model/model.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace support {
class JsonValue;
}

namespace ui {

/// The step of a run that made a value, when one run is compared with another.
struct VerifiedStep {
    std::string label;
    std::string opType;
    std::string implementation;
    std::vector<model::NodeId> nodes; ///< that it does the work of
    /// What it gives when it is fed with the other run's values; nothing if some were not there.
    std::optional<engine::Difference> own;
};

/// One value beside the one that was expected, or a data set that did not come to values.
struct VerifiedRow {
    std::string set; ///< `test_data_set_0`; empty between tiers
    engine::VerifyOutcome outcome = engine::VerifyOutcome::Passed;
    std::string message; ///< why not passed
    std::optional<engine::ComparedValue> value; ///< nothing if the set did not come to values
    std::optional<VerifiedStep> step; ///< between tiers

    bool isAtFault() const { return step && step->own && !step->own->isWithin; }
};

/// What is known of how a model's values agree with those expected. A snapshot: a new one replaces
/// it when more is known.
struct Verification {
    enum class Kind {
        Folder, ///< outputs beside those of a test folder
        Tiers, ///< every operator beside the reference kernels
    };
    enum class State {
        Complete,
        Stopped, ///< by the user; the rows are those compared before
        Failed, ///< the process could not do it, or died; likewise
    };
    State state = State::Complete;
    std::string message; ///< why it is not complete, or why nothing was compared
    std::vector<VerifiedRow> rows;
    Kind kind = Kind::Folder;
    /// Between tiers, of the rows in the order of the run: the first value past the tolerance, and
    /// the first step that is past it by its own doing.
    const VerifiedRow* firstDivergence() const;
    const VerifiedRow* firstAtFault() const;

    bool isAllPassed() const;
    std::size_t count(engine::VerifyOutcome outcome) const;
};

/// The model's value that a row is about: an output of its step's nodes, else of the main graph.
/// Invalid if there is none.
model::ValueId valueOf(const VerifiedRow& row, const model::Model& model);

/// Largest absolute error by NodeId, of the nodes whose outputs were compared; else NaN. Empty if
/// none was.
std::vector<double> errorsByNode(const Verification& verification, const model::Model& model);
/// The node that made a row's value; invalid if there is none.
model::NodeId nodeOf(const VerifiedRow& row, const model::Model& model);

/// Reads what `opscope-cli verify --format json` printed for one test folder, or of one tier
/// against another (docs/command-line.md).
support::Result<Verification> readVerification(std::string_view json);
/// Reads one comparison, as it is told of while the process runs: with its data set or step.
VerifiedRow readRow(const support::JsonValue& json);

} // namespace ui
