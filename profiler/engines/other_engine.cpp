#include "profiler/engines/engine_session.h"

#include <array>

namespace profiler {

namespace {

struct EngineName {
    std::string_view word;
    std::string_view title;
};
constexpr std::array<EngineName, 4> engineNames { { { "onnxruntime", "ONNX Runtime" },
    { "openvino", "OpenVINO" }, { "tensorrt", "TensorRT" }, { "opscope", "Opscope" } } };

} // namespace

std::string_view engineWord(OtherEngine engine)
{
    return engineNames[static_cast<std::size_t>(engine)].word;
}

std::string_view engineTitle(OtherEngine engine)
{
    return engineNames[static_cast<std::size_t>(engine)].title;
}

} // namespace profiler
