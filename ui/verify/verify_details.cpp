#include "ui/verify/verify_details.h"

#include "ui/inspectors/elided_label.h"
#include "ui/inspectors/fact_list.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/histogram_view.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

VerifyDetails::VerifyDetails(QWidget* parent)
    : QWidget(parent)
    , m_column(new QVBoxLayout(this))
    , m_title(makeText({}, this, "heading"))
    , m_message(makeText({}, this))
    , m_histogram(new HistogramView(this))
{
    m_column->setContentsMargins(12, 4, 12, 8);
    m_column->setSpacing(4);
    m_message->setProperty("tone", "error");
    m_message->setObjectName("verifyMessage");
    m_histogram->setAccessibleName(tr("Histogram of the errors"));
    m_column->addWidget(m_title);
    m_column->addWidget(m_histogram);
    m_column->addWidget(m_message);
    m_column->addStretch();
    show(nullptr);
}

void VerifyDetails::show(const VerifiedRow* row)
{
    delete m_facts;
    m_facts = nullptr;
    const bool hasNumbers = row != nullptr && row->value && row->value->difference.tolerance;
    m_histogram->setVisible(hasNumbers);
    m_message->setVisible(row != nullptr && !row->message.empty());
    m_title->setText(row == nullptr ? tr("Select a row to see its errors.")
            : row->value            ? plain(row->value->name)
                                    : plain(row->set));
    if (row == nullptr)
        return;
    m_message->setText(plainLines(row->message, 2000));
    if (hasNumbers)
        m_histogram->set(histogramOf(row->value->difference));
    if (row->value)
        showFacts(*row);
}

void VerifyDetails::showFacts(const VerifiedRow& row)
{
    const auto& difference = row.value->difference;
    constexpr int valueDigits = 9; // enough for every float
    m_facts = new FactList(this);
    m_facts->add(tr("Type"), typeText(*row.value));
    if (row.step) {
        m_facts->add(tr("Node"), plain(row.step->label));
        m_facts->add(tr("Implementation"), plain(row.step->implementation));
        m_facts
            ->add(tr("Own error"),
                row.step->own ? errorText(row.step->own->largestAbsolute) : tr("not known"))
            ->setTone(row.isAtFault() ? "error" : "");
    }
    if (difference.tolerance) {
        m_facts->add(tr("Largest absolute"), errorText(difference.largestAbsolute));
        m_facts->add(tr("Largest relative"), errorText(difference.largestRelative));
        if (!difference.where.empty()) {
            m_facts->add(tr("Worst element"), plain(difference.where));
            m_facts->add(tr("Found there"), errorText(difference.found, valueDigits));
            m_facts->add(tr("Expected there"), errorText(difference.expected, valueDigits));
        }
        m_facts->add(tr("Beyond tolerance"), beyondText(difference))
            ->setTone(difference.beyond > 0 ? "error" : "good");
        m_facts->add(tr("Tolerance"), toleranceText(difference));
    }
    m_column->insertWidget(2, m_facts);
    m_facts->show();
}

} // namespace ui
