#include "ui/inspectors/inspector_view.h"

#include "ui/document/model_names.h"
#include "ui/edit/model_editor.h"
#include "ui/gpu/gpu_report.h"
#include "ui/inspectors/fact_list.h"
#include "ui/inspectors/foldable_section.h"
#include "ui/inspectors/model_survey.h"
#include "ui/run/run_controller.h"
#include "ui/translation/text.h"
#include "ui/widgets/layouts.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QVBoxLayout>

namespace ui {

namespace {

/// The state of the field being edited. It is restored after all widgets are rebuilt.
struct EditedField {
    QString name;
    QString text; ///< only if the user has changed it
    bool isModified = false;
    int cursor = 0;

    static EditedField in(const QWidget* content)
    {
        if (content == nullptr)
            return {};
        for (const auto* field : content->findChildren<QLineEdit*>()) {
            if (field->hasFocus())
                return { field->objectName(), field->text(), field->isModified(),
                    field->cursorPosition() };
        }
        return {};
    }

    void restoreIn(const QWidget& content) const
    {
        auto* field = name.isEmpty() ? nullptr : content.findChild<QLineEdit*>(name);
        if (field == nullptr)
            return;
        if (isModified) {
            field->setText(text);
            field->setModified(true);
        }
        field->setCursorPosition(cursor);
        field->setFocus();
    }
};

bool exists(const SelectedItem& item, const model::Model& model, const layout::GroupTree* groups)
{
    switch (item.kind) {
    case SelectedItem::Kind::Node:
        return item.id < model.nodes.size();
    case SelectedItem::Kind::Value:
        return item.id < model.values.size();
    case SelectedItem::Kind::Graph:
        return item.id < model.graphs.size();
    case SelectedItem::Kind::Group:
        return groups != nullptr && item.id < groups->groups.size();
    default:
        return false;
    }
}

} // namespace

InspectorView::InspectorView(Context& context, QObject* origin, QWidget* parent)
    : QScrollArea(parent)
    , m_context(context)
    , m_origin(origin)
{
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &InspectorView::refresh);
    if (context.runs != nullptr)
        connect(
            context.runs, &RunController::capturedChanged, &m_soon, qOverload<>(&QTimer::start));
    refresh();
}

void InspectorView::setDocument(Document* document)
{
    m_connections.clear();
    m_document = document;
    if (document != nullptr) {
        const auto soon = qOverload<>(&QTimer::start);
        m_connections.add(document, &Document::idsChanged, this, &InspectorView::rename);
        for (const auto signal : { &Document::modelChanged, &Document::stateChanged,
                 &Document::analysisChanged, &Document::problemsChanged, &Document::profileChanged,
                 &Document::statisticsChanged, &Document::graphChanged, &Document::groupTreeChanged,
                 &Document::openGroupsChanged })
            m_connections.add(document, signal, &m_soon, soon);
        m_connections.add(document->selection(), &Selection::changed, &m_soon, soon);
        if (const auto* editor = document->editor())
            for (const auto signal : { &ModelEditor::onChanged, &ModelEditor::fieldsChanged })
                m_connections.add(editor, signal, &m_soon, soon);
        m_connections.add(
            &ModelSurvey::of(*document, m_context.jobs), &ModelSurvey::changed, &m_soon, soon);
        m_connections.add(
            &GpuReport::of(*document, m_context.jobs), &GpuReport::changed, &m_soon, soon);
    }
    refresh();
}

void InspectorView::pin(const QList<SelectedItem>& items)
{
    m_isPinned = true;
    m_items = items;
    m_pinnedGroups = m_document != nullptr ? m_document->groupTree() : nullptr;
    refresh();
}

/// Called when the file was reloaded: finds the pinned items again by name.
void InspectorView::rename(const ModelNames& names)
{
    m_pinnedGroups = nullptr;
    QList<SelectedItem> kept;
    for (const auto& item : m_items) {
        if (const auto known = names(item))
            kept.append(*known);
    }
    m_items = kept;
}

void InspectorView::refresh()
{
    const auto before = m_items;
    const int scrolled = verticalScrollBar()->value();
    const auto edited = EditedField::in(widget());
    if (m_document != nullptr && !m_isPinned)
        m_items = m_document->selection()->items();
    auto* content = new QWidget;
    auto* column = makeColumn(content, { 12, 10, 12, 12 }, 10);
    auto model = m_document != nullptr ? m_document->model() : nullptr;
    if (model != nullptr) {
        auto groups = m_isPinned ? m_pinnedGroups : m_document->groupTree();
        m_items.removeIf(
            [&](const SelectedItem& item) { return !exists(item, *model, groups.get()); });
        addSections(*column,
            { m_context, *m_document, *model, m_items, m_origin, std::move(groups) }, content);
    } else {
        const bool isFailed
            = m_document != nullptr && m_document->state() == Document::State::Failed;
        const bool isProfile
            = m_document != nullptr && m_document->kind() == Document::Kind::Profile && !isFailed;
        column->addWidget(makeSecondaryText(isProfile
                ? tr("A profile without its model: open the model to inspect its nodes.")
                : isFailed              ? tr("This file could not be opened. See Problems.")
                : m_document != nullptr ? tr("Reading the model…")
                                        : tr("No model is open."),
            content));
    }
    column->addStretch();
    setWidget(content); // deletes the previous content
    edited.restoreIn(*content);
    m_shown = std::move(model);
    if (before == m_items)
        QMetaObject::invokeMethod(
            this, [this, scrolled] { verticalScrollBar()->setValue(scrolled); },
            Qt::QueuedConnection);
}

void InspectorView::addSections(QVBoxLayout& column, const InspectorTarget& target, QWidget* parent)
{
    for (const auto& section : inspectorSections()) {
        const auto body = section.make(target, parent);
        if (body.widget == nullptr)
            continue;
        if (section.fold == InspectorSection::Fold::None) {
            body.widget->setObjectName(
                QStringLiteral("section.") + QString::fromLatin1(section.id));
            column.addWidget(body.widget);
            continue;
        }
        const auto title = tr(section.title);
        const auto atFirst = section.fold == InspectorSection::Fold::Open
            ? FoldableSection::AtFirst::Open
            : FoldableSection::AtFirst::Folded;
        column.addWidget(new FoldableSection(
            QString::fromLatin1(section.id), title, body.note, body.widget, atFirst, parent));
    }
}

} // namespace ui
