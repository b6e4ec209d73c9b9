# What can be switched, and what was found. Each optional library is AUTO (used if found), ON (an error if it is missing)
# or OFF (not even looked for); OPSCOPE_WITH_<NAME> holds the outcome.

option(OPSCOPE_TESTS "Build the tests" ON)
option(OPSCOPE_WERROR "Turn warnings into errors" OFF)
option(OPSCOPE_PCH "Share precompiled headers between the targets" ON)
option(OPSCOPE_CUDA "Build the CUDA plugin" OFF)
option(OPSCOPE_PORTABLE "Install the libraries of others beside ours" OFF)
set(OPSCOPE_SANITIZE "" CACHE STRING "Sanitizers to compile with, as in -fsanitize=")

foreach(feature GUI ONEDNN GRAPHVIZ IMAGES)
    set(OPSCOPE_${feature} AUTO CACHE STRING "AUTO, ON or OFF")
    set_property(CACHE OPSCOPE_${feature} PROPERTY STRINGS AUTO ON OFF)
    set(OPSCOPE_WITH_${feature} OFF)
endforeach()

# opscope_decide(<feature> <found> <package>): sets OPSCOPE_WITH_<feature> from the option and what was found.
macro(opscope_decide feature found package)
    if(${found})
        set(OPSCOPE_WITH_${feature} ON)
    elseif(OPSCOPE_${feature} STREQUAL "AUTO")
        message(STATUS "OPSCOPE_${feature}: ${package} not found, built without it")
    else()
        message(FATAL_ERROR "OPSCOPE_${feature} is ON, but ${package} was not found")
    endif()
endmacro()

# Some standard headers do not stand alone in moc's eyes.
set(CMAKE_AUTOMOC_MOC_OPTIONS --include "${PROJECT_SOURCE_DIR}/cmake/moc_prelude.h")

if(OPSCOPE_GUI)
    find_package(Qt6 6.4 QUIET COMPONENTS Widgets PrintSupport)
    opscope_decide(GUI Qt6_FOUND qt6-base-dev)
endif()

# oneDNN and Graphviz are looked for here although one folder each uses them, because tests need to know the outcome too.
# oneDNN by its files: Debian's CMake package asks for OpenCL, which the library itself can do without.
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

# All or none: a model that decodes images shall not depend on which of five libraries was there.
if(OPSCOPE_IMAGES)
    pkg_check_modules(images QUIET libjpeg libpng libtiff-4 libwebp libopenjp2)
    opscope_decide(IMAGES images_FOUND "one of libjpeg-dev, libpng-dev, libtiff-dev, libwebp-dev, libopenjp2-7-dev")
endif()

if(OPSCOPE_CUDA)
    message(FATAL_ERROR "OPSCOPE_CUDA is ON, but this version has no CUDA plugin")
endif()

function(opscope_print_features)
    foreach(feature GUI ONEDNN GRAPHVIZ IMAGES)
        message(STATUS "Opscope with ${feature}: ${OPSCOPE_WITH_${feature}}")
    endforeach()
    message(STATUS "Opscope tests: ${OPSCOPE_TESTS}, CUDA plugin: ${OPSCOPE_CUDA}, sanitizers: ${OPSCOPE_SANITIZE}")
endfunction()
