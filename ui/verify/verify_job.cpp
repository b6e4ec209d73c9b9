#include "ui/verify/verify_job.h"

#include "model/support/json.h"
#include "model/support/log.h"
#include "model/support/text.h"
#include "ui/jobs/child_process.h"
#include "ui/translation/text.h"

#include <algorithm>

namespace ui {

namespace {

/// Collects the comparisons reported by a running process, in case it does not finish.
class Events {
public:
    explicit Events(const support::Progress& progress)
        : m_progress(progress)
    {
    }

    bool take(const QByteArray& line)
    {
        const auto json = support::parseJson(viewOf(line));
        if (!json || !json->has("event")) {
            support::logInfo("engine: ", viewOf(line));
            return false;
        }
        const auto kind = (*json)["event"].stringOr("");
        if (kind == "phase" && m_progress)
            m_progress((*json)["what"].stringOr(""),
                static_cast<std::uint64_t>((*json)["done"].integerOr(0)),
                static_cast<std::uint64_t>((*json)["total"].integerOr(0)));
        else if (kind == "compared")
            m_rows.push_back(readRow(*json));
        return true;
    }
    std::vector<VerifiedRow> takeRows() { return std::move(m_rows); }

private:
    const support::Progress& m_progress;
    std::vector<VerifiedRow> m_rows;
};

} // namespace

Verification runVerification(const QString& program, const QStringList& arguments,
    const std::stop_token& stop, const support::Progress& progress)
{
    using State = Verification::State;
    Events events(progress);
    const auto child = runChild(program, QStringList { QStringLiteral("verify") } + arguments, stop,
        [&](const QByteArray& line) { return events.take(line); });
    if (!child)
        return { State::Failed, child.error().message(), {} };
    auto read = readVerification(viewOf(child->output));
    auto verification
        = read ? *std::move(read) : Verification { State::Failed, failureText(*child), {} };
    if (verification.rows.empty())
        verification.rows = events.takeRows();
    const auto isOfStep = [](const VerifiedRow& row) { return row.step.has_value(); };
    if (std::ranges::any_of(verification.rows, isOfStep))
        verification.kind = Verification::Kind::Tiers;
    if (child->isStopped) {
        // Rows without a value are data sets that the stop interrupted; they have not failed.
        std::erase_if(verification.rows, [](const VerifiedRow& row) { return !row.value; });
        verification.state = State::Stopped;
        verification.message = tr("Stopped before everything was compared.").toStdString();
    }
    return verification;
}

} // namespace ui
