#include "ui/document/statistics_state.h"

#include "model/support/text.h"
#include "profiler/tables/profile.h"
#include "ui/document/document.h"
#include "ui/window/panel.h"

#include <QLabel>

namespace ui {

namespace {

enum Page { Computing, Stopped };

} // namespace

StatisticsState::StatisticsState(Context& context, QWidget* parent)
    : QStackedWidget(parent)
{
    setObjectName("statisticsState");
    addWidget(makeEmptyState(context, {}, nullptr, this));
    addWidget(makeEmptyState(context,
        tr("You stopped computing the statistics of this profile. The timeline works without "
           "them."),
        "run.statistics", this));
}

bool StatisticsState::follow(const Document* document)
{
    if (document == nullptr || document->profile() == nullptr || document->statistics() != nullptr)
        return false;
    const bool isComputing = document->isComputingStatistics();
    setCurrentIndex(isComputing ? Computing : Stopped);
    if (isComputing)
        currentWidget()->findChild<QLabel*>()->setText(
            tr("Computing statistics of %1 spans… The timeline can be used meanwhile.")
                .arg(QString::fromStdString(
                    support::countText(document->profile()->slices.size()))));
    return true;
}

QString StatisticsState::text() const { return currentWidget()->findChild<QLabel*>()->text(); }

} // namespace ui
