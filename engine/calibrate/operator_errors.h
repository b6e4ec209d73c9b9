#pragma once

#include "engine/calibrate/sample_runs.h"
#include "model/support/progress.h"

#include <optional>
#include <string>
#include <vector>

namespace engine {

/// How far the values of a changed model are from those of the first one, over all samples: L2
/// norms of all elements together.
struct ValueError {
    std::string name;
    double relative = 0; ///< ‖changed − first‖ / ‖first‖; infinite if only the latter is zero
    /// ‖changed − first‖ / ‖first − mean over the samples‖: 1 means that the change is as large as
    /// what tells the samples apart. Nothing for one sample, for samples of different shapes, and
    /// if all samples give the same value.
    std::optional<double> toSpread;
    double largest = 0; ///< largest difference of an element
    std::uint64_t elements = 0;
    std::uint64_t notFinite = 0; ///< elements that are not finite in one of the models

    /// Ratio of signal to quantisation noise, in dB; infinite without an error.
    double signalToNoise() const;
};

/// The errors of a changed model.
struct ModelErrors {
    std::vector<ValueError> own; ///< of single values, in the order asked for
    std::vector<ValueError> outputs; ///< of the model, with all changes
};

/// Runs two models over samples and compares values of the same name. `own`: names of values that
/// both models make. Each is computed in the changed model from the values of the first one, so its
/// error is that of the changed operator alone:
///
///     first     x ──► Conv ──► y ──► Conv ──► z
///     changed   x ──► Conv' ─► y' (compared, replaced by y) ──► Conv' ──► z' (compared)
///
/// A value that is no tensor of floats, or that no run makes, has no elements. The values of one
/// run of the first model are in memory at once. Fails as engine::prepare and runs do.
Result<ModelErrors> compareModels(const RunRequest& first, const RunRequest& changed,
    const Samples& samples, const std::vector<std::string>& own, std::stop_token stop = {},
    const support::Progress& progress = {});

} // namespace engine
