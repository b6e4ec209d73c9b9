#pragma once

#include <QCoreApplication>

namespace ui {

/// Translates the texts of editing that do not belong to a class.
struct EditWords {
    Q_DECLARE_TR_FUNCTIONS(EditWords)
};

} // namespace ui
