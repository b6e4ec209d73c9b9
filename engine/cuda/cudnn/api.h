#pragma once

#include <cstddef>
#include <cstdint>

/// cuDNN 9 as this module calls it: its backend descriptors, through which a graph of operations is
/// told, engines for it are asked for and a plan is run. Written out here so that nothing but
/// api_check.cpp needs NVIDIA's header. Names follow cudnn_graph_v9.h; source: cuDNN 9
/// documentation, "Backend descriptor types".
namespace engine::cuda::cudnn {

/// cudnnDataType_t
enum class DataType : int { Float = 0, Double = 1, Half = 2, Bfloat16 = 9 };

/// cudnnBackendDescriptorType_t
enum class DescriptorType : int {
    Pointwise = 0,
    Convolution = 1,
    Engine = 2,
    EngineConfig = 3,
    EngineHeuristic = 4,
    ExecutionPlan = 5,
    ConvolutionForward = 10,
    ConvolutionBackwardData = 12,
    PointwiseOperation = 13,
    OperationGraph = 15,
    VariantPack = 16,
    Tensor = 17,
};

/// cudnnBackendAttributeType_t
enum class AttributeType : int {
    Handle = 0,
    DataType = 1,
    Boolean = 2,
    Int64 = 3,
    Float = 4,
    Double = 5,
    Pointer = 6,
    ConvolutionMode = 7,
    HeuristicMode = 8,
    NumericalNote = 11,
    PointwiseMode = 14,
    Descriptor = 15,
};

/// cudnnBackendAttributeName_t
enum class Attribute : int {
    PointwiseMode = 0,
    PointwiseMathType = 1,
    ReluLowerSlope = 5,
    EluAlpha = 6,
    SwishBeta = 8,
    ConvolutionMathType = 100,
    ConvolutionMode = 101,
    ConvolutionDilations = 102,
    ConvolutionStrides = 103,
    ConvolutionPadsAfter = 104,
    ConvolutionPadsBefore = 105,
    ConvolutionSpatialDims = 106,
    HeuristicMode = 200,
    HeuristicGraph = 201,
    HeuristicResults = 202,
    ConfigEngine = 300,
    PlanHandle = 400,
    PlanConfig = 401,
    PlanWorkspaceBytes = 402,
    ForwardAlpha = 700,
    ForwardBeta = 701,
    ForwardConvolution = 702,
    ForwardW = 703,
    ForwardX = 704,
    ForwardY = 705,
    BackwardDataAlpha = 706,
    BackwardDataBeta = 707,
    BackwardDataConvolution = 708,
    BackwardDataW = 709,
    BackwardDataDx = 710,
    BackwardDataDy = 711,
    OperationPointwise = 750,
    OperationX = 751,
    OperationB = 752,
    OperationY = 753,
    GraphHandle = 800,
    GraphOperations = 801,
    GraphEngineCount = 802,
    TensorAlignment = 900,
    TensorDataType = 901,
    TensorDims = 902,
    TensorStrides = 903,
    TensorId = 906,
    TensorIsVirtual = 907,
    PackIds = 1000,
    PackPointers = 1001,
    PackWorkspace = 1003,
    EngineIndex = 1301,
    EngineNotes = 1303,
};

enum class ConvolutionMode : int { CrossCorrelation = 1 };

/// cudnnPointwiseMode_t
enum class PointwiseMode : int {
    Add = 0,
    Relu = 100,
    Tanh = 101,
    Sigmoid = 102,
    Elu = 103,
    Swish = 106,
    GeluTanh = 107,
};

/// cudnnBackendHeurMode_t
enum class HeuristicMode : int { Fallback = 2, A = 3 };

/// cudnnBackendNumericalNote_t: how an engine computes.
enum class NumericalNote : int {
    TensorCore = 0,
    DownConvertInputs = 1,
    ReducedPrecisionReduction = 2,
    Fft = 3,
    Nondeterministic = 4,
    Winograd = 5,
};
inline constexpr int mostNumericalNotes = 10;

using Handle = void*;
using Descriptor = void*;

/// Pointers to the library's functions, named as they are without `cudnn`; answers are
/// cudnnStatus_t, 0 is success.
struct Table {
    int (*create)(Handle* handle) = nullptr;
    int (*destroy)(Handle handle) = nullptr;
    int (*setStream)(Handle handle, void* stream) = nullptr;
    void (*getLastErrorString)(char* message, std::size_t bytes) = nullptr;
    int (*backendCreateDescriptor)(DescriptorType type, Descriptor* descriptor) = nullptr;
    int (*backendDestroyDescriptor)(Descriptor descriptor) = nullptr;
    int (*backendFinalize)(Descriptor descriptor) = nullptr;
    int (*backendSetAttribute)(Descriptor descriptor, Attribute attribute, AttributeType type,
        std::int64_t count, const void* values)
        = nullptr;
    int (*backendGetAttribute)(Descriptor descriptor, Attribute attribute, AttributeType type,
        std::int64_t wanted, std::int64_t* found, void* values)
        = nullptr;
    int (*backendExecute)(Handle handle, Descriptor plan, Descriptor pack) = nullptr;
};

} // namespace engine::cuda::cudnn
