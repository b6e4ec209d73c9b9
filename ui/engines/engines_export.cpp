#include "ui/engines/engines_page.h"

#include "model/support/atomic_file.h"
#include "model/support/mapped_file.h"
#include "model/support/markdown.h"
#include "model/support/text.h"
#include "profiler/exporters/html_cells.h"
#include "profiler/exporters/html_page.h"
#include "profiler/exporters/html_text.h"
#include "profiler/exporters/svg.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/engines/engine_rows.h"
#include "ui/engines/wall_bars.h"
#include "ui/report/report_pdf.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/plain_text.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

// Export of the comparison of engines to HTML, CSV and Markdown.

namespace ui {

using profiler::escaped;

namespace {

const auto measurementForm = QStringLiteral("measurement");

QString markdownText(const QString& text)
{
    return QString::fromStdString(support::markdownText(text.toStdString()));
}

/// The document's verdicts as a list of figures.
std::string figuresHtml(const EngineComparison& comparison)
{
    std::string html = "<div class=\"figures\">";
    for (const auto threads : comparison.threadCounts) {
        const auto texts = verdictTexts(comparison, threads);
        html += profiler::figureHtml(escaped(threadsText(threads).toStdString()),
            texts.headline.toStdString(), texts.detail.toStdString());
    }
    return html + "</div>\n";
}

std::string conditionsHtml(const EngineComparison& comparison)
{
    std::vector<std::string> titles { "" };
    for (const auto engine : measuredEngines(comparison))
        titles.push_back(escaped(titleWithVersion(comparison.engines[engine]).toStdString()));
    std::vector<profiler::Column> columns;
    for (const auto& title : titles)
        columns.push_back({ title });
    const auto rows
        = profiler::tableRows(conditionLines(comparison), [](const ConditionLine& line) {
              auto cells = profiler::textCell(escaped(line.title.toStdString()));
              for (const auto& value : line.values)
                  cells += profiler::textCell(escaped(value.toStdString()));
              return profiler::tableRow(cells);
          });
    const auto notes = engineNotes(comparison).join(u' ').toStdString();
    return profiler::cardStart("Conditions", escaped(notes), profiler::Width::Full)
        + profiler::sortedTable(columns, rows) + profiler::cardEnd();
}

std::string rowsHtml(const ComparedTable::Content& content, const std::string& note)
{
    std::vector<std::string> titles;
    for (const auto& column : content.columns)
        titles.push_back(escaped(column.title.toStdString()));
    std::vector<profiler::Column> columns;
    for (std::size_t i = 0; i < titles.size(); ++i)
        columns.push_back({ titles[i],
            content.columns[i].alignment == Qt::AlignRight ? profiler::Column::Kind::Number
                                                           : profiler::Column::Kind::Text });
    const auto rows = profiler::tableRows(content.rows, [](const ComparedTable::Row& row) {
        std::string cells;
        for (const auto& cell : row.cells) {
            const auto text = escaped(cell.text.toStdString());
            const auto html = cell.isStrong ? "<b>" + text + "</b>" : text;
            cells += cell.sort.isValid() ? profiler::numberCell(cell.sort.toDouble(), html)
                                         : profiler::textCell(html);
        }
        return profiler::tableRow(cells);
    });
    return profiler::cardStart("By operators", escaped(note), profiler::Width::Full)
        + profiler::sortedTable(columns, rows) + profiler::cardEnd();
}

/// Copies the document and the profiles from one folder to a new one.
support::Result<void> copyMeasurement(
    const EngineComparison& comparison, const QString& from, const QString& to)
{
    QFile::remove(to); // the file dialog asked
    if (!QDir().mkpath(to))
        return support::failAs(support::ErrorKind::File, "cannot make the folder ",
            to.toStdString(), "; choose a folder that can be written");
    QStringList files { engineDocumentName() };
    for (const auto& measured : comparison.measurements)
        if (!measured.profileFile.empty())
            files << QString::fromStdString(measured.profileFile);
    for (const auto& file : files) {
        const auto source = QDir(from).filePath(file).toStdString();
        const auto bytes = TRY(support::MappedFile::open(source));
        auto copy = TRY(support::AtomicFile::create(QDir(to).filePath(file).toStdString()));
        TRY(copy.write(bytes->bytes()));
        TRY(copy.commit());
    }
    return {};
}

} // namespace

QString EnginesPage::markdown() const
{
    QString text = QStringLiteral("### %1\n\n").arg(markdownText(subtitle()));
    for (const auto threads : m_comparison->threadCounts) {
        const auto texts = verdictTexts(*m_comparison, threads);
        text += QStringLiteral("- %1: **%2** (%3)\n")
                    .arg(threadsText(threads), markdownText(texts.headline),
                        markdownText(texts.detail));
    }
    text += QStringLiteral("\n|  |");
    QString rule = QStringLiteral("|---|");
    for (const auto engine : measuredEngines(*m_comparison)) {
        text += u' ' + markdownText(titleWithVersion(m_comparison->engines[engine]))
            + QStringLiteral(" |");
        rule += QStringLiteral("---|");
    }
    text += u'\n' + rule + u'\n';
    for (const auto& measured : m_comparison->threadCounts) {
        text += QStringLiteral("| %1 |").arg(tr("Wall, %1").arg(threadsText(measured)));
        for (const auto engine : measuredEngines(*m_comparison)) {
            const auto* wall = m_comparison->measurement(engine, measured);
            text += u' ' + (wall != nullptr ? QString::fromStdString(wallText(*wall)) : QString())
                + QStringLiteral(" |");
        }
        text += u'\n';
    }
    for (const auto& line : conditionLines(*m_comparison)) {
        text += QStringLiteral("| %1 |").arg(line.title);
        for (const auto& value : line.values)
            text += u' ' + markdownText(value) + QStringLiteral(" |");
        text += u'\n';
    }
    return text + u'\n' + markdownText(engineNotes(*m_comparison).join(u' '))
        + QStringLiteral("\n\n#### %1\n\n").arg(threadsText(m_threads))
        + markdownText(differenceLines(*m_comparison, m_rows).join(QStringLiteral(". ")))
        + QStringLiteral("\n\n") + tableText(*m_sorted, TableForm::Markdown);
}

QString EnginesPage::csv() const { return tableText(*m_sorted, TableForm::Csv); }

std::string EnginesPage::html() const
{
    const auto title = this->title().toStdString();
    profiler::PageHead head { "Opscope report of engines", title, title, subtitle().toStdString(),
        { "no network" } };
    auto page = profiler::pageStart(head) + figuresHtml(*m_comparison);
    page += profiler::cardStart("Wall, median and 95 % interval", "", profiler::Width::Full)
        + profiler::svgOf(
            wallFigure(*m_comparison, profiler::pageWidth - 40), "Wall of each engine")
        + profiler::cardEnd();
    page += conditionsHtml(*m_comparison);
    const auto note = threadsText(m_threads).toStdString()
        + (m_rows.note.empty() ? "" : "; verdicts are not given: " + m_rows.note);
    const auto differences = differenceLines(*m_comparison, m_rows).join(QStringLiteral(". "));
    if (!m_rows.rows.empty())
        page += rowsHtml(
            engineContent(*m_comparison, m_rows), note + ". " + differences.toStdString());
    return page + profiler::pageEnd("");
}

void EnginesPage::exportPage()
{
    if (m_comparison == nullptr)
        return m_context.showStatus(tr("The engines are not measured yet"), "warning");
    const auto target
        = askForExport(tr("Export the comparison of engines"), QStringLiteral("engines"),
            { { QStringLiteral("html"), tr("Report"), QStringLiteral("html") }, pdfForm(),
                { QStringLiteral("csv"), tr("Table"), QStringLiteral("csv") },
                { QStringLiteral("markdown"), tr("Markdown"), QStringLiteral("md") },
                { measurementForm, tr("Measurement with its profiles, as a folder"),
                    QStringLiteral("engines") } },
            this);
    if (!target)
        return;
    const auto content = target->form == QStringLiteral("csv") ? csv().toStdString()
        : target->form == QStringLiteral("markdown")           ? markdown().toStdString()
                                                               : html();
    m_context.jobs.start<void>(
        this, QStringLiteral("export"), tr("Writing %1").arg(QFileInfo(target->path).fileName()),
        [target = *target, content, folder = m_runner->folder(), comparison = m_comparison](
            std::stop_token, const support::Progress&) -> support::Result<void> {
            if (target.form == measurementForm)
                return copyMeasurement(*comparison, folder, target.path);
            return target.form == pdfForm().id
                ? writePagePdf(content, target.path)
                : support::writeFile(target.path.toStdString(), content);
        },
        [this, path = target->path](support::Result<void> done) {
            m_context.showStatus(done ? tr("Wrote %1").arg(QFileInfo(path).fileName())
                                      : QString::fromStdString(done.error().message()),
                done ? "ok" : "error");
        });
}

void EnginesPage::openMeasurement()
{
    const auto path = QFileDialog::getOpenFileName(this, tr("Open a measurement of engines"),
        settings::value(exportFolderKey), tr("Measurements (*.json);;All files (*)"));
    if (!path.isEmpty())
        m_runner->open(*m_document, path);
}

} // namespace ui
