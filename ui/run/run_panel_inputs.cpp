#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/run/inputs/input_card.h"
#include "ui/run/run_panel.h"
#include "ui/run/session_folder.h"
#include "ui/verify/verify_offer.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <ranges>

/// The part of the Run panel that says where the values of the inputs come from.
namespace ui {

namespace {

constexpr int maxInputRows = 12; // a decoder may have a hundred inputs; the others share one line
constexpr std::size_t maxOutputs = 40; // of the menu

QString typeText(const KeptValue& kept)
{
    if (kept.element == model::ElementType::Undefined)
        return RunPanel::tr("no tensor");
    return plain(
        model::typeText(model::ValueType::tensor(kept.element, model::shapeOf(kept.dims))));
}

/// True if a run takes the value for an input of this type.
bool fits(const KeptValue& kept, const model::ValueType& type)
{
    using model::ElementType;
    if (kept.element == ElementType::Undefined || !type.isTensor()
        || (type.element != ElementType::Undefined && kept.element != type.element))
        return false;
    if (!type.shape)
        return true;
    bool fits = type.shape->size() == kept.dims.size();
    for (std::size_t axis = 0; fits && axis < kept.dims.size(); ++axis)
        fits = (*type.shape)[axis].value().value_or(kept.dims[axis]) == kept.dims[axis];
    return fits;
}

} // namespace

void RunPanel::buildInputs(QVBoxLayout& column)
{
    column.addSpacing(6);
    column.addWidget(makeLabel(tr("Inputs"), "heading"));
    m_inputs = new QVBoxLayout;
    column.addLayout(m_inputs);
    m_folder = makeWrappedLabel({}, "secondary");
    column.addWidget(m_folder);
    auto* folders = new QHBoxLayout;
    m_dataSet = new QPushButton(tr("Use test_data_set_0"));
    folders->addWidget(m_dataSet);
    auto* load = new QPushButton(tr("Load folder…"));
    folders->addWidget(load);
    m_noFolder = new QPushButton(tr("Generate"));
    folders->addWidget(m_noFolder);
    folders->addStretch();
    column.addLayout(folders);
    m_verify = new VerifyOffer(context(), m_form);
    column.addWidget(m_verify, 0, Qt::AlignLeft);
    auto* seedRow = new QFormLayout;
    m_seed = new QLineEdit;
    m_seed->setPlaceholderText(QStringLiteral("0"));
    seedRow->addRow(tr("Seed"), m_seed);
    column.addLayout(seedRow);

    connect(load, &QPushButton::clicked, this, &RunPanel::chooseFolder);
    const auto useFolder = [this](const QString& folder) {
        m_runs.settingsOf(document()).dataFolder = folder;
        m_runs.settingsEdited(document());
    };
    connect(m_noFolder, &QPushButton::clicked, this, [useFolder] { useFolder({}); });
    connect(m_dataSet, &QPushButton::clicked, this, [this, useFolder] {
        useFolder(QFileInfo(document()->path())
                      .absoluteDir()
                      .filePath(QStringLiteral("test_data_set_0")));
    });
}

void RunPanel::refreshInputs()
{
    clear(*m_inputs);
    const auto& model = *document()->model();
    const auto& settings = m_runs.settingsOf(document());
    const bool isFromFolder = !settings.dataFolder.isEmpty();
    m_folder->setVisible(isFromFolder);
    m_noFolder->setVisible(isFromFolder);
    m_folder->setText(tr("From %1").arg(settings.dataFolder));
    m_dataSet->setVisible(QFileInfo::exists(
        QFileInfo(document()->path()).absoluteDir().filePath(QStringLiteral("test_data_set_0"))));
    m_verify->offer(document());
    int rows = 0;
    for (const auto id : model.main().inputs) {
        if (model.value(id).initializer.isValid() || rows++ >= maxInputRows)
            continue;
        addInput(id, settings);
    }
    if (rows == 0)
        m_inputs->addWidget(makeWrappedLabel(tr("This model has no inputs."), "secondary"));
    if (rows > maxInputRows)
        m_inputs->addWidget(makeWrappedLabel(
            tr("and %n more, random with the seed", nullptr, rows - maxInputRows), "secondary"));
}

void RunPanel::addInput(model::ValueId id, const RunSettings& settings)
{
    const auto& value = document()->model()->value(id);
    const auto name = QString::fromStdString(value.name);
    const auto analysis = document()->analysis();
    const auto type = analysis != nullptr ? analysis->type(id) : value.type;
    const auto spec = settings.inputs.value(name, QStringLiteral("random"));
    auto* card = new InputCard(context().jobs,
        { name, type, spec, settings.preparations.value(name), settings.binding() });
    card->setEditable(settings.dataFolder.isEmpty());
    card->setNote(noteOn(spec));
    connect(card, &InputCard::edited, this,
        [this, card](const QString&, const QString& edited) { setInput(*card, edited); });
    connect(card, &InputCard::preparationEdited, this,
        [this](const QString& input, const QString& options) {
            m_runs.settingsOf(document()).preparations.insert(input, options);
        });
    connect(
        card, &InputCard::outputRequested, this, [this, card, type] { chooseOutput(*card, type); });
    m_inputs->addWidget(card);
}

void RunPanel::setInput(InputCard& card, const QString& spec)
{
    m_runs.settingsOf(document()).inputs.insert(card.name(), spec);
    card.setNote(noteOn(spec));
    keepSettings();
    refreshGeneration(); // the file may be the prompt
}

QString RunPanel::noteOn(const QString& spec) const
{
    const auto file = spec.startsWith(QStringLiteral("file:")) ? spec.mid(5) : QString();
    for (const auto* kept : m_runs.keptValues().ofOpenModels()) {
        if (kept->file == file)
            return tr("%1 of %2, %3")
                .arg(plain(kept->name.toStdString(), maxNameCharacters),
                    QFileInfo(kept->modelPath).fileName(), kept->words);
    }
    if (SessionFolder::isIn(file))
        return tr("The output of a run whose model is closed, or of an earlier session. Save an "
                  "output with Save as… to use it again later.");
    return {};
}

/// Offers the values that runs of open models have kept. Those that do not fit are shown too, so
/// that one sees why they cannot be chosen.
void RunPanel::chooseOutput(InputCard& card, const model::ValueType& type)
{
    auto* menu = new QMenu(&card);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName("outputsOfRuns");
    const auto kept = m_runs.keptValues().ofOpenModels();
    for (const auto* value : kept | std::views::take(maxOutputs)) {
        const auto facts = QStringList { typeText(*value), value->words,
            QFileInfo(value->modelPath).fileName() };
        auto* action = menu->addAction(
            QStringLiteral("%1 · %2").arg(plain(value->name.toStdString(), maxNameCharacters),
                facts.join(QStringLiteral(" · "))));
        action->setEnabled(fits(*value, type));
        connect(action, &QAction::triggered, &card,
            [&card, file = value->file] { card.use(QStringLiteral("file:") + file); });
    }
    if (kept.empty())
        menu->addAction(tr("No run of an open model has kept an output: use Run once first"))
            ->setEnabled(false);
    else if (std::ranges::none_of(kept, [&](const auto* value) { return fits(*value, type); }))
        menu->addAction(tr("None is %1").arg(plain(model::typeText(type), 60)))->setEnabled(false);
    menu->popup(card.mapToGlobal(card.rect().bottomLeft()));
}

void RunPanel::chooseFolder()
{
    const auto folder = QFileDialog::getExistingDirectory(this,
        tr("Folder with input_<i>.pb or NAME.npy"), QFileInfo(document()->path()).absolutePath());
    if (folder.isEmpty())
        return;
    m_runs.settingsOf(document()).dataFolder = folder;
    m_runs.settingsEdited(document());
}

} // namespace ui
