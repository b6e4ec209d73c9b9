#pragma once

#include "engine/run/session.h"
#include "profiler/engines/openvino/api.h"

#include <map>
#include <optional>

namespace profiler::openvino {

/// OpenVINO's numbers of element types. They differ between its releases, so they are read from the
/// library: from the input of a small model for each type.
class ElementTypes {
public:
    /// Fails if the library does not read a model with an input of type float.
    static support::Result<ElementTypes> read(const Api& api, const Core* core);

    /// Nothing if the library does not have the type. Types below a byte and strings are left out.
    std::optional<int> number(model::ElementType type) const;
    std::optional<model::ElementType> type(int number) const;

private:
    std::map<model::ElementType, int> m_numbers;
};

/// Makes OpenVINO's view of a tensor. The tensor must stay as long as the view is used.
support::Result<Owned<HostTensor>> viewOf(
    const Api& api, const ElementTypes& types, const engine::Tensor& tensor);

/// Copies a tensor of OpenVINO.
support::Result<engine::Tensor> copyOf(
    const Api& api, const ElementTypes& types, const HostTensor* tensor);

} // namespace profiler::openvino
