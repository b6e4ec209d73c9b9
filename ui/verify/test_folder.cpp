#include "ui/verify/test_folder.h"

#include <QDir>
#include <QFileInfo>

namespace ui {

namespace {

const QString modelName = QStringLiteral("model.onnx");
const QString setPattern = QStringLiteral("test_data_set_*");

int dataSetsIn(const QDir& folder)
{
    return static_cast<int>(folder.entryList({ setPattern }, QDir::Dirs).size());
}

} // namespace

int dataSetsBeside(const QString& modelPath)
{
    const QFileInfo file(modelPath);
    return file.fileName() == modelName ? dataSetsIn(file.absoluteDir()) : 0;
}

support::Result<TestFolder> testFolderAt(const QString& path)
{
    QDir folder(path);
    if (!folder.exists(modelName) && QDir::match(setPattern, folder.dirName()))
        folder.cdUp();
    if (!folder.exists(modelName))
        return support::failAs(support::ErrorKind::File, path.toStdString(),
            " is no test folder: expected model.onnx in it, with test_data_set_0 beside");
    return TestFolder { folder.absolutePath(), folder.absoluteFilePath(modelName),
        dataSetsIn(folder) };
}

} // namespace ui
