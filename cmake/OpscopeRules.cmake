# How all sources of Opscope are compiled, and where the results are written.

add_library(opscope_options INTERFACE)
target_compile_features(opscope_options INTERFACE cxx_std_20)
target_include_directories(opscope_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_definitions(opscope_options INTERFACE OPSCOPE_VERSION="${PROJECT_VERSION}")
# Only for C++: nvcc must not get these flags. Members without an initialiser get their defaults on purpose.
target_compile_options(opscope_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-missing-field-initializers>
    $<$<AND:$<BOOL:${OPSCOPE_WERROR}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # These warnings depend on optimisation and have false positives, also in the standard library, that change with each release
    # of GCC.
    target_compile_options(opscope_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-error=array-bounds -Wno-error=maybe-uninitialized -Wno-error=restrict
        -Wno-error=stringop-overflow -Wno-error=stringop-overread>)
endif()
if(OPSCOPE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Sources that are compiled together may hide names of each other by accident, and GCC treats each as a header. Builds without
    # OPSCOPE_UNITY have these warnings.
    target_compile_options(opscope_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow -Wshadow=local -Wno-subobject-linkage>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Clang warns of more than GCC does with the same flags. It builds the fuzz targets only.
    target_compile_options(opscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-w>)
endif()
if(OPSCOPE_SANITIZE)
    # nonnull-attribute reports memcpy of 0 bytes from a null pointer, which happens with empty spans. Every C library supports
    # that, and the C standard after C23 allows it.
    set(sanitize -fsanitize=${OPSCOPE_SANITIZE} -fno-sanitize-recover=all -fno-sanitize=nonnull-attribute -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # With sanitizers GCC has false positives of this warning in the checks that it inserted itself.
        target_compile_options(opscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
    endif()
    target_compile_options(opscope_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${sanitize}>)
    target_link_options(opscope_options INTERFACE ${sanitize})
endif()

set(CMAKE_CXX_EXTENSIONS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The build folder has the same structure as an installation, so that programs find libraries and resources the same way in both.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/opscope")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/opscope")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

set(opscope_empty_source "${PROJECT_BINARY_DIR}/generated/empty.cpp")
file(CONFIGURE OUTPUT "${opscope_empty_source}" CONTENT "// A target needs one source.\n")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CUDA_COMPILER_LAUNCHER)
    set(CMAKE_CUDA_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without this sloppiness ccache does not cache objects that use a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${CCACHE_PROGRAM}")
endif()
