# Precompiled headers. Targets of one family share a precompiled header, which an object library (the carrier) compiles once; a
# header per target would take more time than it saves. Families: std (layers without Qt), qt (ui and the GUI program), test
# (tests without widgets), widget_test.
#
# GCC uses a precompiled header only if flags and macros are the same. So a carrier links the same libraries as its users and is
# position-independent code like them. If GCC refuses a header, it warns (invalid-pch); in preset ci that is an error.

function(opscope_pch_carrier family)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES")
    set(carrier opscope_pch_${family})
    add_library(${carrier} OBJECT EXCLUDE_FROM_ALL "${opscope_empty_source}")
    target_link_libraries(${carrier} PRIVATE opscope_options ${arg_LIBRARIES})
    target_precompile_headers(${carrier} PRIVATE ${arg_HEADERS})
endfunction()

function(opscope_make_pch_carriers)
    opscope_pch_carrier(std
        HEADERS <algorithm> <filesystem> <functional> <map> <memory> <optional> <span> <string> <unordered_map> <variant> <vector>)
    set(headers "${PROJECT_SOURCE_DIR}/tests/support/qt_test/registered_test.h" <memory> <optional> <span> <string> <vector>)
    if(OPSCOPE_WITH_QT_TEST)
        opscope_pch_carrier(test HEADERS ${headers} LIBRARIES Qt6::Test)
    endif()
    if(OPSCOPE_WITH_GUI)
        opscope_pch_carrier(qt
            HEADERS <QAbstractItemModel> <QPainter> <QWidget> <QString> <memory> <optional> <span> <string> <vector>
            LIBRARIES Qt6::Widgets)
    endif()
    if(OPSCOPE_WITH_GUI AND OPSCOPE_WITH_QT_TEST)
        opscope_pch_carrier(widget_test HEADERS ${headers} <QWidget> <QAbstractItemModel> LIBRARIES Qt6::Test Qt6::Widgets)
    endif()
endfunction()

if(OPSCOPE_PCH)
    opscope_make_pch_carriers()
endif()

# opscope_use_pch(<target> <family>): compiles the target with the family's precompiled header.
function(opscope_use_pch target family)
    if(NOT OPSCOPE_PCH)
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM opscope_pch_${family})
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
        # The carrier is compiled with -fPIC, so a program's default of -fPIE would not match.
        target_compile_options(${target} PRIVATE -fPIC)
    endif()
endfunction()
