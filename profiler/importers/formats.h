#pragma once

#include "profiler/importers/importer.h"

namespace profiler {

/// Formats of other tools. The comment at the top of each .cpp file describes its format.
extern const Importer nsysFormat;
extern const Importer onnxRuntimeFormat;
extern const Importer trtexecFormat;
extern const Importer chromeTraceFormat;
extern const Importer onednnVerboseFormat;

/// In the order in which they are tried.
inline constexpr const Importer* otherFormats[]
    = { &nsysFormat, &onnxRuntimeFormat, &trtexecFormat, &chromeTraceFormat, &onednnVerboseFormat };

} // namespace profiler
