#pragma once

#include "ui/document/selection.h"

#include <QVariant>

#include <optional>

namespace ui {

/// Roles of our item models beside those of Qt. Proxies, delegates and copying use these roles and
/// know no model class.
enum Role : int {
    SortRole = Qt::UserRole + 1, ///< sort key: number or text
    ShareRole, ///< double, 0 to 1: length of a bar behind the text
    BarToneRole, ///< QByteArray: colour token of that bar; `bar` if absent
    ItemRole, ///< the SelectedItem that the row shows
    CategoryRole, ///< int, a model::Category: its swatch before the text
    ToneRole, ///< QByteArray: colour token of the text, as `textSecondary` or `error`
    LinkRole, ///< bool: the cell is drawn as a link
    CopyRole, ///< text for the clipboard if it differs from the displayed text
    /// Value for an exported file if it differs from the displayed text: a number in the unit of
    /// the heading, an empty text, or a QVariantList for a column that becomes several. As header
    /// data: the heading with its unit (QString), or the headings (QStringList).
    FileRole,
    /// For the vertical header: number of rows that the table leaves out because there are too
    /// many.
    OmittedRole,
};

/// Value of FileRole for a number; an empty text if it was not measured.
inline QVariant fileNumber(const std::optional<double>& number)
{
    return number ? QVariant(*number) : QVariant(QString());
}

inline QVariant toVariant(const SelectedItem& item) { return QVariant::fromValue(item); }
inline SelectedItem itemOf(const QVariant& value) { return value.value<SelectedItem>(); }

} // namespace ui

Q_DECLARE_METATYPE(ui::SelectedItem)
