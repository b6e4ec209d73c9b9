#include "ui/edit/edit_field.h"

#include "ui/edit/model_editor.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/tables/table_tools.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ui {

namespace {

constexpr int nameWidth = 104; // pixels

/// Leaves Undo and Redo to the window while nothing was typed: they take back edits of the model.
class LineOfModel : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride && !isModified()) {
            auto* key = static_cast<QKeyEvent*>(event);
            if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
                key->ignore();
                return false;
            }
        }
        return QLineEdit::event(event);
    }
};

ModelEditor::Draft draftOf(const EditFieldSpec& spec, const QString& text, const QString& why)
{
    return { text, why, spec.name, spec.node, spec.value };
}

} // namespace

EditField::EditField(ModelEditor& editor, EditFieldSpec spec, QWidget* parent)
    : QWidget(parent)
    , m_editor(&editor)
    , m_spec(std::move(spec))
    , m_refusal(makeText({}, this))
{
    auto* row = makeRow(this, { 0, 0, 0, 4 }, 8);
    if (!m_spec.name.isEmpty())
        row->addWidget(makeName(), 0, Qt::AlignTop);
    auto* column = makeColumn(nullptr, {}, 1);
    row->addLayout(column, 1);
    auto* first = makeRow(nullptr, {}, 4);
    first->addWidget(makeInput(), 1);
    if (m_spec.reset && (m_spec.isChanged || m_spec.isRemovable)) {
        auto* button = m_spec.isRemovable
            ? makeToolButton("close", tr("Remove"), this)
            : makeToolButton("reload", tr("Reset to the default"), this);
        button->setObjectName(m_spec.key + QStringLiteral("-reset"));
        connect(button, &QToolButton::clicked, this, &EditField::reset);
        first->addWidget(button);
    }
    column->addLayout(first);
    m_refusal->setObjectName(m_spec.key + QStringLiteral("-refusal"));
    m_refusal->setProperty("tone", "error");
    column->addWidget(m_refusal);
    if (!m_spec.hint.isEmpty())
        column->addWidget(makeSecondaryText(m_spec.hint, this));
    const auto draft = editor.drafts().find(m_spec.key);
    const bool hasDraft = draft != editor.drafts().end();
    if (hasDraft && m_line != nullptr)
        m_line->setText(draft->second.text);
    showRefusal(hasDraft ? draft->second.refusal : QString());
}

QWidget* EditField::makeName()
{
    auto* name = new ElidedLabel(
        m_spec.name, m_spec.isChanged ? ElidedLabel::Look::Strong : ElidedLabel::Look::Body, this);
    name->setFixedWidth(nameWidth);
    name->setFixedHeight(28);
    if (!m_spec.tip.isEmpty())
        name->setHint(m_spec.tip);
    return name;
}

QWidget* EditField::makeInput()
{
    if (!m_spec.choices.isEmpty()) {
        m_list = new QComboBox(this);
        m_list->setObjectName(m_spec.key);
        m_list->setAccessibleName(m_spec.name);
        auto choices = m_spec.choices;
        if (!choices.contains(m_spec.text))
            choices.prepend(m_spec.text);
        m_list->addItems(choices);
        m_list->setCurrentText(m_spec.text);
        m_list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_list, &QComboBox::textActivated, this, &EditField::commit);
        return m_list;
    }
    m_line = new LineOfModel(this);
    m_line->setObjectName(m_spec.key);
    m_line->setAccessibleName(m_spec.name);
    m_line->setText(m_spec.text);
    m_line->setCursorPosition(0);
    auto font = m_line->font();
    font.setWeight(m_spec.isChanged ? QFont::DemiBold : QFont::Normal);
    m_line->setFont(font);
    m_line->setProperty("quiet", m_spec.isDefault);
    connect(m_line, &QLineEdit::textEdited, this, &EditField::typed);
    connect(m_line, &QLineEdit::editingFinished, this, [this] {
        if (m_line->isModified())
            commit(m_line->text());
    });
    return m_line;
}

void EditField::typed(const QString& text)
{
    showRefusal(text != m_spec.text && m_spec.check ? m_spec.check(text) : QString());
}

void EditField::commit(const QString& text)
{
    if (m_editor == nullptr)
        return;
    if (m_line != nullptr)
        m_line->setModified(false);
    if (text == m_spec.text) {
        m_editor->removeDraft(m_spec.key);
        return showRefusal({});
    }
    if (const auto why = m_spec.check ? m_spec.check(text) : QString(); !why.isEmpty()) {
        m_editor->setDraft(m_spec.key, draftOf(m_spec, text, why));
        return showRefusal(why);
    }
    apply(m_spec.edit(text), text);
}

void EditField::reset()
{
    if (m_editor != nullptr)
        apply(m_spec.reset(), {});
}

/// The field may be gone when the edit is done, so a refusal goes to the draft first.
void EditField::apply(support::Result<ModelEdit> edit, const QString& text)
{
    const auto refused = [editor = m_editor, field = QPointer(this), text, spec = m_spec](
                             const support::Error& error) {
        const auto why
            = tr("%1. Not applied: the model keeps %2.")
                  .arg(upperFirst(plain(error.message(), 400)),
                      spec.text.isEmpty() ? tr("what it has") : plain(spec.text.toStdString(), 80));
        if (editor != nullptr)
            editor->setDraft(spec.key, draftOf(spec, text, why));
        if (field != nullptr)
            field->showRefusal(why);
    };
    if (!edit)
        return refused(edit.error());
    m_editor->removeDraft(m_spec.key);
    showRefusal({});
    m_editor->apply(*std::move(edit), [refused](const support::Result<void>& done) {
        if (!done)
            refused(done.error());
    });
}

void EditField::showRefusal(const QString& why)
{
    m_refusal->setText(why);
    m_refusal->setVisible(!why.isEmpty());
    if (m_line == nullptr)
        return;
    m_line->setProperty("tone", why.isEmpty() ? "" : "error");
    restyle(*m_line);
}

} // namespace ui
