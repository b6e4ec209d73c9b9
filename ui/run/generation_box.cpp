#include "ui/run/generation_box.h"

#include "engine/inputs/linked_dims.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/run/cache_facts.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QFormLayout>
#include <QFrame>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>
#include <utility>

namespace ui {

namespace {

QString promptTextOf(const GenerationSettings& settings)
{
    if (settings.promptIds.isEmpty())
        return QString::number(settings.promptTokens);
    const bool isOne = !settings.promptIds.contains(u',');
    return isOne ? settings.promptIds + u',' : settings.promptIds;
}

/// A tinted card with a tick: `All 48 outputs lead back to an input of the same type.`
QWidget* makePairedCard(const QString& text, QWidget* parent)
{
    auto* card = new QFrame(parent);
    card->setProperty("tone", "good");
    auto* row = makeRow(card, { 10, 6, 10, 6 }, 8);
    row->addWidget(new IconLabel("check", 16, "good", card));
    row->addWidget(makeText(text, card), 1);
    return card;
}

/// Heading and facts of a cache.
QWidget* makeCache(const CacheFacts& facts)
{
    auto* widget = new QWidget;
    auto* column = makeColumn(widget, {}, 4);
    auto* head = makeRow();
    head->addWidget(makeLabel(GenerationBox::tr("Cache found"), "heading", widget), 1);
    head->addWidget(
        makeLabel(GenerationBox::tr("%n pair(s)", nullptr, facts.pairs), "secondary", widget));
    column->addLayout(head);
    auto* list = new FactList(widget);
    auto* shape = list->add(facts.names, facts.shape);
    if (facts.otherShapes > 0)
        shape->setToolTip(
            GenerationBox::tr("%n pair(s) of another shape", nullptr, facts.otherShapes));
    if (!facts.axis.isEmpty())
        list->add(GenerationBox::tr("Grows in"), facts.axis);
    if (facts.positions > 0)
        list->add(GenerationBox::tr("At the end"),
            facts.bytes > 0 ? GenerationBox::tr("%1 positions, %2")
                                  .arg(integerText(facts.positions), bytesText(facts.bytes))
                            : GenerationBox::tr("%1 positions").arg(integerText(facts.positions)));
    column->addWidget(list);
    column->addWidget(makePairedCard(facts.pairs == 1
            ? GenerationBox::tr("1 output leads back to an input of the same type.")
            : GenerationBox::tr("All %1 outputs lead back to an input of the same type.")
                  .arg(facts.pairs),
        widget));
    return widget;
}

} // namespace

GenerationBox::GenerationBox(QWidget* parent)
    : QWidget(parent)
    , m_refusal(makeWrappedLabel({}, "secondary", this))
    , m_fields(new QWidget(this))
{
    auto* column = makeColumn(this, {}, 6);
    column->addSpacing(6);
    column->addWidget(makeLabel(tr("Generate"), "heading", this));
    m_refusal->setObjectName("generationRefusal");
    column->addWidget(m_refusal);
    column->addWidget(m_fields);
    auto* inner = makeColumn(m_fields, {}, 6);
    buildFields(*inner);
    hide();
}

void GenerationBox::buildFields(QVBoxLayout& column)
{
    auto* form = new QFormLayout;
    column.addLayout(form);
    m_prompt = new QLineEdit(m_fields);
    m_prompt->setObjectName("prompt");
    m_prompt->setToolTip(tr("Number of random tokens, or token ids with commas: 464,2068,7586"));
    form->addRow(tr("Prompt"), m_prompt);
    m_promptNote = makeWrappedLabel({}, "secondary", m_fields);
    m_promptNote->setObjectName("promptNote");
    form->addRow(QString(), m_promptNote);
    m_tokens = new QSpinBox(m_fields);
    m_tokens->setObjectName("generateTokens");
    m_tokens->setRange(0, GenerationSettings::mostTokens);
    m_tokens->setSpecialValueText(tr("off"));
    m_tokens->setSuffix(tr(" tokens"));
    m_tokens->setToolTip(tr("Profile generates so many tokens; off: it runs the model once a run"));
    form->addRow(tr("Generate"), m_tokens);
    m_stopToken = new QSpinBox(m_fields);
    m_stopToken->setObjectName("stopToken");
    m_stopToken->setRange(-1, std::numeric_limits<int>::max());
    m_stopToken->setSpecialValueText(tr("off"));
    m_stopToken->setToolTip(tr("This token ends a generation"));
    form->addRow(tr("Stop token"), m_stopToken);
    m_note = new NoteLabel(m_fields);
    m_note->setObjectName("generationNote");
    column.addWidget(m_note);
    connect(m_prompt, &QLineEdit::textEdited, this, &GenerationBox::judgePrompt);
    connect(m_prompt, &QLineEdit::editingFinished, this, &GenerationBox::edited);
    for (auto* box : { m_tokens, m_stopToken })
        connect(box, &QSpinBox::valueChanged, this, &GenerationBox::edited);
}

void GenerationBox::show(
    const model::Model& model, const model::Analysis* analysis, const RunSettings& settings)
{
    const auto decoder = model::findDecoder(model);
    setVisible(decoder || model::hasCacheInput(model));
    m_refusal->setVisible(!decoder);
    m_fields->setVisible(bool(decoder));
    if (!decoder) {
        m_refusal->setText(upperFirst(plain(decoder.error().message(), 400)));
        return;
    }
    const auto& generation = settings.generation;
    const QSignalBlocker blocker(this);
    // A wrong text stays, so that the user can correct it.
    if (std::exchange(m_model, &model) != &model || readPrompt(m_prompt->text()))
        m_prompt->setText(promptTextOf(generation));
    m_tokens->setValue(generation.tokens);
    m_stopToken->setValue(generation.stopToken);
    refreshNotes(model, settings);
    delete m_cache;
    const auto sizes = analysis != nullptr ? engine::proposedSizes(model, settings.binding())
                                           : settings.binding();
    const bool isLengthKnown = generation.tokens > 0 && m_promptFile.isEmpty();
    const qint64 positions = isLengthKnown ? generation.promptLength() + generation.tokens - 1 : 0;
    m_cache = makeCache(cacheFacts(model, *decoder, sizes, positions));
    m_fields->layout()->addWidget(m_cache);
}

void GenerationBox::refreshNotes(const model::Model& model, const RunSettings& settings)
{
    const auto place = model::findDecoder(model)->tokens;
    const auto name = QString::fromStdString(model::inputsWithoutWeights(model)[place]->name);
    const auto spec = settings.inputs.value(name);
    m_promptFile = spec.startsWith(QStringLiteral("file:")) ? spec.mid(5) : QString();
    m_seed = QString::number(settings.seed);
    m_usedPrompt = settings.generation.promptIds.isEmpty()
        ? tr("%n random token(s)", nullptr, settings.generation.promptTokens)
        : settings.generation.promptIds;
    m_prompt->setEnabled(m_promptFile.isEmpty());
    judgePrompt();
    m_note->setText(settings.isOnGpu()
            ? tr("Tokens are generated on the CPU only: on a GPU, Profile measures single runs.")
            : tr("The token with the largest logit is chosen: the same tokens in every run, so "
                 "that runs can be compared."));
}

void GenerationBox::judgePrompt()
{
    const auto prompt = readPrompt(m_prompt->text());
    const bool isGood = prompt || !m_promptFile.isEmpty();
    m_promptNote->setText(!m_promptFile.isEmpty() ? tr("The ids are those of the input's file.")
            : !prompt ? tr("Expected a number of tokens, or ids with commas: 464,2068. Until then "
                           "Profile uses %1")
                            .arg(m_usedPrompt)
            : prompt->ids.isEmpty()
            ? tr("%n random token(s), seed %1", nullptr, prompt->tokens).arg(m_seed)
            : tr("%n token id(s)", nullptr, static_cast<int>(prompt->ids.count(u',')) + 1));
    m_promptNote->setProperty("tone", isGood ? QVariant() : QVariant(QStringLiteral("error")));
    m_promptNote->setProperty("secondary", isGood);
    restyle(*m_promptNote);
    m_prompt->setProperty("invalid", !isGood);
    restyle(*m_prompt);
}

void GenerationBox::store(RunSettings& settings) const
{
    if (m_fields->isHidden())
        return; // the fields have values of another model
    auto& generation = settings.generation;
    if (const auto prompt = readPrompt(m_prompt->text())) {
        generation.promptIds = prompt->ids;
        if (prompt->ids.isEmpty())
            generation.promptTokens = prompt->tokens;
    }
    generation.tokens = m_tokens->value();
    generation.stopToken = m_stopToken->value();
}

} // namespace ui
