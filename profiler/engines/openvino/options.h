#pragma once

#include "profiler/engines/engine_options.h"

#include <string>
#include <vector>

namespace profiler::openvino {

/// A setting in OpenVINO's own words: `INFERENCE_PRECISION_HINT` = `f32`.
struct Property {
    std::string key;
    std::string value;
};

/// Translates the settings of a session. Fails with ErrorKind::Usage for an option or value that
/// openVinoOptions() does not have, and for properties that Opscope sets itself.
support::Result<std::vector<Property>> propertiesOf(const EngineSettings& settings);

/// A property that a session reports (EngineFacts::settings).
struct ReportedProperty {
    const char* setting; ///< name of the option, or a name like it
    const char* key;
};
std::span<const ReportedProperty> reportedProperties();

} // namespace profiler::openvino
