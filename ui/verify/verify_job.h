#pragma once

#include "model/support/progress.h"
#include "ui/verify/verification.h"

#include <QString>
#include <QStringList>

#include <stop_token>

namespace ui {

/// Runs `opscope-cli verify` with these arguments. Blocks, so it must be called from a worker
/// thread. If the process fails or is stopped, the result contains the values compared before.
Verification runVerification(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const support::Progress& progress);

} // namespace ui
