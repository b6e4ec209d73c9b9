#include "tests/soak/files.h"

#include "tests/soak/random.h"
#include "tests/support/paths.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

namespace soak {

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(content);
}

void copySamples(const QString& folder)
{
    const auto samples
        = QString::fromStdString((testing::sourceDir() / "resources/samples").string());
    for (QDirIterator each(
             samples, { QStringLiteral("model.onnx") }, QDir::Files, QDirIterator::Subdirectories);
         each.hasNext();) {
        const QFileInfo file(each.next());
        QFile::copy(
            file.filePath(), folder + QStringLiteral("/sample-%1.onnx").arg(file.dir().dirName()));
    }
}

} // namespace

Files::Files(const QString& folder)
    : m_folder(folder)
    , m_written(folder + QStringLiteral("/written"))
{
    copySamples(folder);
    const QStringList kinds { QStringLiteral("*.onnx"), QStringLiteral("*.opscope"),
        QStringLiteral("*.json"), QStringLiteral("*.json.gz"), QStringLiteral("*.sqlite"),
        QStringLiteral("*.html") };
    for (QDirIterator each(folder, kinds, QDir::Files, QDirIterator::Subdirectories);
         each.hasNext();)
        m_files += each.next();
    m_files.sort();
    QDir().mkpath(m_written);
}

QString Files::any(Random& random) const
{
    const QDir written(m_written);
    const auto names = written.entryList(QDir::Files, QDir::Name);
    if (!names.isEmpty() && random.chance(15))
        return written.filePath(random.of(names));
    return random.of(m_files);
}

QString Files::toWrite(Random& random) const
{
    constexpr int names = 6;
    return m_written + QStringLiteral("/file-%1").arg(random.below(names));
}

QString Files::change(const QString& path, Random& random)
{
    if (!path.startsWith(m_folder))
        return {};
    const auto before = contentOf(path);
    if (!m_changed.contains(path))
        m_changed.insert(path, before);
    switch (random.below(4)) {
    case 0:
        write(path, before);
        return QStringLiteral("the same");
    case 1:
        write(path, before.left(before.size() / 2));
        return QStringLiteral("half of it");
    case 2:
        QFile::remove(path);
        return QStringLiteral("removed");
    default:
        write(path, contentOf(random.of(m_files)));
        return QStringLiteral("another file");
    }
}

void Files::restore()
{
    for (auto file = m_changed.begin(); file != m_changed.end(); ++file)
        write(file.key(), file.value());
    m_changed.clear();
    QDir(m_written).removeRecursively();
    QDir().mkpath(m_written);
}

} // namespace soak
