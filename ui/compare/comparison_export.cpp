#include "ui/compare/comparison_page.h"

#include "model/support/atomic_file.h"
#include "model/support/markdown.h"
#include "profiler/exporters/comparison_html.h"
#include "ui/compare/compared_table.h"
#include "ui/compare/comparison_head.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/jobs/job_runner.h"
#include "ui/report/report_pdf.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"

#include <QFileInfo>
#include <QLabel>
#include <QLayout>
#include <QSortFilterProxyModel>

// Export of a comparison to HTML, PDF and Markdown.

namespace ui {

namespace {

using support::Result;

/// Escapes names of files and nodes for Markdown.
QString escaped(const QString& text)
{
    return QString::fromStdString(support::markdownText(text.toStdString()));
}

/// Converts a table of the page to one of the report.
profiler::FactTable factsOf(const ComparedTable::Content& content, const QString& note)
{
    profiler::FactTable facts;
    facts.note = note.toStdString();
    for (const auto& column : content.columns)
        facts.titles.push_back({ column.title.toStdString(), column.alignment == Qt::AlignRight });
    for (const auto& row : content.rows) {
        auto& cells = facts.rows.emplace_back();
        for (const auto& cell : row.cells) {
            const bool isNumber = cell.sort.isValid() && cell.sort.canConvert<double>()
                && cell.sort.typeId() != QMetaType::QString;
            cells.push_back({ cell.text.toStdString(),
                isNumber ? std::optional(cell.sort.toDouble()) : std::nullopt });
        }
    }
    return facts;
}

/// Writes the HTML report to a string. May be called on any thread: all inputs are snapshots.
Result<std::string> pageOf(
    const Compared& compared, const std::optional<profiler::FactTable>& numbers)
{
    profiler::ComparisonReport report;
    for (std::size_t side = 0; side < 2; ++side) {
        report.names[side] = compared.sides[side].title.toStdString();
        report.models[side] = compared.sides[side].model.get();
    }
    report.time = compared.time.get();
    report.structure = compared.isOneModel() ? nullptr : compared.structure.get();
    report.numbers = numbers ? &*numbers : nullptr;
    std::string page;
    TRY(profiler::writeComparisonHtml(report, [&page](std::string_view part) -> Result<void> {
        page += part;
        return {};
    }));
    return page;
}

Result<void> writeAs(const ExportTarget& target, const Compared& compared,
    const std::optional<profiler::FactTable>& numbers, const std::string& markdown)
{
    const auto path = target.path.toStdString();
    if (target.form == QStringLiteral("markdown"))
        return support::writeFile(path, markdown);
    const auto page = TRY(pageOf(compared, numbers));
    return target.form == pdfForm().id ? writePagePdf(page, target.path)
                                       : support::writeFile(path, page);
}

} // namespace

QString ComparisonPage::markdown() const
{
    QString text = QStringLiteral("### A %1 → B %2\n\n")
                       .arg(escaped(m_compared.sides[0].title), escaped(m_compared.sides[1].title));
    for (const auto* name :
        { "wallFigure", "changeFigure", "weightsFigure", "alignedFigure", "firstPastFigure" }) {
        const auto* figure = m_head->findChild<QLabel*>(QString::fromLatin1(name));
        const auto* title = figure != nullptr
            ? qobject_cast<QLabel*>(figure->parentWidget()->layout()->itemAt(0)->widget())
            : nullptr;
        if (title != nullptr)
            text += QStringLiteral("- %1: **%2**\n")
                        .arg(escaped(title->text()), escaped(figure->text()));
    }
    for (const auto table : { Operators, Types, StructureRows, Tensors, Settings }) {
        const auto& rows = m_tables[table];
        if (rows.sorted->rowCount() == 0)
            continue;
        text += QStringLiteral("\n#### %1\n\n").arg(rows.view->accessibleName())
            + tableText(*rows.sorted, TableForm::Markdown);
    }
    return text;
}

void ComparisonPage::exportReport()
{
    const auto target = askForExport(tr("Export comparison"), QStringLiteral("comparison"),
        { { QStringLiteral("html"), tr("Report"), QStringLiteral("html") }, pdfForm(),
            { QStringLiteral("markdown"), tr("Markdown"), QStringLiteral("md") } },
        this);
    if (!target)
        return;
    std::optional<profiler::FactTable> numbers;
    if (m_numbers != nullptr)
        numbers = factsOf(tensorRows(*m_numbers),
            tr("%1 compared, %2 past tolerance")
                .arg(m_numbers->tensors.size())
                .arg(m_numbers->pastTolerance()));
    m_context.jobs.start<void>(
        this, QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(target->path).fileName()),
        [target = *target, compared = m_compared, numbers = std::move(numbers),
            text = markdown().toStdString()](std::stop_token, const support::Progress&) {
            return writeAs(target, compared, numbers, text);
        },
        [this, path = target->path](Result<void> done) {
            m_context.showStatus(done ? tr("Wrote %1").arg(QFileInfo(path).fileName())
                                      : QString::fromStdString(done.error().message()),
                done ? "ok" : "error");
        });
}

} // namespace ui
