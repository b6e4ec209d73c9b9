#pragma once

#include <cstddef>
#include <cstdint>

/// The part of cuDNN 9 that this module uses: its backend descriptors. They describe a graph of
/// operations, list engines for it and run a plan. They are declared here so that only
/// api_check.cpp needs NVIDIA's header. Names follow cudnn_graph_v9.h. Source: cuDNN 9
/// documentation, "Backend descriptor types".
namespace engine::cuda::cudnn {

/// cudnnDataType_t
enum class DataType : int {
    Float = 0,
    Double = 1,
    Half = 2,
    Int32 = 4,
    Bfloat16 = 9,
    Boolean = 11
};

/// cudnnBackendDescriptorType_t
enum class DescriptorType : int {
    Pointwise = 0,
    Convolution = 1,
    Engine = 2,
    EngineConfig = 3,
    EngineHeuristic = 4,
    ExecutionPlan = 5,
    KnobChoice = 7,
    ConvolutionForward = 10,
    ConvolutionBackwardData = 12,
    PointwiseOperation = 13,
    OperationGraph = 15,
    VariantPack = 16,
    Tensor = 17,
    Matmul = 18,
    MatmulOperation = 19,
    Reduction = 21,
    ReductionOperation = 22,
    Resample = 24,
    ResampleForward = 25,
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
    KnobType = 9,
    NumericalNote = 11,
    PointwiseMode = 14,
    Descriptor = 15,
    ReductionOperator = 18,
    ResampleMode = 21,
    PaddingMode = 22,
    Fraction = 26,
};

/// cudnnBackendAttributeName_t
enum class Attribute : int {
    PointwiseMode = 0,
    PointwiseMathType = 1,
    ReluLowerSlope = 5,
    EluAlpha = 6,
    SwishBeta = 8,
    PointwiseAxis = 9,
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
    ConfigKnobs = 302,
    PlanHandle = 400,
    PlanConfig = 401,
    PlanWorkspaceBytes = 402,
    KnobType = 600,
    KnobValue = 601,
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
    OperationT = 758,
    GraphHandle = 800,
    GraphOperations = 801,
    GraphEngineCount = 802,
    TensorAlignment = 900,
    TensorDataType = 901,
    TensorDims = 902,
    TensorStrides = 903,
    TensorId = 906,
    TensorIsVirtual = 907,
    TensorIsByValue = 908,
    PackIds = 1000,
    PackPointers = 1001,
    PackWorkspace = 1003,
    EngineGraph = 1300,
    EngineIndex = 1301,
    EngineNotes = 1303,
    MatmulMathType = 1500,
    MatmulA = 1520,
    MatmulB = 1521,
    MatmulC = 1522,
    MatmulHow = 1523,
    ReductionOperator = 1600,
    ReductionMathType = 1601,
    ReductionX = 1610,
    ReductionY = 1611,
    ReductionHow = 1612,
    ResampleMode = 1700,
    ResampleMathType = 1701,
    ResampleSpatialDims = 1702,
    ResamplePadsAfter = 1703,
    ResamplePadsBefore = 1704,
    ResampleStrides = 1705,
    ResampleWindow = 1706,
    ResamplePaddingMode = 1708,
    ResampleX = 1710,
    ResampleY = 1711,
    ResampleHow = 1716,
};

enum class ConvolutionMode : int { CrossCorrelation = 1 };

/// cudnnPointwiseMode_t
enum class PointwiseMode : int {
    Add = 0,
    Multiply = 1,
    Divide = 6,
    Subtract = 9,
    Exp = 13,
    Log = 15,
    Relu = 100,
    Tanh = 101,
    Sigmoid = 102,
    Elu = 103,
    Swish = 106,
    GeluTanh = 107,
    GreaterOrEqual = 303,
    Index = 501,
    Select = 601,
};

/// cudnnReduceTensorOp_t
enum class ReductionOperator : int { Add = 0, Max = 3 };

/// cudnnResampleMode_t
enum class ResampleMode : int { AverageWithPadding = 2, Max = 3, AverageWithoutPadding = 4 };

/// cudnnPaddingMode_t
enum class PaddingMode : int { Zero = 0, NegativeInfinity = 1 };

/// cudnnFraction_t
struct Fraction {
    std::int64_t numerator = 0;
    std::int64_t denominator = 1;
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

/// cudnnBackendKnobType_t: a setting of an engine. There are mostKnobs kinds.
using KnobType = int;
inline constexpr std::int64_t mostKnobs = 44;

using Handle = void*;
using Descriptor = void*;

/// Pointers to the library's functions. Names are the library's without `cudnn`. Results are
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
