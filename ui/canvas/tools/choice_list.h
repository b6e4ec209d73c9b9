#pragma once

#include "ui/widgets/filtered_popup.h"

#include <QStringList>

class QSortFilterProxyModel;

namespace ui {

/// A popup with a list and a line that filters it, for readers of a value or for notes. Enter or a
/// click chooses an entry. The entries are shown as plain text.
class ChoiceList : public FilteredPopup {
    Q_OBJECT

public:
    ChoiceList(const QString& title, const QStringList& texts, QWidget* parent);

    QSize sizeHint() const override { return { 420, 320 }; }

signals:
    void chosen(int index); ///< in the order of `texts`

private:
    void choose(const QModelIndex& row);

    QSortFilterProxyModel* m_shown;
};

} // namespace ui
