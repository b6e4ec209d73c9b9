#include "model/inference/declared_type.h"

#include "model/inference/inference_context.h"

#include <algorithm>
#include <utility>

namespace model {

bool canHave(const ValueType& type, const KnownElements& elements)
{
    if (!type.isTensor())
        return false;
    if (!type.shape)
        return true;
    return std::ranges::equal(
        *type.shape, elements.dims, [](const Dimension& declared, std::int64_t size) {
            return !declared.isNumber() || declared.value() == size;
        });
}

ValueType mergedType(
    const ValueType& declared, const ValueType& inferred, const ReportConflict& report)
{
    if (inferred.kind == ValueType::Kind::Unknown)
        return declared;
    if (declared.kind == ValueType::Kind::Unknown)
        return inferred;
    auto result = inferred;
    if (declared.kind != inferred.kind) {
        report(support::Severity::Error,
            "is declared as " + onnxTypeText(declared) + ", but the operator gives "
                + onnxTypeText(inferred));
        return result;
    }
    const auto hasElements
        = declared.element != ElementType::Undefined && inferred.element != ElementType::Undefined;
    if (hasElements && declared.element != inferred.element)
        report(support::Severity::Error,
            "is declared as " + std::string(name(declared.element)) + ", but the operator gives "
                + std::string(name(inferred.element)));
    if (result.element == ElementType::Undefined)
        result.element = declared.element;
    if (!result.shape || !declared.shape) {
        result.shape = result.shape ? result.shape : declared.shape;
        return result;
    }
    auto conflicts = result.shape->size() != declared.shape->size();
    auto shape = *result.shape;
    for (std::size_t i = 0; !conflicts && i < shape.size(); ++i) {
        auto& dim = shape[i];
        const auto& written = (*declared.shape)[i];
        conflicts = dim.isNumber() && written.isNumber() && dim.value() != written.value();
        if (dim.isUnknown())
            dim = written;
    }
    if (conflicts)
        report(support::Severity::Warning,
            "is declared as " + shapeText(*declared.shape) + ", but the operator gives "
                + shapeText(*inferred.shape));
    result.shape = std::move(shape);
    return result;
}

} // namespace model
