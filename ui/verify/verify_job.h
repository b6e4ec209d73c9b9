#pragma once

#include "model/support/progress.h"
#include "ui/verify/verification.h"

#include <QString>
#include <QStringList>

#include <stop_token>

namespace ui {

/// Runs `opscope-cli verify` with these arguments on the calling thread, a worker. Whatever becomes
/// of the process, what it compared before is in the answer.
Verification runVerification(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const support::Progress& progress);

} // namespace ui
