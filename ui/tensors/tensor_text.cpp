#include "ui/tensors/tensor_text.h"

#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype stringLimit = 2000;
constexpr qsizetype numberWidth = 12;

} // namespace

QString tensorText(const model::TensorElements& content, const SliceView& slice)
{
    QString text;
    std::uint64_t shown = 0;
    std::uint64_t all = 0;
    for (std::uint64_t row = 0; row < slice.rows() && shown < maxTextElements; ++row) {
        text += QString::fromStdString(slice.rowLabel(row)) + QStringLiteral("  ");
        for (std::uint64_t column = 0;
             column < slice.columns() && slice.has(row, column) && shown < maxTextElements;
             ++column, ++shown) {
            const auto cell = plain(content.text(slice.element(row, column)), stringLimit);
            text += content.isText() ? (column > 0 ? QStringLiteral("\n    ") : QString()) + cell
                                     : cell.rightJustified(numberWidth);
        }
        text += u'\n';
    }
    for (const auto& part : { slice.rows(), slice.columns() })
        all = all == 0 ? part : all * part;
    if (slice.rows() > 0
        && !slice.has(
            slice.rows() - 1, slice.columns() - 1)) // the last row of a wrapped vector may be short
        all = std::min(all, content.count);
    if (shown < all)
        text += tr("… %1 of %2 elements; narrow the slice to see others\n")
                    .arg(countText(shown), countText(all));
    return text;
}

QString numberForCopy(const model::TensorElements& content, std::uint64_t element)
{
    return plain(content.text(element)).replace(QChar(0x2212), u'-').remove(u',');
}

} // namespace ui
