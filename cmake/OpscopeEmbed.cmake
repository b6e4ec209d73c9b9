# opscope_embed_device_headers(<variable>): writes a source file and sets <variable> to its path. It contains, as text, the
# headers that generated CUDA code includes (engine/cuda/rtc_compiler.h). So no header file is read when chains are compiled.
function(opscope_embed_device_headers variable)
    set(names
        engine/functors/activation.h
        engine/functors/arithmetic.h
        engine/functors/comparison.h
        engine/functors/unary.h
        engine/kernel/half_floats.h
        engine/cuda/rtc/chain.h
        engine/cuda/rtc/chain_arguments.h
        engine/cuda/rtc/convert.h
        engine/cuda/rtc/standard.h)
    set(rows "")
    foreach(name IN LISTS names)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${name}")
        file(READ "${PROJECT_SOURCE_DIR}/${name}" text)
        string(APPEND rows "    { \"${name}\", R\"opscope(${text})opscope\" },\n")
    endforeach()
    # Generated code is only device code, so every function is __device__.
    string(APPEND rows "    { \"engine/functors/device.h\", \"#pragma once\\n#define OPSCOPE_DEVICE __device__\\n\" },\n")
    foreach(name bit cmath cstdint limits type_traits)
        string(APPEND rows "    { \"${name}\", \"#include \\\"engine/cuda/rtc/standard.h\\\"\\n\" },\n")
    endforeach()
    set(made "${PROJECT_BINARY_DIR}/generated/cuda/embedded_headers.cpp")
    file(WRITE "${made}.new" "// Made by cmake/OpscopeEmbed.cmake.
#include \"engine/cuda/rtc_compiler.h\"

namespace engine::cuda {

namespace {

constexpr EmbeddedHeader headers[] = {
${rows}};

} // namespace

std::span<const EmbeddedHeader> embeddedHeaders() { return headers; }

} // namespace engine::cuda
")
    configure_file("${made}.new" "${made}" COPYONLY) # keeps the old file if the contents are equal
    set(${variable} "${made}" PARENT_SCOPE)
endfunction()
