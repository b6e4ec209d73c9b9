#pragma once

#include "ui/inspectors/inspector_section.h"

#include <QPointer>
#include <QScrollArea>
#include <QTimer>

class QVBoxLayout;

namespace ui {

/// The sections of what is selected, or of what it was pinned to. Rebuilt in one go after any
/// number of changes.
class InspectorView : public QScrollArea {
    Q_OBJECT

public:
    InspectorView(Context& context, QObject* origin, QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Stays on these items whatever is selected.
    void pin(const QList<SelectedItem>& items);
    const QList<SelectedItem>& items() const { return m_items; }
    /// Shows changes at once instead of when the event loop comes round.
    void refreshNow();

private:
    void refresh();
    void rename(const ModelNames& names);
    void addSections(QVBoxLayout& column, const InspectorTarget& target, QWidget* parent);

    Context& m_context;
    QObject* m_origin;
    QPointer<Document> m_document;
    std::shared_ptr<const model::Model> m_shown; ///< keeps alive what the widgets refer to
    QList<SelectedItem> m_items;
    bool m_isPinned = false;
    /// Those that m_items' groups are of, while pinned: another graph may be shown.
    std::shared_ptr<const layout::GroupTree> m_pinnedGroups;
    QTimer m_soon;
};

} // namespace ui
