#include "ui/quantisation/quantisation_page.h"

#include "model/edit/quantise/arguments.h"
#include "ui/compare/compared_table.h"
#include "ui/delegates/roles.h"
#include "ui/document/model_names.h"
#include "ui/document/settings.h"
#include "ui/edit/model_editor.h"
#include "ui/format.h"
#include "ui/jobs/child_process.h"
#include "ui/jobs/job_runner.h"
#include "ui/quantisation/channel_ranges.h"
#include "ui/quantisation/channel_rows.h"
#include "ui/quantisation/finding_card.h"
#include "ui/quantisation/grid_histogram.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFrame>
#include <QHeaderView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <numeric>

namespace ui {

using Reading = std::shared_ptr<const ChannelReading>;
using model::CodeChoice;

namespace {

constexpr int usualSamples = 8; ///< random inputs of a measurement

/// `calibrating: input 3 of 8` of opscope-cli becomes progress.
TakeLine inputsTo(const support::Progress& progress)
{
    return [&progress](const QByteArray& line) {
        const auto words = line.split(' ');
        const auto at = words.indexOf("input");
        if (at < 0 || at + 3 >= words.size() || !progress)
            return false;
        progress(line.left(line.indexOf(':')).toStdString(), words[at + 1].toULongLong() - 1,
            words[at + 3].toULongLong());
        return true;
    };
}

support::Result<std::string> runQuantiser(
    const QStringList& arguments, const std::stop_token& stop, const support::Progress& progress)
{
    const auto child
        = TRY(runChild(RunController::engineProgram(), arguments, stop, inputsTo(progress)));
    if (child.isStopped)
        return support::Error("stopped", support::ErrorKind::Cancelled);
    if (child.exitCode != 0 || child.signal != 0)
        return support::failAs(support::ErrorKind::Failed, failureText(child));
    return child.output.toStdString();
}

std::vector<std::size_t> inOrder(std::size_t count)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
}

} // namespace

QuantisationPage::~QuantisationPage() { m_context.jobs.cancelAll(this); }

QString QuantisationPage::title() const { return m_title; }

void QuantisationPage::connectParts()
{
    const auto recode = [this] {
        const bool isBlocks = choice().scales == CodeChoice::Scales::Blocks;
        m_block->setVisible(isBlocks);
        m_bits->setVisible(isBlocks);
        code();
    };
    connect(m_scales, &QButtonGroup::idClicked, this, recode);
    for (auto* box : { m_block, m_bits, m_profile })
        connect(box, &QComboBox::currentIndexChanged, this, recode);
    connect(m_sorted, &QPushButton::toggled, this, &QuantisationPage::showChannels);
    connect(m_findingsFirst, &QPushButton::toggled, this, &QuantisationPage::showChannels);
    connect(m_ranges, &ChannelRanges::channelChosen, this, &QuantisationPage::chooseChannel);
    connect(m_channels->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& index) {
            const auto row = m_channelProxy->mapToSource(index).row();
            if (!m_isSelecting && row >= 0 && row < static_cast<int>(m_order.size()))
                chooseChannel(m_order[static_cast<std::size_t>(row)]);
        });
    connect(m_operators->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        const auto node = currentOperator();
        m_keep->setEnabled(node.isValid());
        m_keep->setText(m_kept.contains(node) ? tr("Quantise it again") : tr("Keep in fp32"));
        if (node.isValid() && !m_isSelecting)
            m_document->reveal(node, this);
    });
    connect(m_keep, &QPushButton::clicked, this, [this] {
        if (const auto node = currentOperator(); node.isValid())
            keepInFloat(node, !m_kept.contains(node));
    });
    connect(m_measure, &QPushButton::clicked, this, [this] {
        if (m_job != 0)
            m_context.jobs.cancel(m_job);
        else
            measureOperators();
    });
    connect(m_apply, &QPushButton::clicked, this, &QuantisationPage::applyAsEdit);
    connect(m_capture, &QPushButton::clicked, this, [this] {
        if (m_document == nullptr)
            return;
        fail(tr("Running the model once…"));
        m_context.runs->capture(m_document, m_value);
    });
    connect(m_context.runs, &RunController::capturedChanged, this, [this](model::ValueId changed) {
        if (changed == m_value && m_value.isValid())
            load();
    });
    connect(m_context.runs, &RunController::finished, this, [this](Document* ran, bool isGood) {
        if (ran == m_document && !isGood && m_reading == nullptr)
            fail(m_context.runs->progress().failure);
    });
    connect(m_document, &Document::idsChanged, this, &QuantisationPage::rename);
}

void QuantisationPage::rename(const ModelNames& names)
{
    const auto known = names({ SelectedItem::Kind::Value, m_value.value() });
    m_context.jobs.cancelAll(this);
    m_model = m_document->model();
    m_value = known ? model::ValueId(known->id) : model::ValueId();
    m_kept.clear();
    m_losses.reset();
    refreshOperators();
    refreshApply();
    if (known)
        return load();
    fail(tr("The model has no value of this name any more. What is shown was read before; Undo "
            "brings a quantised weight back."));
}

void QuantisationPage::fail(const QString& text)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

CodeChoice QuantisationPage::choice() const
{
    CodeChoice choice;
    choice.scales = static_cast<CodeChoice::Scales>(m_scales->checkedId());
    choice.format.bits = m_bits->currentData().toInt();
    choice.format.block = m_block->currentData().toInt();
    if (m_value.isValid() && model::constantTensor(*m_model, m_value) == nullptr) {
        choice.scales = CodeChoice::Scales::Tensor; // engines code activations so
        choice.codes = m_profile->currentIndex() == 0 ? CodeChoice::Codes::Unsigned
                                                      : CodeChoice::Codes::Signed;
    }
    return choice;
}

void QuantisationPage::setScales(CodeChoice::Scales scales)
{
    m_scales->button(static_cast<int>(scales))->click();
}

void QuantisationPage::load()
{
    const auto source = sourceOf(m_context.runs, *m_document, m_value);
    m_capture->setVisible(!source);
    if (!source)
        return fail(tr("This value is computed by a run and is not kept. One run with the settings "
                       "of the Run panel captures it."));
    fail(tr("Reading…"));
    m_context.jobs.start<Reading>(
        this, QStringLiteral("channels"), tr("Reading channels of %1").arg(plain(source->name, 60)),
        [source = *source, value = m_value, choice = choice()](
            std::stop_token stop, const support::Progress& progress) {
            return readChannels(source, value, std::nullopt, choice, stop, progress);
        },
        [this](support::Result<Reading> reading) {
            if (reading)
                show(*std::move(reading));
            else
                fail(plain(reading.error().message(), 1000));
        });
}

void QuantisationPage::code()
{
    refreshOperators();
    refreshApply();
    if (m_reading == nullptr || hasOwnScales() || !m_reading->layout.isCodable())
        return;
    m_context.jobs.start<Reading>(
        this, QStringLiteral("channels"), tr("Coding channels"),
        [reading = m_reading, choice = choice()](
            std::stop_token stop, const support::Progress& progress) {
            return codeAgain(reading, choice, stop, progress);
        },
        [this](support::Result<Reading> reading) {
            if (reading)
                show(*std::move(reading));
            else
                fail(plain(reading.error().message(), 1000));
        });
}

void QuantisationPage::show(Reading reading)
{
    m_reading = std::move(reading);
    fail(m_reading->layout.gridProblem.empty()
            ? QString()
            : tr("The scales of the model are not judged: %1.")
                  .arg(plain(m_reading->layout.gridProblem, 600)));
    const auto& channels = m_reading->statistics;
    if (m_channel && *m_channel >= channels.size())
        m_channel.reset();
    if (!m_channel && !channels.empty())
        m_channel = m_reading->coded.channels.empty() ? 0 : m_reading->coded.worstFirst().front();
    const bool canChoose = !hasOwnScales() && m_reading->layout.isCodable() && m_reading->isWeight;
    for (auto* chip : m_scales->buttons())
        chip->setEnabled(canChoose);
    m_profile->setVisible(!hasOwnScales());
    std::uint64_t count = m_reading->layout.content->count;
    m_state->setText(tr("Statistics read %1 of %1 values").arg(countText(count)));
    refreshHead();
    showChannels();
    showCards();
    refreshApply();
    if (m_channel)
        chooseChannel(*m_channel);
}

void QuantisationPage::showChannels()
{
    if (m_reading == nullptr)
        return;
    const auto count = m_reading->statistics.size();
    const bool hasCodes = !m_reading->coded.channels.empty();
    const auto worst = hasCodes ? m_reading->coded.worstFirst() : inOrder(count);
    m_order = m_findingsFirst->isChecked() ? worst : inOrder(count);
    const QScopedValueRollback selecting(m_isSelecting, true);
    m_channelRows->set(channelRows(*m_reading, m_order));
    m_channelProxy->sort(-1);
    const auto& widths = m_channelRows->content().widths;
    for (std::size_t i = 0; i < widths.size(); ++i)
        m_channels->setColumnWidth(static_cast<int>(i), widths[i]);
    m_ranges->set(m_reading, m_sorted->isChecked() ? worst : inOrder(count));
    m_channelNote->setText(countOf(count, QT_TR_NOOP("%1 channel(s)"))
        + (m_findingsFirst->isChecked() ? tr(", worst first") : QString()));
    m_findings->setText(findingCounts(m_reading->coded));
    m_findings->setProperty("tone", "warning");
    restyle(*m_findings);
    if (m_channel)
        chooseChannel(*m_channel);
}

void QuantisationPage::chooseChannel(std::size_t channel)
{
    if (m_reading == nullptr || channel >= m_reading->statistics.size())
        return;
    const QScopedValueRollback selecting(m_isSelecting, true);
    m_channel = channel;
    m_ranges->setChannel(channel);
    const auto row = std::ranges::find(m_order, channel) - m_order.begin();
    if (!m_reading->coded.channels.empty())
        m_channels->showRow(
            m_channelProxy->mapFromSource(m_channelRows->index(static_cast<int>(row), 0)));
    showPicture();
}

void QuantisationPage::showPicture()
{
    const auto channel = *m_channel;
    const auto reading = m_reading;
    const auto& coded = reading->coded;
    m_pictureTitle->setText(coded.channels.empty() ? tr("Channel %1").arg(countText(channel))
                                                   : tr("Channel %1 against its %2 codes")
                                                         .arg(countText(channel))
                                                         .arg(coded.high - coded.low + 1));
    m_state->setText(tr("Statistics read %1 of %1 values · channel %2 of %3")
                         .arg(countText(reading->layout.content->count), countText(channel),
                             countText(reading->statistics.size())));
    if (coded.channels.empty())
        return m_histogram->clear();
    m_context.jobs.start<model::ChannelPicture>(
        this, QStringLiteral("picture"), tr("Counting the numbers of a channel"),
        [reading, channel](std::stop_token stop, const support::Progress&) {
            const auto& grid = reading->layout.grid;
            return model::pictureOf(*reading->layout.content, reading->layout.view, channel,
                reading->coded, grid ? &*grid : nullptr, stop);
        },
        [this, reading, channel](support::Result<model::ChannelPicture> picture) {
            if (!picture)
                return;
            m_histogram->set(std::move(*picture));
            if (reading->coded.findingOf(channel) != model::ChannelFinding::Outlier)
                return;
            const auto& numbers = reading->numbers(channel);
            const auto mark = std::abs(numbers.smallest) > std::abs(numbers.largest)
                ? numbers.smallest
                : numbers.largest;
            m_histogram->setMark(mark,
                tr("one number of %1 at %2 sets the scale of all")
                    .arg(countText(numbers.total), numberText(mark)));
        });
}

void QuantisationPage::showCards()
{
    while (auto* item = m_cards->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& notable : m_reading->notable) {
        FindingActions actions;
        actions.showChannel = [this, channel = notable.channel] { chooseChannel(channel); };
        actions.showValues = [this] {
            if (m_document != nullptr && m_value.isValid())
                m_document->openTensor(m_value);
        };
        if (const auto mend = mendOf(*m_reading, notable, *m_model, m_value)) {
            actions.mendText = mend->text;
            actions.mend = [this, edit = mend->edit] { apply(edit, {}); };
        }
        m_cards->addWidget(makeFindingCard(*m_reading, notable, actions, this), 1);
    }
}

QString QuantisationPage::codesText() const
{
    const auto choice = this->choice();
    if (choice.scales == CodeChoice::Scales::Blocks)
        return tr("%1 bits, blocks of %2").arg(choice.format.bits).arg(choice.format.block);
    return choice.codes == CodeChoice::Codes::Unsigned ? tr("uint8") : tr("int8");
}

void QuantisationPage::refreshHead()
{
    auto text = layoutText(*m_reading);
    if (const auto& grid = m_reading->layout.grid) {
        const auto& node = m_model->node(grid->node);
        text += tr(" · scales of the file: %1 of %2")
                    .arg(plain(grid->scaleName, 60), plain(node.type, 40));
    } else if (m_reading->layout.isCodable()) {
        const std::array scales { tr("per channel"), tr("per tensor") };
        text += tr(" · planned: %1").arg(codesText());
        if (choice().scales != CodeChoice::Scales::Blocks)
            text += u' ' + scales[static_cast<std::size_t>(choice().scales)];
    } else {
        text += tr(" · neither floats nor codes with a scale");
    }
    m_subtitle->setText(text);
    m_subtitle->setToolTip(text);
    const auto& error = m_reading->coded.error;
    m_figures[0]->setText(error ? cardShareText(*error) : tr("unknown"));
    m_details[0]->setText(error            ? tr("relative L2, all channels")
            : m_reading->coded.isFromCodes ? tr("the file has codes only")
                                           : tr("not coded"));
}

model::edit::QuantiseOptions QuantisationPage::options() const
{
    auto scheme = choice();
    // The page may show an activation: its operators get the usual weights.
    if (scheme.codes != CodeChoice::Codes::Weight)
        scheme.scales = CodeChoice::Scales::Channel;
    auto options = quantiseOptionsOf(scheme,
        m_profile->currentIndex() == 0 ? model::edit::ActivationProfile::X86
                                       : model::edit::ActivationProfile::TensorRt);
    for (const auto node : m_kept)
        options.keptNodes.push_back(model::nodePath(*m_model, node));
    return options;
}

QStringList QuantisationPage::measureArguments() const
{
    const auto& settings = m_context.runs->settingsOf(m_document);
    const auto scheme = options();
    auto arguments = QStringList { QStringLiteral("quantize"), m_document->path() }
        + quantiseArguments(scheme) + m_document->openArguments()
        + QStringList { QStringLiteral("--seed"), QString::number(settings.seed) };
    for (auto dim = settings.dims.begin(); dim != settings.dims.end(); ++dim)
        arguments << QStringLiteral("--dim")
                  << QStringLiteral("%1=%2").arg(dim.key()).arg(dim.value());
    const auto folder = m_inputsFolder.isEmpty() ? settings.dataFolder : m_inputsFolder;
    const bool isStatic = scheme.scheme == model::edit::QuantisationScheme::Static;
    if (!folder.isEmpty())
        arguments << (isStatic ? QStringLiteral("--calibration") : QStringLiteral("--evaluation"))
                  << folder;
    else
        arguments << QStringLiteral("--samples") << QString::number(usualSamples);
    return arguments << QStringLiteral("--dry-run") << QStringLiteral("--format")
                     << QStringLiteral("json");
}

bool QuantisationPage::isMeasured() const
{
    return m_losses && m_document != nullptr && m_measured == measureArguments();
}

void QuantisationPage::measureOperators()
{
    if (m_document == nullptr || m_job != 0)
        return;
    if (const auto edits = m_document->unsavedEdits(); !edits.isEmpty())
        return m_summary->setText(tr("Errors are measured with the file, but %1.").arg(edits));
    const auto arguments = measureArguments();
    m_summary->setText(tr("Running the model before and after…"));
    m_job = m_context.jobs.start<std::string>(
        this, QStringLiteral("losses"), tr("Measuring errors of %1").arg(m_document->title()),
        [arguments](std::stop_token stop, const support::Progress& progress) {
            return runQuantiser(arguments, stop, progress);
        },
        [this, arguments, kept = m_kept](support::Result<std::string> json) {
            m_job = 0;
            auto losses = json && m_document != nullptr
                ? operatorLossesFrom(*json, *m_document)
                : support::Result<OperatorLosses>(
                    json ? support::Error("closed", support::ErrorKind::Cancelled) : json.error());
            if (losses) {
                m_errorBefore = m_losses ? m_losses->outputError : std::nullopt;
                m_losses = *std::move(losses);
                m_losses->kept = kept;
                m_measured = arguments;
            }
            refreshOperators();
            refreshApply();
            if (!losses)
                m_summary->setText(losses.error().kind() == support::ErrorKind::Cancelled
                        ? tr("Stopped; nothing is kept.")
                        : upperFirst(plain(losses.error().message(), 1000)));
        },
        JobRunner::When::Idle);
    refreshOperators();
    m_summary->setText(tr("Running the model before and after…"));
}

model::NodeId QuantisationPage::currentOperator() const
{
    const auto item = itemOf(m_operators->currentIndex().siblingAtColumn(0).data(ItemRole));
    return item.isNode() ? model::NodeId(item.id) : model::NodeId();
}

void QuantisationPage::keepInFloat(model::NodeId node, bool isKept)
{
    if (isKept)
        m_kept.insert(node);
    else
        m_kept.erase(node);
    refreshOperators();
    refreshApply();
}

void QuantisationPage::refreshOperators()
{
    m_measure->setText(m_job != 0 ? tr("Stop") : m_losses ? tr("Measure again") : tr("Measure"));
    if (m_document == nullptr)
        return;
    const auto chosen = currentOperator();
    const QScopedValueRollback selecting(m_isSelecting, true);
    m_operatorRows->set(
        lossRows(m_losses.value_or(OperatorLosses()), m_kept, *m_document, codesText()));
    m_operatorProxy->sort(-1);
    m_operators->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    const auto& widths = m_operatorRows->content().widths;
    for (std::size_t i = 1; i < widths.size(); ++i)
        m_operators->setColumnWidth(static_cast<int>(i), widths[i]);
    for (int row = 0; row < m_operatorRows->rowCount(); ++row) {
        const auto index = m_operatorRows->index(row, 0);
        if (chosen.isValid() && itemOf(index.data(ItemRole)).id == chosen.value())
            m_operators->showRow(m_operatorProxy->mapFromSource(index));
    }
    m_keep->setEnabled(currentOperator().isValid());
    m_keep->setText(m_kept.contains(chosen) ? tr("Quantise it again") : tr("Keep in fp32"));
    const auto& settings = m_context.runs->settingsOf(m_document);
    const auto folder = m_inputsFolder.isEmpty() ? settings.dataFolder : m_inputsFolder;
    m_inputs->setText(folder.isEmpty() ? tr("%1 random inputs").arg(usualSamples)
                                       : tr("inputs from %1").arg(QFileInfo(folder).fileName()));
    if (!m_losses) {
        m_summary->setText(tr("Errors need runs: each operator is quantised alone, and its output "
                              "compared. Random inputs show that it works, not how exact it is on "
                              "real ones."));
        m_figures[1]->setText(tr("unknown"));
        m_details[1]->setText(tr("not measured"));
        m_figures[2]->setText(tr("unknown"));
        m_details[2]->setText(tr("not measured"));
        return;
    }
    const auto& losses = *m_losses;
    auto text = countOf(losses.operators.size(), QT_TR_NOOP("%1 operator(s) quantised"));
    if (!losses.left.empty())
        text += tr(", %1 left as they are").arg(countText(losses.left.size()));
    text += tr(".");
    if (losses.outputError) {
        text += u' ' + tr("The output's error is %1").arg(cardShareText(*losses.outputError));
        text += m_errorBefore ? tr(", before %1.").arg(cardShareText(*m_errorBefore))
                              : QStringLiteral(".");
    }
    if (losses.isRandom)
        text += u' ' + tr("Measured with random inputs.");
    if (!isMeasured())
        text += u' ' + tr("Measure again for what is chosen now.");
    text += u'\n'
        + tr("to spread: the error by the difference between inputs; above 1 × it is larger than "
             "what tells inputs apart.");
    m_summary->setText(text);
    m_figures[1]->setText(losses.outputError ? cardShareText(*losses.outputError) : tr("unknown"));
    m_details[1]->setText(losses.outputToSpread
            ? tr("%1 × the spread between inputs").arg(numberText(*losses.outputToSpread, 2))
            : tr("spread between inputs unknown"));
    m_figures[2]->setText(
        tr("%1 → %2").arg(bytesText(losses.bytesBefore), bytesText(losses.bytes)));
    m_details[2]->setText(losses.bytesBefore > 0 ? QStringLiteral("−")
                + shareText(
                    1 - static_cast<double>(losses.bytes) / static_cast<double>(losses.bytesBefore))
                                                 : QString());
}

void QuantisationPage::refreshApply()
{
    const bool needsRanges
        = options().scheme == model::edit::QuantisationScheme::Static && !isMeasured();
    const bool isBusy = m_document != nullptr && m_document->editor() != nullptr
        && m_document->editor()->isBusy();
    m_apply->setVisible(!hasOwnScales());
    m_apply->setEnabled(!needsRanges && !isBusy && m_value.isValid());
    m_apply->setToolTip(needsRanges
            ? tr("Measure first: the ranges of activations come from runs.")
            : tr("Quantises the operators of the model; Undo takes it back."));
}

void QuantisationPage::applyAsEdit()
{
    ModelEdit edit;
    edit.operations = { isMeasured() ? m_losses->operation : operationOf(options()) };
    apply(std::move(edit), tr("The model is quantised; save it as a new file."));
}

void QuantisationPage::apply(ModelEdit edit, const QString& done)
{
    auto* editor = m_document != nullptr ? m_document->editor() : nullptr;
    if (editor == nullptr)
        return;
    editor->setOn(true);
    editor->apply(
        std::move(edit), [page = QPointer(this), done](const support::Result<void>& result) {
            if (page == nullptr)
                return;
            if (!result)
                page->fail(upperFirst(plain(result.error().message(), 1000)));
            else if (page->m_context.showStatus && !done.isEmpty())
                page->m_context.showStatus(done, "ok");
        });
}

void QuantisationPage::chooseInputs()
{
    const auto folder = QFileDialog::getExistingDirectory(
        this, tr("Folder with inputs"), settings::value("quantisation/folder"));
    if (folder.isEmpty())
        return;
    settings::setValue("quantisation/folder", folder);
    m_inputsFolder = folder;
    refreshOperators();
    refreshApply();
}

} // namespace ui
