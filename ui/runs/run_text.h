#pragma once

#include "ui/document/document.h"

#include <QDateTime>
#include <QString>

namespace ui {

/// The start time of a run in local time; invalid if the profile does not contain it.
QDateTime startOf(const Document::Run& run);
/// The title of a run: its name, else its start time.
QString titleOf(const Document::Run& run);
/// Where the run took place, with the name of the computer if it is not this one:
/// `CPU · 2 threads · fp32`, `on gpu-box · CPU · 8 threads · fp32`, `ONNX Runtime 1.32.0 · CPU · 2
/// threads`.
QString placeOf(const Document::Run& run);
/// `CPU`, `CUDA · TF32`, `OpenVINO 2026.4.1`; empty if the profile does not contain it.
QString deviceTitleOf(const Document::Run& run);
/// The engine of another maker that ran it: version, where it was found, settings, and how its
/// operators were attributed to nodes. One line each; empty for Opscope's own.
QString engineDetailsOf(const Document::Run& run);
/// Whether the run was complete, where the profile comes from, and what is missing in it.
QString stateOf(const Document::Run& run);

/// `50 recorded + 50 plain + 10 warm-up`; kinds with a count of 0 are omitted.
QString runCountsText(std::size_t recorded, std::size_t plain, std::size_t warmups);
QString runCountsText(const profiler::Profile& profile);

} // namespace ui
