#include "ui/fleet/folder_page.h"

#include "model/support/hash.h"
#include "profiler/fleet/pack.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"

#include <QDir>
#include <QFileInfo>

namespace ui {

namespace fs = std::filesystem;

FolderPage::FolderPage(Context& context, QString folder, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_folder(std::move(folder))
{
    setAttribute(Qt::WA_StyledBackground);
}

FolderPage::~FolderPage() = default;

QString FolderPage::title() const { return plain(QDir(m_folder).dirName().toStdString(), 40); }

void FolderPage::withFiles(
    const QStringList& names, Files files, std::function<void(const QStringList&)> use)
{
    if (files == Files::Packed)
        return extract(names, std::move(use));
    QStringList paths;
    for (const auto& name : names)
        paths << QDir(m_folder).filePath(name);
    use(paths);
}

void FolderPage::extract(const QStringList& names, std::function<void(const QStringList&)> use)
{
    if (!m_extracted) {
        auto folder = support::TemporaryFolder::create();
        if (!folder)
            return m_context.showStatus(plain(folder.error().message()), "error");
        m_extracted = *std::move(folder);
    }
    std::vector<std::pair<std::string, fs::path>> files;
    for (const auto& name : names) {
        // A folder each, because profiles in different folders may have one name.
        const auto text = name.toStdString();
        files.emplace_back(text,
            m_extracted->path() / support::xxh3(std::as_bytes(std::span(text))).hex()
                / QFileInfo(name).fileName().toStdString());
    }
    m_context.jobs.start<QStringList>(
        this, QStringLiteral("extract"), tr("Reading packed profiles"),
        [packed = fs::path(m_folder.toStdString()), files](
            std::stop_token stop, const support::Progress&) -> support::Result<QStringList> {
            QStringList paths;
            for (const auto& [name, path] : files) {
                std::error_code ignored; // writing the file says what is wrong
                fs::create_directories(path.parent_path(), ignored);
                TRY(profiler::fleet::extractProfile(packed, name, path, stop));
                paths << QString::fromStdString(path.string());
            }
            return paths;
        },
        [this, use = std::move(use)](support::Result<QStringList> paths) {
            if (paths)
                use(*paths);
            else
                m_context.showStatus(plain(paths.error().message()), "error");
        });
}

} // namespace ui
