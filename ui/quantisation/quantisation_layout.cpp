#include "ui/quantisation/quantisation_page.h"

#include "ui/compare/compared_table.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/quantisation/channel_ranges.h"
#include "ui/quantisation/grid_histogram.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>

// Construction of the page of quantisation.

namespace ui {

namespace {

constexpr QMargins headMargins { 14, 8, 14, 4 };

QLabel* makeTitle(const QString& text, QWidget* parent)
{
    auto* label = makeLabel(text, "heading", parent);
    label->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred);
    return label;
}

QWidget* makeArea(QWidget* parent)
{
    auto* area = new QWidget(parent);
    area->setAutoFillBackground(true);
    area->setBackgroundRole(QPalette::Base);
    return area;
}

} // namespace

QuantisationPage::QuantisationPage(
    Context& context, Document* document, model::ValueId value, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_model(document->model())
    , m_value(value)
    , m_title(tr("Quantisation: %1").arg(plain(m_model->value(value).name, 40)))
{
    setObjectName("quantisationPage");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = makeColumn(this);
    column->addWidget(buildHead());
    auto* messages = makeRow(nullptr, { 14, 2, 14, 6 }, styleSpacing);
    m_message = makeText({}, this);
    m_message->setObjectName("quantisationMessage");
    m_message->hide();
    m_capture = new QPushButton(icon("profile"), tr("Run once and capture"), this);
    m_capture->setObjectName("captureForQuantisation");
    m_capture->hide();
    messages->addWidget(m_message);
    messages->addWidget(m_capture);
    messages->addStretch();
    column->addLayout(messages);
    auto* sides = new QSplitter(Qt::Horizontal, this);
    auto* left = new QSplitter(Qt::Vertical, sides);
    left->addWidget(buildRanges());
    left->addWidget(buildChannels());
    left->setSizes({ 320, 400 });
    auto* right = new QSplitter(Qt::Vertical, sides);
    right->addWidget(buildHistogram());
    right->addWidget(buildOperators());
    right->setSizes({ 340, 380 });
    sides->addWidget(left);
    sides->addWidget(right);
    sides->setStretchFactor(0, 13);
    sides->setStretchFactor(1, 7);
    sides->setSizes({ 1040, 560 });
    column->addWidget(sides, 1);
    m_state = makeLabel({}, "secondary", this);
    m_state->setContentsMargins(14, 3, 14, 3);
    m_state->setObjectName("quantisationState");
    column->addWidget(m_state);
    setFocusProxy(m_ranges);
    connectParts();
    refreshOperators();
    load();
}

QWidget* QuantisationPage::buildHead()
{
    auto* head = makeArea(this);
    auto* column = makeColumn(head, { 14, 8, 14, 8 }, 6);
    auto* row = makeRow(nullptr, {}, 12);
    auto* names = makeColumn(nullptr, {}, 2);
    auto* name = new ElidedLabel(
        plain(m_model->value(m_value).name, 2000), ElidedLabel::Look::Strong, head);
    name->setObjectName("quantisedName");
    names->addWidget(name);
    m_subtitle = makeLabel({}, "secondary", head);
    m_subtitle->setObjectName("quantisationSubtitle");
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    names->addWidget(m_subtitle);
    row->addLayout(names, 1);
    m_profile = new QComboBox(head);
    m_profile->setObjectName("quantisationProfile");
    m_profile->setAccessibleName(tr("Engine that the activations are coded for"));
    m_profile->setToolTip(tr("x86: uint8 with a zero point, for ONNX Runtime and OpenVINO. "
                             "TensorRT: int8 with zero point 0."));
    m_profile->addItems({ tr("Profile: x86"), tr("Profile: TensorRT") });
    row->addWidget(m_profile);
    m_apply = new QPushButton(tr("Apply as edit"), head);
    m_apply->setObjectName("applyQuantisation");
    m_apply->setProperty("primary", true);
    row->addWidget(m_apply);
    column->addLayout(row);
    column->addLayout(buildFigures(head));
    return head;
}

/// The figures stand side by side.
QHBoxLayout* QuantisationPage::buildFigures(QWidget* head)
{
    auto* row = makeRow(nullptr, {}, 32);
    const std::array titles { tr("Error of this tensor"), tr("Output of the model"),
        tr("Model file") };
    for (std::size_t i = 0; i < titles.size(); ++i) {
        auto* figure = makeColumn(nullptr, {}, 1);
        figure->addWidget(makeLabel(titles[i], "secondary", head));
        m_figures[i] = makeLabel({}, "heading", head);
        m_figures[i]->setFont(scaledFont(m_figures[i]->font(), 1.2));
        m_figures[i]->setAccessibleName(titles[i]);
        figure->addWidget(m_figures[i]);
        m_details[i] = makeLabel({}, "secondary", head);
        m_details[i]->setFont(scaledFont(m_details[i]->font()));
        figure->addWidget(m_details[i]);
        row->addLayout(figure);
    }
    row->addStretch();
    return row;
}

QWidget* QuantisationPage::buildRanges()
{
    using Scales = model::CodeChoice::Scales;
    auto* area = makeArea(this);
    auto* column = makeColumn(area);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeTitle(tr("Ranges"), area));
    auto* note = makeLabel(tr("line: smallest to largest, box: p25 to p75"), "secondary", area);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    head->addWidget(note, 1);
    m_scales = new QButtonGroup(area);
    const std::array<std::pair<Scales, QString>, 3> chips {
        { { Scales::Channel, tr("Per channel") }, { Scales::Tensor, tr("Per tensor") },
            { Scales::Blocks, tr("Blocks") } }
    };
    for (const auto& [scales, text] : chips) {
        auto* chip = makeChoiceChip(text, area);
        m_scales->addButton(chip, static_cast<int>(scales));
        head->addWidget(chip);
    }
    m_scales->button(static_cast<int>(Scales::Channel))->setChecked(true);
    m_block = new QComboBox(area);
    m_block->setAccessibleName(tr("Elements of a block"));
    for (const int size : { 16, 32, 64, 128, 256 })
        m_block->addItem(tr("of %1").arg(size), size);
    m_block->setCurrentIndex(1);
    m_block->hide();
    m_bits = new QComboBox(area);
    m_bits->setAccessibleName(tr("Bits of a code"));
    m_bits->addItem(tr("4 bits"), 4);
    m_bits->addItem(tr("8 bits"), 8);
    m_bits->hide();
    head->addWidget(m_block);
    head->addWidget(m_bits);
    m_sorted = makeChoiceChip(tr("Sort by error"), area, "sortByError");
    head->addWidget(m_sorted);
    column->addLayout(head);
    m_ranges = new ChannelRanges(m_context.actions, area);
    m_ranges->setObjectName("channelRanges");
    column->addWidget(m_ranges, 1);
    return area;
}

QWidget* QuantisationPage::buildChannels()
{
    auto* area = makeArea(this);
    auto* column = makeColumn(area);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeTitle(tr("Scale and zero point"), area));
    m_channelNote = makeLabel({}, "secondary", area);
    head->addWidget(m_channelNote);
    head->addStretch();
    m_findings = makeLabel({}, "warning", area);
    m_findings->setObjectName("quantisationFindings");
    head->addWidget(m_findings);
    m_findingsFirst = makeChoiceChip(tr("Findings first"), area, "findingsFirst");
    m_findingsFirst->setChecked(true);
    head->addWidget(m_findingsFirst);
    column->addLayout(head);
    m_channelRows = new ComparedTable(area);
    m_channelProxy = new QSortFilterProxyModel(area);
    m_channels = new TableView(m_context.actions, area);
    m_channels->setObjectName("channelTable");
    m_channels->setAccessibleName(tr("Scale and zero point of each channel"));
    m_channels->setSortedModel(*m_channelProxy, m_channelRows, -1, Qt::AscendingOrder);
    m_channels->header()->setStretchLastSection(false);
    column->addWidget(m_channels, 1);
    m_cards = makeRow(nullptr, { 14, 8, 14, 10 }, 10);
    column->addLayout(m_cards);
    return area;
}

QWidget* QuantisationPage::buildHistogram()
{
    auto* area = makeArea(this);
    auto* column = makeColumn(area);
    auto* head = makeRow(nullptr, headMargins, 8);
    m_pictureTitle = makeTitle({}, area);
    head->addWidget(m_pictureTitle);
    head->addStretch();
    auto* logarithmic = makeChoiceChip(tr("log"), area, "logarithmicCounts",
        tr("Logarithmic scale of the counts, which shows single numbers"));
    head->addWidget(logarithmic);
    column->addLayout(head);
    m_histogram = new GridHistogram(area);
    m_histogram->setObjectName("gridHistogram");
    connect(logarithmic, &QPushButton::toggled, m_histogram, &GridHistogram::setLogarithmic);
    column->addWidget(m_histogram, 1);
    return area;
}

QWidget* QuantisationPage::buildOperators()
{
    auto* area = makeArea(this);
    auto* column = makeColumn(area);
    auto* head = makeRow(nullptr, headMargins, 8);
    head->addWidget(makeTitle(tr("Operators by output error"), area));
    m_inputs = makeLabel({}, "secondary", area);
    m_inputs->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_inputs->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head->addWidget(m_inputs, 1);
    column->addLayout(head);
    m_operatorRows = new ComparedTable(area);
    m_operatorProxy = new QSortFilterProxyModel(area);
    m_operators = new TableView(m_context.actions, area);
    m_operators->setObjectName("operatorLosses");
    m_operators->setAccessibleName(tr("Operators by output error"));
    m_operators->setSortedModel(*m_operatorProxy, m_operatorRows, -1, Qt::AscendingOrder);
    m_operators->header()->setStretchLastSection(false);
    column->addWidget(m_operators, 1);
    m_summary = makeWrappedLabel({}, nullptr, area);
    m_summary->setObjectName("lossSummary");
    m_summary->setContentsMargins(14, 6, 14, 4);
    column->addWidget(m_summary);
    auto* buttons = makeRow(nullptr, { 14, 2, 14, 10 }, 8);
    m_measure = new QPushButton(icon("measure"), tr("Measure"), area);
    m_measure->setObjectName("measureLosses");
    auto* inputs = new QPushButton(tr("Choose inputs…"), area);
    inputs->setObjectName("chooseCalibration");
    connect(inputs, &QPushButton::clicked, this, &QuantisationPage::chooseInputs);
    m_keep = new QPushButton(tr("Keep in fp32"), area);
    m_keep->setObjectName("keepInFloat");
    buttons->addWidget(m_measure);
    buttons->addWidget(inputs);
    buttons->addWidget(m_keep);
    buttons->addStretch();
    column->addLayout(buttons);
    return area;
}

} // namespace ui
