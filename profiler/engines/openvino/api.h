#pragma once

#include "model/process/shared_library.h"
#include "model/support/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

/// Own declarations of OpenVINO's C interface (libopenvino_c), checked with OpenVINO 2024.4, 2024.6
/// and 2026.4. Functions that return int return 0 on success. Source: OpenVINO, "C API".
namespace profiler::openvino {

/// Objects of the library. The types have no content: only pointers to them are used.
struct Core;
struct Model;
struct CompiledModel;
struct InferRequest;
struct HostTensor;
struct Port;

inline constexpr int cancelledStatus = -13; ///< INFER_CANCELLED
inline constexpr int invalidParameterStatus = -14; ///< INVALID_C_PARAM; it has no text
inline constexpr int executedRow = 2; ///< ov_profiling_info_t::EXECUTED

struct Version { // ov_version_t
    const char* build = nullptr; ///< `2026.4.1-22982-c4ae5caaf2f-releases/2026/4`
    const char* description = nullptr;
};
struct Shape { // ov_shape_t
    std::int64_t rank = 0;
    std::int64_t* dims = nullptr;
};
struct Dimension { // ov_dimension_t
    std::int64_t least = 0;
    std::int64_t most = 0; ///< -1 = no limit
    bool operator==(const Dimension&) const = default;
};
struct PartialShape { // ov_partial_shape_t
    Dimension rank;
    Dimension* dims = nullptr; ///< null if the rank is not fixed
};
struct ProfilingRow { // ov_profiling_info_t
    int status = 0;
    std::int64_t realUs = 0; ///< mean of all inferences since the model was compiled
    std::int64_t cpuUs = 0;
    const char* name = nullptr;
    const char* kernel = nullptr; ///< exec_type: `brgconv_avx512_f32`
    const char* type = nullptr;
};
struct ProfilingRows { // ov_profiling_info_list_t
    ProfilingRow* rows = nullptr;
    std::size_t count = 0;
};

/// The functions of the library that are used.
struct Api {
    support::Symbols symbols;

    int (*version)(Version*) = symbols("ov_get_openvino_version");
    void (*freeVersion)(Version*) = symbols("ov_version_free");
    const char* (*errorName)(int status) = symbols("ov_get_error_info");
    const char* (*lastError)() = symbols.optional("ov_get_last_err_msg");
    void (*freeText)(const char*) = symbols("ov_free");

    int (*createCore)(Core**) = symbols("ov_core_create");
    void (*freeCore)(Core*) = symbols("ov_core_free");
    int (*readModel)(const Core*, const char* path, const char* weights, Model**)
        = symbols("ov_core_read_model");
    int (*readModelFromMemory)(
        const Core*, const char* bytes, std::size_t count, const HostTensor* weights, Model**)
        = symbols("ov_core_read_model_from_memory_buffer");
    void (*freeModel)(Model*) = symbols("ov_model_free");
    int (*inputCount)(const Model*, std::size_t*) = symbols("ov_model_inputs_size");
    int (*outputCount)(const Model*, std::size_t*) = symbols("ov_model_outputs_size");
    int (*input)(const Model*, std::size_t, Port**) = symbols("ov_model_const_input_by_index");
    int (*inputByName)(const Model*, const char*, Port**) = symbols("ov_model_const_input_by_name");
    int (*reshape)(const Model*, const char** names, const PartialShape*, std::size_t count)
        = symbols("ov_model_reshape");

    int (*portName)(const Port*, char**) = symbols("ov_port_get_any_name");
    int (*portType)(const Port*, int*) = symbols("ov_port_get_element_type");
    int (*portShape)(const Port*, PartialShape*) = symbols("ov_port_get_partial_shape");
    void (*freePartialShape)(PartialShape*) = symbols("ov_partial_shape_free");
    void (*freePort)(Port*) = symbols("ov_output_const_port_free");

    /// `texts` arguments follow: pairs of key and value.
    int (*compile)(
        const Core*, const Model*, const char* device, std::size_t texts, CompiledModel**, ...)
        = symbols("ov_core_compile_model");
    int (*property)(const CompiledModel*, const char* key, char** value)
        = symbols("ov_compiled_model_get_property");
    int (*runtimeModel)(const CompiledModel*, Model**)
        = symbols("ov_compiled_model_get_runtime_model");
    void (*freeCompiled)(CompiledModel*) = symbols("ov_compiled_model_free");

    int (*createRequest)(const CompiledModel*, InferRequest**)
        = symbols("ov_compiled_model_create_infer_request");
    int (*setTensor)(InferRequest*, const char* name, const HostTensor*)
        = symbols("ov_infer_request_set_tensor");
    int (*start)(InferRequest*) = symbols("ov_infer_request_start_async");
    int (*wait)(InferRequest*) = symbols("ov_infer_request_wait");
    int (*cancel)(InferRequest*) = symbols("ov_infer_request_cancel");
    int (*output)(const InferRequest*, std::size_t, HostTensor**)
        = symbols("ov_infer_request_get_output_tensor_by_index");
    int (*profilingRows)(const InferRequest*, ProfilingRows*)
        = symbols("ov_infer_request_get_profiling_info");
    void (*freeRows)(ProfilingRows*) = symbols("ov_profiling_info_list_free");
    void (*freeRequest)(InferRequest*) = symbols("ov_infer_request_free");

    int (*createTensor)(int type, Shape, void* content, HostTensor**)
        = symbols("ov_tensor_create_from_host_ptr");
    int (*tensorType)(const HostTensor*, int*) = symbols("ov_tensor_get_element_type");
    int (*tensorShape)(const HostTensor*, Shape*) = symbols("ov_tensor_get_shape");
    int (*freeShape)(Shape*) = symbols("ov_shape_free");
    int (*tensorBytes)(const HostTensor*, std::size_t*) = symbols("ov_tensor_get_byte_size");
    int (*tensorContent)(const HostTensor*, void**) = symbols("ov_tensor_data");
    void (*freeTensor)(HostTensor*) = symbols("ov_tensor_free");

    /// `ov::pass::Serialize`: its constructor for two output streams, and `run_on_model`. The C
    /// interface has no function that gives the nodes of a model. These two are the same in 2024.4
    /// to 2026.4, and neither has a std::string, whose layout differs between the builds.
    void (*constructSerializer)(
        void* serializer, std::ostream& xml, std::ostream& weights, std::uint8_t version)
        = symbols.optional("_ZN2ov4pass9SerializeC1ERSoS2_NS1_7VersionE");
    bool (*serialize)(void* serializer, const void* modelPointer)
        = symbols.optional("_ZN2ov4pass9Serialize12run_on_modelERKSt10shared_ptrINS_5ModelEE");
};

/// An object of the library with the function that releases it.
template <typename Object>
using Owned = std::unique_ptr<Object, void (*)(Object*)>;

/// Opens the library, which is never closed: its threads may still use its code. Fails if it is not
/// libopenvino_c.
support::Result<Api> openApi(const std::filesystem::path& library);
/// Fills the table. `library` is for messages.
support::Result<Api> findApi(const std::filesystem::path& library, support::Symbols::Find find);

/// Returns `what: ` and the library's own text for a failed call.
support::Error failure(const Api& api, int status, std::string_view what);
/// Fails if the status is not 0.
support::Result<void> check(const Api& api, int status, std::string_view what);

} // namespace profiler::openvino
