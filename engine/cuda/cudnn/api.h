#pragma once

#include "engine/cuda/libraries.h"

#include <cstddef>
#include <cstdint>

/// The part of cuDNN 9 that this module uses: its backend descriptors. They describe a graph of
/// operations, list engines for it and run a plan. They are declared here so that only
/// api_check.cpp needs NVIDIA's header. Names follow cudnn_graph_v9.h. Source: cuDNN 9
/// documentation, "Backend descriptor types".
namespace engine::cuda::cudnn {

// Each enumeration is a list of rows: enumeration, name, value, NVIDIA's name. api_check.cpp
// compares the values.
#define OPSCOPE_CUDNN_VALUE(type, name, value, theirs) name = value,

// clang-format off
/// cudnnDataType_t
#define OPSCOPE_CUDNN_DATA_TYPE(row)                                                               \
    row(DataType, Float, 0, CUDNN_DATA_FLOAT)                                                      \
    row(DataType, Double, 1, CUDNN_DATA_DOUBLE)                                                    \
    row(DataType, Half, 2, CUDNN_DATA_HALF)                                                        \
    row(DataType, Int32, 4, CUDNN_DATA_INT32)                                                      \
    row(DataType, Bfloat16, 9, CUDNN_DATA_BFLOAT16)                                                \
    row(DataType, Boolean, 11, CUDNN_DATA_BOOLEAN)
enum class DataType : int { OPSCOPE_CUDNN_DATA_TYPE(OPSCOPE_CUDNN_VALUE) };

/// cudnnBackendDescriptorType_t
#define OPSCOPE_CUDNN_DESCRIPTOR_TYPE(row)                                                         \
    row(DescriptorType, Pointwise, 0, CUDNN_BACKEND_POINTWISE_DESCRIPTOR)                          \
    row(DescriptorType, Convolution, 1, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR)                      \
    row(DescriptorType, Engine, 2, CUDNN_BACKEND_ENGINE_DESCRIPTOR)                                \
    row(DescriptorType, EngineConfig, 3, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR)                       \
    row(DescriptorType, EngineHeuristic, 4, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR)                   \
    row(DescriptorType, ExecutionPlan, 5, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR)                 \
    row(DescriptorType, KnobChoice, 7, CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR)                       \
    row(DescriptorType, ConvolutionForward, 10, CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR) \
    row(DescriptorType, ConvolutionBackwardData, 12, CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR) \
    row(DescriptorType, PointwiseOperation, 13, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR)      \
    row(DescriptorType, OperationGraph, 15, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR)               \
    row(DescriptorType, VariantPack, 16, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR)                    \
    row(DescriptorType, Tensor, 17, CUDNN_BACKEND_TENSOR_DESCRIPTOR)                               \
    row(DescriptorType, Matmul, 18, CUDNN_BACKEND_MATMUL_DESCRIPTOR)                               \
    row(DescriptorType, MatmulOperation, 19, CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR)            \
    row(DescriptorType, Reduction, 21, CUDNN_BACKEND_REDUCTION_DESCRIPTOR)                         \
    row(DescriptorType, ReductionOperation, 22, CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR)      \
    row(DescriptorType, Resample, 24, CUDNN_BACKEND_RESAMPLE_DESCRIPTOR)                           \
    row(DescriptorType, ResampleForward, 25, CUDNN_BACKEND_OPERATION_RESAMPLE_FWD_DESCRIPTOR)
enum class DescriptorType : int { OPSCOPE_CUDNN_DESCRIPTOR_TYPE(OPSCOPE_CUDNN_VALUE) };

/// cudnnBackendAttributeType_t
#define OPSCOPE_CUDNN_ATTRIBUTE_TYPE(row)                                                          \
    row(AttributeType, Handle, 0, CUDNN_TYPE_HANDLE)                                               \
    row(AttributeType, DataType, 1, CUDNN_TYPE_DATA_TYPE)                                          \
    row(AttributeType, Boolean, 2, CUDNN_TYPE_BOOLEAN)                                             \
    row(AttributeType, Int64, 3, CUDNN_TYPE_INT64)                                                 \
    row(AttributeType, Float, 4, CUDNN_TYPE_FLOAT)                                                 \
    row(AttributeType, Double, 5, CUDNN_TYPE_DOUBLE)                                               \
    row(AttributeType, Pointer, 6, CUDNN_TYPE_VOID_PTR)                                            \
    row(AttributeType, ConvolutionMode, 7, CUDNN_TYPE_CONVOLUTION_MODE)                            \
    row(AttributeType, HeuristicMode, 8, CUDNN_TYPE_HEUR_MODE)                                     \
    row(AttributeType, KnobType, 9, CUDNN_TYPE_KNOB_TYPE)                                          \
    row(AttributeType, NanPropagation, 10, CUDNN_TYPE_NAN_PROPOGATION)                             \
    row(AttributeType, NumericalNote, 11, CUDNN_TYPE_NUMERICAL_NOTE)                               \
    row(AttributeType, PointwiseMode, 14, CUDNN_TYPE_POINTWISE_MODE)                               \
    row(AttributeType, Descriptor, 15, CUDNN_TYPE_BACKEND_DESCRIPTOR)                              \
    row(AttributeType, ReductionOperator, 18, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE)                  \
    row(AttributeType, ResampleMode, 21, CUDNN_TYPE_RESAMPLE_MODE)                                 \
    row(AttributeType, PaddingMode, 22, CUDNN_TYPE_PADDING_MODE)                                   \
    row(AttributeType, Fraction, 26, CUDNN_TYPE_FRACTION)
enum class AttributeType : int { OPSCOPE_CUDNN_ATTRIBUTE_TYPE(OPSCOPE_CUDNN_VALUE) };

/// cudnnBackendAttributeName_t
#define OPSCOPE_CUDNN_ATTRIBUTE(row)                                                               \
    row(Attribute, PointwiseMode, 0, CUDNN_ATTR_POINTWISE_MODE)                                    \
    row(Attribute, PointwiseMathType, 1, CUDNN_ATTR_POINTWISE_MATH_PREC)                           \
    row(Attribute, PointwiseNan, 2, CUDNN_ATTR_POINTWISE_NAN_PROPAGATION)                          \
    row(Attribute, ReluLowerSlope, 5, CUDNN_ATTR_POINTWISE_RELU_LOWER_CLIP_SLOPE)                  \
    row(Attribute, EluAlpha, 6, CUDNN_ATTR_POINTWISE_ELU_ALPHA)                                    \
    row(Attribute, SwishBeta, 8, CUDNN_ATTR_POINTWISE_SWISH_BETA)                                  \
    row(Attribute, PointwiseAxis, 9, CUDNN_ATTR_POINTWISE_AXIS)                                    \
    row(Attribute, ConvolutionMathType, 100, CUDNN_ATTR_CONVOLUTION_COMP_TYPE)                     \
    row(Attribute, ConvolutionMode, 101, CUDNN_ATTR_CONVOLUTION_CONV_MODE)                         \
    row(Attribute, ConvolutionDilations, 102, CUDNN_ATTR_CONVOLUTION_DILATIONS)                    \
    row(Attribute, ConvolutionStrides, 103, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES)                 \
    row(Attribute, ConvolutionPadsAfter, 104, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS)                \
    row(Attribute, ConvolutionPadsBefore, 105, CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS)                \
    row(Attribute, ConvolutionSpatialDims, 106, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS)               \
    row(Attribute, HeuristicMode, 200, CUDNN_ATTR_ENGINEHEUR_MODE)                                 \
    row(Attribute, HeuristicGraph, 201, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH)                     \
    row(Attribute, HeuristicResults, 202, CUDNN_ATTR_ENGINEHEUR_RESULTS)                           \
    row(Attribute, ConfigEngine, 300, CUDNN_ATTR_ENGINECFG_ENGINE)                                 \
    row(Attribute, ConfigKnobs, 302, CUDNN_ATTR_ENGINECFG_KNOB_CHOICES)                            \
    row(Attribute, PlanHandle, 400, CUDNN_ATTR_EXECUTION_PLAN_HANDLE)                              \
    row(Attribute, PlanConfig, 401, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)                       \
    row(Attribute, PlanWorkspaceBytes, 402, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE)              \
    row(Attribute, KnobType, 600, CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE)                                \
    row(Attribute, KnobValue, 601, CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE)                              \
    row(Attribute, ForwardAlpha, 700, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA)              \
    row(Attribute, ForwardBeta, 701, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA)                \
    row(Attribute, ForwardConvolution, 702, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC)    \
    row(Attribute, ForwardW, 703, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W)                      \
    row(Attribute, ForwardX, 704, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X)                      \
    row(Attribute, ForwardY, 705, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y)                      \
    row(Attribute, BackwardDataAlpha, 706, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA)        \
    row(Attribute, BackwardDataBeta, 707, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA)          \
    row(Attribute, BackwardDataConvolution, 708, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC) \
    row(Attribute, BackwardDataW, 709, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W)                \
    row(Attribute, BackwardDataDx, 710, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX)              \
    row(Attribute, BackwardDataDy, 711, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY)              \
    row(Attribute, OperationPointwise, 750, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR)          \
    row(Attribute, OperationX, 751, CUDNN_ATTR_OPERATION_POINTWISE_XDESC)                          \
    row(Attribute, OperationB, 752, CUDNN_ATTR_OPERATION_POINTWISE_BDESC)                          \
    row(Attribute, OperationY, 753, CUDNN_ATTR_OPERATION_POINTWISE_YDESC)                          \
    row(Attribute, OperationT, 758, CUDNN_ATTR_OPERATION_POINTWISE_TDESC)                          \
    row(Attribute, GraphHandle, 800, CUDNN_ATTR_OPERATIONGRAPH_HANDLE)                             \
    row(Attribute, GraphOperations, 801, CUDNN_ATTR_OPERATIONGRAPH_OPS)                            \
    row(Attribute, GraphEngineCount, 802, CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT)           \
    row(Attribute, TensorAlignment, 900, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)                         \
    row(Attribute, TensorDataType, 901, CUDNN_ATTR_TENSOR_DATA_TYPE)                               \
    row(Attribute, TensorDims, 902, CUDNN_ATTR_TENSOR_DIMENSIONS)                                  \
    row(Attribute, TensorStrides, 903, CUDNN_ATTR_TENSOR_STRIDES)                                  \
    row(Attribute, TensorId, 906, CUDNN_ATTR_TENSOR_UNIQUE_ID)                                     \
    row(Attribute, TensorIsVirtual, 907, CUDNN_ATTR_TENSOR_IS_VIRTUAL)                             \
    row(Attribute, TensorIsByValue, 908, CUDNN_ATTR_TENSOR_IS_BY_VALUE)                            \
    row(Attribute, PackIds, 1000, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS)                              \
    row(Attribute, PackPointers, 1001, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS)                      \
    row(Attribute, PackWorkspace, 1003, CUDNN_ATTR_VARIANT_PACK_WORKSPACE)                         \
    row(Attribute, EngineGraph, 1300, CUDNN_ATTR_ENGINE_OPERATION_GRAPH)                           \
    row(Attribute, EngineIndex, 1301, CUDNN_ATTR_ENGINE_GLOBAL_INDEX)                              \
    row(Attribute, EngineNotes, 1303, CUDNN_ATTR_ENGINE_NUMERICAL_NOTE)                            \
    row(Attribute, MatmulMathType, 1500, CUDNN_ATTR_MATMUL_COMP_TYPE)                              \
    row(Attribute, MatmulA, 1520, CUDNN_ATTR_OPERATION_MATMUL_ADESC)                               \
    row(Attribute, MatmulB, 1521, CUDNN_ATTR_OPERATION_MATMUL_BDESC)                               \
    row(Attribute, MatmulC, 1522, CUDNN_ATTR_OPERATION_MATMUL_CDESC)                               \
    row(Attribute, MatmulHow, 1523, CUDNN_ATTR_OPERATION_MATMUL_DESC)                              \
    row(Attribute, ReductionOperator, 1600, CUDNN_ATTR_REDUCTION_OPERATOR)                         \
    row(Attribute, ReductionMathType, 1601, CUDNN_ATTR_REDUCTION_COMP_TYPE)                        \
    row(Attribute, ReductionX, 1610, CUDNN_ATTR_OPERATION_REDUCTION_XDESC)                         \
    row(Attribute, ReductionY, 1611, CUDNN_ATTR_OPERATION_REDUCTION_YDESC)                         \
    row(Attribute, ReductionHow, 1612, CUDNN_ATTR_OPERATION_REDUCTION_DESC)                        \
    row(Attribute, ResampleMode, 1700, CUDNN_ATTR_RESAMPLE_MODE)                                   \
    row(Attribute, ResampleMathType, 1701, CUDNN_ATTR_RESAMPLE_COMP_TYPE)                          \
    row(Attribute, ResampleSpatialDims, 1702, CUDNN_ATTR_RESAMPLE_SPATIAL_DIMS)                    \
    row(Attribute, ResamplePadsAfter, 1703, CUDNN_ATTR_RESAMPLE_POST_PADDINGS)                     \
    row(Attribute, ResamplePadsBefore, 1704, CUDNN_ATTR_RESAMPLE_PRE_PADDINGS)                     \
    row(Attribute, ResampleStrides, 1705, CUDNN_ATTR_RESAMPLE_STRIDES)                             \
    row(Attribute, ResampleWindow, 1706, CUDNN_ATTR_RESAMPLE_WINDOW_DIMS)                          \
    row(Attribute, ResampleNan, 1707, CUDNN_ATTR_RESAMPLE_NAN_PROPAGATION)                         \
    row(Attribute, ResamplePaddingMode, 1708, CUDNN_ATTR_RESAMPLE_PADDING_MODE)                    \
    row(Attribute, ResampleX, 1710, CUDNN_ATTR_OPERATION_RESAMPLE_FWD_XDESC)                       \
    row(Attribute, ResampleY, 1711, CUDNN_ATTR_OPERATION_RESAMPLE_FWD_YDESC)                       \
    row(Attribute, ResampleHow, 1716, CUDNN_ATTR_OPERATION_RESAMPLE_FWD_DESC)
enum class Attribute : int { OPSCOPE_CUDNN_ATTRIBUTE(OPSCOPE_CUDNN_VALUE) };

#define OPSCOPE_CUDNN_CONVOLUTION_MODE(row)                                                        \
    row(ConvolutionMode, CrossCorrelation, 1, CUDNN_CROSS_CORRELATION)
enum class ConvolutionMode : int { OPSCOPE_CUDNN_CONVOLUTION_MODE(OPSCOPE_CUDNN_VALUE) };

/// cudnnPointwiseMode_t
#define OPSCOPE_CUDNN_POINTWISE_MODE(row)                                                          \
    row(PointwiseMode, Add, 0, CUDNN_POINTWISE_ADD)                                                \
    row(PointwiseMode, Multiply, 1, CUDNN_POINTWISE_MUL)                                           \
    row(PointwiseMode, Divide, 6, CUDNN_POINTWISE_DIV)                                             \
    row(PointwiseMode, Subtract, 9, CUDNN_POINTWISE_SUB)                                           \
    row(PointwiseMode, Exp, 13, CUDNN_POINTWISE_EXP)                                               \
    row(PointwiseMode, Log, 15, CUDNN_POINTWISE_LOG)                                               \
    row(PointwiseMode, Relu, 100, CUDNN_POINTWISE_RELU_FWD)                                        \
    row(PointwiseMode, Tanh, 101, CUDNN_POINTWISE_TANH_FWD)                                        \
    row(PointwiseMode, Sigmoid, 102, CUDNN_POINTWISE_SIGMOID_FWD)                                  \
    row(PointwiseMode, Elu, 103, CUDNN_POINTWISE_ELU_FWD)                                          \
    row(PointwiseMode, Swish, 106, CUDNN_POINTWISE_SWISH_FWD)                                      \
    row(PointwiseMode, GeluTanh, 107, CUDNN_POINTWISE_GELU_APPROX_TANH_FWD)                        \
    row(PointwiseMode, GreaterOrEqual, 303, CUDNN_POINTWISE_CMP_GE)                                \
    row(PointwiseMode, Index, 501, CUDNN_POINTWISE_GEN_INDEX)                                      \
    row(PointwiseMode, Select, 601, CUDNN_POINTWISE_BINARY_SELECT)
enum class PointwiseMode : int { OPSCOPE_CUDNN_POINTWISE_MODE(OPSCOPE_CUDNN_VALUE) };

/// cudnnNanPropagation_t
#define OPSCOPE_CUDNN_NAN_PROPAGATION(row)                                                         \
    row(NanPropagation, Skip, 0, CUDNN_NOT_PROPAGATE_NAN)                                          \
    row(NanPropagation, Keep, 1, CUDNN_PROPAGATE_NAN)
enum class NanPropagation : int { OPSCOPE_CUDNN_NAN_PROPAGATION(OPSCOPE_CUDNN_VALUE) };

/// cudnnReduceTensorOp_t
#define OPSCOPE_CUDNN_REDUCTION_OPERATOR(row)                                                      \
    row(ReductionOperator, Add, 0, CUDNN_REDUCE_TENSOR_ADD)                                        \
    row(ReductionOperator, Max, 3, CUDNN_REDUCE_TENSOR_MAX)
enum class ReductionOperator : int { OPSCOPE_CUDNN_REDUCTION_OPERATOR(OPSCOPE_CUDNN_VALUE) };

/// cudnnResampleMode_t
#define OPSCOPE_CUDNN_RESAMPLE_MODE(row)                                                           \
    row(ResampleMode, AverageWithPadding, 2, CUDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING)               \
    row(ResampleMode, Max, 3, CUDNN_RESAMPLE_MAXPOOL)                                              \
    row(ResampleMode, AverageWithoutPadding, 4, CUDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING)
enum class ResampleMode : int { OPSCOPE_CUDNN_RESAMPLE_MODE(OPSCOPE_CUDNN_VALUE) };

/// cudnnPaddingMode_t
#define OPSCOPE_CUDNN_PADDING_MODE(row)                                                            \
    row(PaddingMode, Zero, 0, CUDNN_ZERO_PAD)                                                      \
    row(PaddingMode, NegativeInfinity, 1, CUDNN_NEG_INF_PAD)
enum class PaddingMode : int { OPSCOPE_CUDNN_PADDING_MODE(OPSCOPE_CUDNN_VALUE) };

/// cudnnFraction_t
struct Fraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
};

/// cudnnBackendHeurMode_t
#define OPSCOPE_CUDNN_HEURISTIC_MODE(row)                                                          \
    row(HeuristicMode, Fallback, 2, CUDNN_HEUR_MODE_FALLBACK)                                      \
    row(HeuristicMode, A, 3, CUDNN_HEUR_MODE_A)
enum class HeuristicMode : int { OPSCOPE_CUDNN_HEURISTIC_MODE(OPSCOPE_CUDNN_VALUE) };

/// cudnnBackendNumericalNote_t: how an engine computes.
#define OPSCOPE_CUDNN_NUMERICAL_NOTE(row)                                                          \
    row(NumericalNote, TensorCore, 0, CUDNN_NUMERICAL_NOTE_TENSOR_CORE)                            \
    row(NumericalNote, DownConvertInputs, 1, CUDNN_NUMERICAL_NOTE_DOWN_CONVERT_INPUTS)             \
    row(NumericalNote, ReducedPrecisionReduction, 2, CUDNN_NUMERICAL_NOTE_REDUCED_PRECISION_REDUCTION) \
    row(NumericalNote, Fft, 3, CUDNN_NUMERICAL_NOTE_FFT)                                           \
    row(NumericalNote, Nondeterministic, 4, CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC)                 \
    row(NumericalNote, Winograd, 5, CUDNN_NUMERICAL_NOTE_WINOGRAD)
enum class NumericalNote : int { OPSCOPE_CUDNN_NUMERICAL_NOTE(OPSCOPE_CUDNN_VALUE) };
// clang-format on
inline constexpr int maxNumericalNotes = 10;

/// cudnnBackendKnobType_t: a setting of an engine. There are maxKnobs kinds.
using KnobType = int;
inline constexpr std::int64_t maxKnobs = 44;

using Handle = void*;
using Descriptor = void*;

/// Pointers to the library's functions. Names are the library's without `cudnn`. Results are
/// cudnnStatus_t, 0 is success.
struct Table {
    support::Symbols symbols;
    int (*create)(Handle* handle) = symbols("cudnnCreate");
    int (*destroy)(Handle handle) = symbols("cudnnDestroy");
    int (*setStream)(Handle handle, void* stream) = symbols("cudnnSetStream");
    void (*getLastErrorString)(char* message, std::size_t bytes)
        = symbols("cudnnGetLastErrorString");
    int (*backendCreateDescriptor)(DescriptorType type, Descriptor* descriptor)
        = symbols("cudnnBackendCreateDescriptor");
    int (*backendDestroyDescriptor)(Descriptor descriptor)
        = symbols("cudnnBackendDestroyDescriptor");
    int (*backendFinalize)(Descriptor descriptor) = symbols("cudnnBackendFinalize");
    int (*backendSetAttribute)(Descriptor descriptor, Attribute attribute, AttributeType type,
        std::int64_t count, const void* values)
        = symbols("cudnnBackendSetAttribute");
    int (*backendGetAttribute)(Descriptor descriptor, Attribute attribute, AttributeType type,
        std::int64_t wanted, std::int64_t* found, void* values)
        = symbols("cudnnBackendGetAttribute");
    int (*backendExecute)(Handle handle, Descriptor plan, Descriptor pack)
        = symbols("cudnnBackendExecute");
};

} // namespace engine::cuda::cudnn
