#pragma once

#include "ui/selection.h"

#include <QVariant>

namespace ui {

/// What item models answer beside Qt's own roles. Proxies, delegates and copying know these, never
/// a model.
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< number or text to sort by
    ShareRole, ///< double, 0 to 1: a bar behind the text
    BarToneRole, ///< QByteArray, token of that bar's colour; else `bar`
    ItemRole, ///< SelectedItem that the row stands for
    CategoryRole, ///< int of model::Category: a swatch in its colour before the text
    ToneRole, ///< QByteArray, token of the text's colour: `textSecondary`, `error`
    LinkRole, ///< bool: a click leads somewhere
    CopyRole, ///< text for files where it differs from what is shown (ASCII minus, no grouping)
};

inline QVariant toVariant(const SelectedItem& item) { return QVariant::fromValue(item); }
inline SelectedItem itemOf(const QVariant& value) { return value.value<SelectedItem>(); }

} // namespace ui

Q_DECLARE_METATYPE(ui::SelectedItem)
