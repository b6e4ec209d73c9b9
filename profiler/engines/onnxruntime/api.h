#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

/// Own declarations of ONNX Runtime's C interface. `OrtGetApiBase` returns a table of functions; an
/// index into it never changes its meaning. Source: onnxruntime_c_api.h, whose versions 14 to 29
/// were compared; version 16, which ONNX Runtime 1.16 and newer have, contains everything that is
/// used here.
namespace profiler::ort {

struct Status;
struct Env;
struct Session;
struct SessionOptions;
struct RunOptions;
struct Value;
struct MemoryInfo;
struct Allocator;
struct ShapeInfo; ///< OrtTensorTypeAndShapeInfo
struct CudaOptions; ///< OrtCUDAProviderOptionsV2
struct TensorRtOptions; ///< OrtTensorRTProviderOptionsV2

/// Severities of messages.
constexpr int warningSeverity = 2;
using LogFunction = void (*)(void* parameter, int severity, const char* category, const char* id,
    const char* place, const char* message);

/// A function of the table: its index and its type.
template <std::size_t number, typename FunctionType>
struct Entry;
template <std::size_t number, typename Returned, typename... Parameters>
struct Entry<number, Returned(Parameters...)> {
    static constexpr std::size_t index = number;
    using Function = Returned (*)(Parameters...);
    /// What the last parameter points to: most functions return their result there.
    using Made = std::remove_pointer_t<typename decltype((
        std::type_identity<void> {}, ..., std::type_identity<Parameters> {}))::type>;
};

using GetErrorMessage = Entry<2, const char*(const Status*)>;
using CreateEnvWithCustomLogger
    = Entry<4, Status*(LogFunction, void*, int severity, const char* id, Env**)>;
using DisableTelemetryEvents = Entry<6, Status*(const Env*)>;
using CreateSession = Entry<7, Status*(const Env*, const char*, const SessionOptions*, Session**)>;
using CreateSessionFromArray
    = Entry<8, Status*(const Env*, const void*, std::size_t, const SessionOptions*, Session**)>;
using Run = Entry<9,
    Status*(Session*, const RunOptions*, const char* const*, const Value* const*, std::size_t,
        const char* const*, std::size_t, Value**)>;
using CreateSessionOptions = Entry<10, Status*(SessionOptions**)>;
using SetOptimizedModelFilePath = Entry<11, Status*(SessionOptions*, const char*)>;
using SetSessionExecutionMode = Entry<13, Status*(SessionOptions*, int)>;
using EnableProfiling = Entry<14, Status*(SessionOptions*, const char*)>;
using DisableMemPattern = Entry<17, Status*(SessionOptions*)>;
using DisableCpuMemArena = Entry<19, Status*(SessionOptions*)>;
using SetSessionGraphOptimizationLevel = Entry<23, Status*(SessionOptions*, int)>;
using SetIntraOpNumThreads = Entry<24, Status*(SessionOptions*, int)>;
using SetInterOpNumThreads = Entry<25, Status*(SessionOptions*, int)>;
using SessionGetOutputCount = Entry<31, Status*(const Session*, std::size_t*)>;
using SessionGetOutputName = Entry<37, Status*(const Session*, std::size_t, Allocator*, char**)>;
using CreateRunOptions = Entry<39, Status*(RunOptions**)>;
using RunOptionsSetTerminate = Entry<46, Status*(RunOptions*)>;
using CreateTensorAsOrtValue
    = Entry<48, Status*(Allocator*, const std::int64_t*, std::size_t, int, Value**)>;
using CreateTensorWithDataAsOrtValue = Entry<49,
    Status*(const MemoryInfo*, void*, std::size_t, const std::int64_t*, std::size_t, int, Value**)>;
using GetTensorMutableData = Entry<51, Status*(Value*, void**)>;
using FillStringTensor = Entry<52, Status*(Value*, const char* const*, std::size_t)>;
using GetStringTensorDataLength = Entry<53, Status*(const Value*, std::size_t*)>;
using GetStringTensorContent
    = Entry<54, Status*(const Value*, void*, std::size_t, std::size_t*, std::size_t)>;
using GetTensorElementType = Entry<60, Status*(const ShapeInfo*, int*)>;
using GetDimensionsCount = Entry<61, Status*(const ShapeInfo*, std::size_t*)>;
using GetDimensions = Entry<62, Status*(const ShapeInfo*, std::int64_t*, std::size_t)>;
using GetTensorTypeAndShape = Entry<65, Status*(const Value*, ShapeInfo**)>;
using GetValueType = Entry<67, Status*(const Value*, int*)>;
using CreateCpuMemoryInfo = Entry<69, Status*(int allocator, int memory, MemoryInfo**)>;
using AllocatorFree = Entry<76, Status*(Allocator*, void*)>;
using GetAllocatorWithDefaultOptions = Entry<78, Status*(Allocator**)>;
using GetValue = Entry<80, Status*(const Value*, int, Allocator*, Value**)>;
using GetValueCount = Entry<81, Status*(const Value*, std::size_t*)>;
using CreateValue = Entry<82, Status*(const Value* const*, std::size_t, int, Value**)>;
using ReleaseEnv = Entry<92, void(Env*)>;
using ReleaseStatus = Entry<93, void(Status*)>;
using ReleaseMemoryInfo = Entry<94, void(MemoryInfo*)>;
using ReleaseSession = Entry<95, void(Session*)>;
using ReleaseValue = Entry<96, void(Value*)>;
using ReleaseRunOptions = Entry<97, void(RunOptions*)>;
using ReleaseShapeInfo = Entry<99, void(ShapeInfo*)>;
using ReleaseSessionOptions = Entry<100, void(SessionOptions*)>;
using SessionEndProfiling = Entry<110, Status*(Session*, Allocator*, char**)>;
using GetAvailableProviders = Entry<125, Status*(char***, int*)>;
using ReleaseAvailableProviders = Entry<126, Status*(char**, int)>;
using AddSessionConfigEntry = Entry<130, Status*(SessionOptions*, const char*, const char*)>;
using AppendTensorRt = Entry<170, Status*(SessionOptions*, const TensorRtOptions*)>;
using CreateTensorRtOptions = Entry<171, Status*(TensorRtOptions**)>;
using UpdateTensorRtOptions
    = Entry<172, Status*(TensorRtOptions*, const char* const*, const char* const*, std::size_t)>;
using ReleaseTensorRtOptions = Entry<174, void(TensorRtOptions*)>;
using HasValue = Entry<192, Status*(const Value*, int*)>;
using AppendCuda = Entry<204, Status*(SessionOptions*, const CudaOptions*)>;
using CreateCudaOptions = Entry<205, Status*(CudaOptions**)>;
using UpdateCudaOptions
    = Entry<206, Status*(CudaOptions*, const char* const*, const char* const*, std::size_t)>;
using ReleaseCudaOptions = Entry<208, void(CudaOptions*)>;
using AppendExecutionProvider = Entry<216,
    Status*(SessionOptions*, const char*, const char* const*, const char* const*, std::size_t)>;
using GetBuildInfoString = Entry<254, const char*()>;

/// Kinds of values (ONNXType).
constexpr int tensorKind = 1;
constexpr int sequenceKind = 2;
constexpr int mapKind = 3;
constexpr int optionalKind = 6;

/// An opened library. It is never closed: its threads and exit handlers may still use its code.
class Library {
public:
    /// Opens a library. Fails if it is not ONNX Runtime, or older than 1.16.
    static support::Result<Library> open(const std::filesystem::path& file);

    const std::string& version() const { return m_version; }

    template <typename Function>
    auto get() const
    {
        return reinterpret_cast<typename Function::Function>(
            const_cast<void*>(m_table[Function::index]));
    }
    /// Calls a function that returns a status. The error has the engine's text.
    template <typename Function, typename... Arguments>
    support::Result<void> call(Arguments&&... arguments) const
    {
        return checked(get<Function>()(std::forward<Arguments>(arguments)...));
    }
    /// Calls a function whose last argument receives an object.
    template <typename Function, typename... Arguments>
    support::Result<typename Function::Made> make(Arguments&&... arguments) const
    {
        typename Function::Made made {};
        TRY(checked(get<Function>()(std::forward<Arguments>(arguments)..., &made)));
        return made;
    }

private:
    support::Result<void> checked(Status* status) const;

    const void* const* m_table = nullptr;
    std::string m_version;
};

/// Owns an object of the library. The library must outlive it.
template <typename Object, typename Release>
class Owned {
public:
    Owned() = default;
    Owned(const Library& library, Object* object)
        : m_object(object, Deleter { library.get<Release>() })
    {
    }
    Object* get() const { return m_object.get(); }

private:
    struct Deleter {
        typename Release::Function release = nullptr;
        void operator()(Object* object) const { release(object); }
    };
    std::unique_ptr<Object, Deleter> m_object;
};

using OwnedEnv = Owned<Env, ReleaseEnv>;
using OwnedSession = Owned<Session, ReleaseSession>;
using OwnedOptions = Owned<SessionOptions, ReleaseSessionOptions>;
using OwnedRunOptions = Owned<RunOptions, ReleaseRunOptions>;
using OwnedValue = Owned<Value, ReleaseValue>;
using OwnedMemoryInfo = Owned<MemoryInfo, ReleaseMemoryInfo>;
using OwnedShape = Owned<ShapeInfo, ReleaseShapeInfo>;

} // namespace profiler::ort
