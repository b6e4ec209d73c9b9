#pragma once

#include "ui/document/document.h"

#include <QDateTime>
#include <QString>

namespace ui {

/// When a run was started, on this machine's clock; invalid if its profile does not say.
QDateTime startOf(const Document::Run& run);
/// What a run is called: its name, else when it was started.
QString titleOf(const Document::Run& run);
/// `CPU · 2 threads · fp32`.
QString placeOf(const Document::Run& run);
/// `CPU`, `CUDA · TF32`; empty if its profile does not say.
QString deviceTitleOf(const Document::Run& run);
/// Whether it ran to its end, where it comes from, what is missing in it.
QString stateOf(const Document::Run& run);

/// `50 recorded + 50 plain + 10 warm-up`; kinds of which there are none are left out.
QString runCountsText(std::size_t recorded, std::size_t plain, std::size_t warmups);
QString runCountsText(const profiler::Profile& profile);

} // namespace ui
