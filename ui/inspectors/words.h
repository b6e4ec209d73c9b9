#pragma once

#include <QCoreApplication>

namespace ui {

/// Translates the texts of the inspector.
struct Inspector {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

} // namespace ui
