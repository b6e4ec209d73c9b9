#pragma once

#include "ui/inspectors/inspector_section.h"

#include <QPointer>
#include <QScrollArea>
#include <QTimer>

class QVBoxLayout;

namespace ui {

/// The sections of the selected or pinned items. Several changes cause one rebuild only.
class InspectorView : public QScrollArea {
    Q_OBJECT

public:
    InspectorView(Context& context, QObject* origin, QWidget* parent = nullptr);

    void setDocument(Document* document);
    /// Shows these items from now on, independent of the selection.
    void pin(const QList<SelectedItem>& items);
    const QList<SelectedItem>& items() const { return m_items; }

private:
    void refresh();
    void rename(const ModelNames& names);
    void addSections(QVBoxLayout& column, const InspectorTarget& target, QWidget* parent);

    Context& m_context;
    QObject* m_origin;
    QPointer<Document> m_document;
    std::shared_ptr<const model::Model> m_shown; ///< the widgets refer to it, so it must stay alive
    QList<SelectedItem> m_items;
    bool m_isPinned = false;
    /// The group tree of pinned groups, because another graph may be displayed later.
    std::shared_ptr<const layout::GroupTree> m_pinnedGroups;
    QTimer m_soon;
    Connections m_connections; ///< to m_document
};

} // namespace ui
