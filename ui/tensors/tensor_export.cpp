#include "ui/tensors/tensor_export.h"

#include "model/npy.h"
#include "model/onnx/tensor_file.h"
#include "model/support/atomic_file.h"
#include "model/support/csv.h"
#include "model/support/text.h"
#include "ui/document/settings.h"
#include "ui/tensors/tensor_page.h"

#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>

namespace ui {

namespace {

using support::Result;

/// A number with enough digits to be read back exactly, without digit grouping.
std::string csvCell(const model::TensorElements& content, std::uint64_t element)
{
    constexpr int exactDigits = 17;
    if (content.isText())
        return support::csvCell(content.text(element));
    if (!model::isFloating(content.element))
        return content.text(element);
    return support::numberText(content.number(element),
        content.element == model::ElementType::Double ? exactDigits : 9,
        support::NumberStyle::File);
}

Result<void> saveCsv(const model::TensorElements& content, const SliceView& slice,
    const std::filesystem::path& path, const std::stop_token& stop)
{
    auto file = TRY(support::AtomicFile::create(path));
    for (std::uint64_t row = 0; row < slice.rows(); ++row) {
        if (stop.stop_requested())
            return support::Error("cancelled", support::ErrorKind::Cancelled);
        std::string line;
        for (std::uint64_t column = 0; column < slice.columns() && slice.has(row, column); ++column)
            line += (column > 0 ? "," : "") + csvCell(content, slice.element(row, column));
        TRY(file.write(line + "\n"));
    }
    return file.commit();
}

Result<void> saveBytes(const model::TensorElements& content, const std::filesystem::path& path)
{
    if (content.isText())
        return support::fail("strings have no bytes of one size, save as .pb or .csv");
    auto file = TRY(support::AtomicFile::create(path));
    TRY(file.write(content.data.bytes));
    return file.commit();
}

Result<void> saveMessage(const model::TensorElements& content, const std::filesystem::path& path)
{
    model::DataValue value;
    value.kind = model::DataValue::Kind::Tensor;
    value.name = content.name;
    value.tensor = copyOf(content);
    return model::onnx::writeTensorFile(path, value);
}

} // namespace

QString askTensorFile(const model::TensorElements& content, QWidget* parent)
{
    constexpr auto folder = "tensors/folder";
    QFileDialog dialog(parent, TensorPage::tr("Save tensor"), settings::value(folder));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    const QStringList suffixes { QStringLiteral("npy"), QStringLiteral("pb"), QStringLiteral("csv"),
        QStringLiteral("raw"), QStringLiteral("png") };
    const QStringList filters { TensorPage::tr("NumPy array (*.npy)"),
        TensorPage::tr("ONNX tensor (*.pb)"), TensorPage::tr("Slice as CSV (*.csv)"),
        TensorPage::tr("Bytes as stored (*.raw)"), TensorPage::tr("Picture (*.png)") };
    dialog.setNameFilters(content.isText() ? filters.mid(1, 2) : filters);
    const auto follow = [&](const QString& filter) {
        dialog.setDefaultSuffix(suffixes.value(filters.indexOf(filter)));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, follow);
    follow(dialog.nameFilters().first());
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const auto path = dialog.selectedFiles().first();
    settings::setValue(folder, QFileInfo(path).absolutePath());
    return path;
}

Result<void> saveTensor(const model::TensorElements& content, const SliceView& slice,
    const std::filesystem::path& path, std::stop_token stop)
{
    const auto ending = path.extension();
    if (ending == ".npy")
        return model::writeNpy(path, copyOf(content));
    if (ending == ".pb")
        return saveMessage(content, path);
    if (ending == ".csv")
        return saveCsv(content, slice, path, stop);
    if (ending == ".raw" || ending == ".bin")
        return saveBytes(content, path);
    return support::failAs(support::ErrorKind::Usage, "\"", path.filename().string(),
        "\" has no known ending, expected .npy, .pb, .csv or .raw");
}

Result<void> saveImage(const QImage& image, const std::filesystem::path& path)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (image.isNull() || !image.save(&buffer, "PNG"))
        return support::failAs(
            support::ErrorKind::Failed, "there is no picture to save as ", path.string());
    return support::writeFile(
        path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace ui
