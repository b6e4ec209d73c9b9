#pragma once

#include "ui/document/selection.h"

#include <QVariant>

#include <optional>

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
    CopyRole, ///< text for the clipboard where it differs from what is shown
    /// What a program reads from an exported file where it differs from what is shown: a number in
    /// the unit of the heading, an empty text, or a QVariantList where a column becomes several. As
    /// header data the heading (QString) with its unit, or the headings (QStringList).
    FileRole,
    /// Of the vertical header: how many rows the table leaves out because there are too many.
    OmittedRole,
};

/// A number for FileRole; what was not measured is an empty cell.
inline QVariant fileNumber(const std::optional<double>& number)
{
    return number ? QVariant(*number) : QVariant(QString());
}

inline QVariant toVariant(const SelectedItem& item) { return QVariant::fromValue(item); }
inline SelectedItem itemOf(const QVariant& value) { return value.value<SelectedItem>(); }

} // namespace ui

Q_DECLARE_METATYPE(ui::SelectedItem)
