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

/// The step that produced a value, when one run is compared with another.
struct VerifiedStep {
    std::string label;
    std::string opType;
    std::string implementation;
    std::vector<model::NodeId> nodes; ///< nodes whose work the step does
    /// Difference of the step's own result, when its inputs are those of the other run; empty if
    /// some of these were not kept.
    std::optional<engine::Difference> own;
};

/// A value and the expected one, or a data set that produced no values.
struct VerifiedRow {
    std::string set; ///< `test_data_set_0`; empty when tiers are compared
    engine::VerifyOutcome outcome = engine::VerifyOutcome::Passed;
    std::string message; ///< why it has not passed
    std::optional<engine::ComparedValue> value; ///< empty if the data set produced no values
    std::optional<VerifiedStep> step; ///< only when tiers are compared

    bool isAtFault() const { return step && step->own && !step->own->isWithin; }
};

/// The result of comparing a model's values with the expected ones. A snapshot, replaced when more
/// values are compared.
struct Verification {
    enum class Kind {
        Folder, ///< compared with the outputs of a test folder
        Tiers, ///< every operator is compared with the reference kernels
    };
    enum class State {
        Complete,
        Stopped, ///< by the user; `rows` has the values compared before
        Failed, ///< the process failed or died; `rows` has the values compared before
    };
    State state = State::Complete;
    std::string message; ///< why it is not complete, or why nothing was compared
    std::vector<VerifiedRow> rows;
    Kind kind = Kind::Folder;
    /// When tiers are compared, in the order of the run: the first value past its tolerance, and
    /// the first step that is past its tolerance even with the inputs of the other run. Null if
    /// there is none.
    const VerifiedRow* firstDivergence() const;
    const VerifiedRow* firstAtFault() const;

    bool isAllPassed() const;
    std::size_t count(engine::VerifyOutcome outcome) const;
};

/// The model's value of a row: an output of its step's nodes, else a value of the main graph.
/// Invalid if there is none.
model::ValueId valueOf(const VerifiedRow& row, const model::Model& model);

/// Largest absolute error by NodeId; NaN for nodes without compared outputs. Empty if there are
/// none.
std::vector<double> errorsByNode(const Verification& verification, const model::Model& model);
/// The node that produces a row's value; invalid if there is none.
model::NodeId nodeOf(const VerifiedRow& row, const model::Model& model);

/// Parses the output of `opscope-cli verify --format json` for one test folder, or for two tiers
/// (docs/command-line.md).
support::Result<Verification> readVerification(std::string_view json);
/// Parses one comparison from an event of the running process, with its data set or step.
VerifiedRow readRow(const support::JsonValue& json);

} // namespace ui
