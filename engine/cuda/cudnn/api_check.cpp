#include "engine/cuda/cudnn/api.h"

#include <cudnn_graph.h>

// Checks api.h against NVIDIA's header.
namespace engine::cuda::cudnn {

namespace {

// The names about NaN are deprecated.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define OPSCOPE_CUDNN_SAME(type, name, value, theirs)                                              \
    static_assert(static_cast<long long>(type::name) == static_cast<long long>(theirs));
OPSCOPE_CUDNN_DATA_TYPE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_DESCRIPTOR_TYPE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_ATTRIBUTE_TYPE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_ATTRIBUTE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_CONVOLUTION_MODE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_POINTWISE_MODE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_NAN_PROPAGATION(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_REDUCTION_OPERATOR(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_RESAMPLE_MODE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_PADDING_MODE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_HEURISTIC_MODE(OPSCOPE_CUDNN_SAME)
OPSCOPE_CUDNN_NUMERICAL_NOTE(OPSCOPE_CUDNN_SAME)
static_assert(sizeof(Fraction) == sizeof(cudnnFraction_t));
static_assert(maxKnobs >= CUDNN_KNOB_TYPE_COUNTS);
static_assert(maxNumericalNotes >= CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
#undef OPSCOPE_CUDNN_SAME

} // namespace

} // namespace engine::cuda::cudnn
