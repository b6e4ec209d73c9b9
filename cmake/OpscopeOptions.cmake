# Options and optional libraries. The option of a library is AUTO (used if found), ON (an error if it is missing) or OFF (not
# searched). OPSCOPE_WITH_<NAME> is the result.

option(OPSCOPE_TESTS "Build the tests" ON)
option(OPSCOPE_WERROR "Turn warnings into errors" OFF)
option(OPSCOPE_PCH "Share precompiled headers between the targets" ON)
option(OPSCOPE_UNITY "Compile several sources of a folder as one" OFF)
option(OPSCOPE_PORTABLE "Install the libraries of others beside ours" OFF)
set(OPSCOPE_SANITIZE "" CACHE STRING "Sanitizers to compile with, as in -fsanitize=")

foreach(feature GUI ONEDNN GRAPHVIZ IMAGES MIMALLOC CUDA)
    set(OPSCOPE_${feature} AUTO CACHE STRING "AUTO, ON or OFF")
    set_property(CACHE OPSCOPE_${feature} PROPERTY STRINGS AUTO ON OFF)
    set(OPSCOPE_WITH_${feature} OFF)
endforeach()

# opscope_decide(<feature> <found> <package>): sets OPSCOPE_WITH_<feature> by the option and by whether the library was found.
macro(opscope_decide feature found package)
    if(${found})
        set(OPSCOPE_WITH_${feature} ON)
    elseif(OPSCOPE_${feature} STREQUAL "AUTO")
        message(STATUS "OPSCOPE_${feature}: ${package} not found, built without it")
    else()
        message(FATAL_ERROR "OPSCOPE_${feature} is ON, but ${package} was not found")
    endif()
endmacro()

# moc cannot parse some standard headers without this one (see there).
set(CMAKE_AUTOMOC_MOC_OPTIONS --include "${PROJECT_SOURCE_DIR}/cmake/moc_prelude.h")

if(OPSCOPE_GUI)
    find_package(Qt6 6.4 QUIET COMPONENTS Widgets PrintSupport)
    opscope_decide(GUI Qt6_FOUND qt6-base-dev)
endif()

# Most tests are written with Qt Test. Those of the layers below ui need only it and Qt Core, also in builds without the GUI.
# The definitions QT_TESTCASE_* differ for each folder: with them no test could share a precompiled header. QFINDTESTDATA does
# not work without them; tests use tests/support/paths.h instead.
set(OPSCOPE_WITH_QT_TEST OFF)
if(OPSCOPE_TESTS)
    find_package(Qt6 6.4 QUIET COMPONENTS Test)
    if(TARGET Qt6::Test)
        set(OPSCOPE_WITH_QT_TEST ON)
        get_target_property(definitions Qt6::Test INTERFACE_COMPILE_DEFINITIONS)
        list(FILTER definitions EXCLUDE REGEX "QT_TESTCASE_")
        set_target_properties(Qt6::Test PROPERTIES INTERFACE_COMPILE_DEFINITIONS "${definitions}")
    elseif(OPSCOPE_WITH_GUI)
        message(FATAL_ERROR "OPSCOPE_TESTS is ON, but Qt6::Test (qt6-base-dev) was not found")
    else()
        message(STATUS "Qt6::Test (qt6-base-dev) not found: only the tests that do without Qt")
    endif()
endif()

# oneDNN and Graphviz are searched here, although only one folder uses each, because tests need the result too. oneDNN is searched
# by its files: Debian's CMake package requires OpenCL, which the library itself does not need.
if(OPSCOPE_ONEDNN)
    find_library(DNNL_LIBRARY dnnl)
    find_path(DNNL_INCLUDE_DIR oneapi/dnnl/dnnl.hpp)
    if(DNNL_LIBRARY AND DNNL_INCLUDE_DIR)
        set(dnnl_found ON)
        add_library(opscope::dnnl UNKNOWN IMPORTED)
        set_target_properties(opscope::dnnl PROPERTIES
            IMPORTED_LOCATION "${DNNL_LIBRARY}"
            INTERFACE_INCLUDE_DIRECTORIES "${DNNL_INCLUDE_DIR}")
    endif()
    opscope_decide(ONEDNN dnnl_found libdnnl-dev)
endif()

find_package(PkgConfig REQUIRED)
if(OPSCOPE_GRAPHVIZ)
    pkg_check_modules(graphviz QUIET IMPORTED_TARGET libcgraph libgvc)
    opscope_decide(GRAPHVIZ graphviz_FOUND libgraphviz-dev)
endif()

# All five libraries or none, so that the supported image formats do not depend on the machine that builds.
if(OPSCOPE_IMAGES)
    pkg_check_modules(images QUIET libjpeg libpng libtiff-4 libwebp libopenjp2)
    opscope_decide(IMAGES images_FOUND "one of libjpeg-dev, libpng-dev, libtiff-dev, libwebp-dev, libopenjp2-7-dev")
endif()

# The window's allocator. Sanitizers have their own.
if(OPSCOPE_WITH_GUI AND OPSCOPE_MIMALLOC AND NOT OPSCOPE_SANITIZE)
    find_library(MIMALLOC_LIBRARY mimalloc)
    mark_as_advanced(MIMALLOC_LIBRARY)
    opscope_decide(MIMALLOC MIMALLOC_LIBRARY libmimalloc-dev)
endif()

# The GPU plug-in needs nvcc of CUDA 13 that supports the C++ compiler in use. Each architecture takes compile time, so the
# default is two: PTX for any GPU from Turing on, which the driver compiles at the first run, and Hopper. The preset cuda-release
# has all.
set(OPSCOPE_CUDA_ARCHITECTURES "75-virtual;90-real" CACHE STRING "GPUs that the CUDA plugin has code for, as CMake names them")
# Releases are compressed to a seventh of the size. Every driver of CUDA 13 can decompress the code, when a kernel is first
# needed.
set(OPSCOPE_CUDA_COMPRESSION "" CACHE STRING "How nvcc packs that code: size, balance, speed, none; empty: as it does by itself")
if(OPSCOPE_CUDA)
    set(cuda_found OFF)
    if(NOT DEFINED CMAKE_CUDA_COMPILER)
        # The default PATH does not contain the toolkit's folder.
        find_program(OPSCOPE_NVCC nvcc PATHS ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin)
        mark_as_advanced(OPSCOPE_NVCC)
        if(OPSCOPE_NVCC)
            set(CMAKE_CUDA_COMPILER "${OPSCOPE_NVCC}")
        endif()
    endif()
    if(CMAKE_CUDA_COMPILER)
        set(CMAKE_CUDA_ARCHITECTURES "${OPSCOPE_CUDA_ARCHITECTURES}")
        include(CheckLanguage)
        check_language(CUDA)
    endif()
    if(CMAKE_CUDA_COMPILER)
        enable_language(CUDA)
        find_path(OPSCOPE_CUB_INCLUDE_DIR cub/cub.cuh HINTS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES} PATH_SUFFIXES cccl)
        mark_as_advanced(OPSCOPE_CUB_INCLUDE_DIR)
        if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13 AND OPSCOPE_CUB_INCLUDE_DIR)
            set(cuda_found ON)
        endif()
    endif()
    opscope_decide(CUDA cuda_found "nvcc of CUDA 13 with CUB (cuda-nvcc-13-0, cuda-cccl-13-0)")
endif()

function(opscope_print_features)
    foreach(feature GUI ONEDNN GRAPHVIZ IMAGES MIMALLOC CUDA)
        message(STATUS "Opscope with ${feature}: ${OPSCOPE_WITH_${feature}}")
    endforeach()
    message(STATUS "Opscope tests: ${OPSCOPE_TESTS}, sanitizers: ${OPSCOPE_SANITIZE}")
endfunction()
