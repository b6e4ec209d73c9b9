# Tests: one program per folder.

# Environment of all tests. tests/support/paths.h reads the paths.
# OMP_WAIT_POLICY: tests run in parallel, and a thread that spins while it waits would take a core from other tests.
# XDG_CACHE_HOME: the times of kernels that tests measure under load must not reach the user's cache.
set(opscope_test_environment
    "OMP_WAIT_POLICY=PASSIVE"
    "QT_QPA_PLATFORM=offscreen"
    "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/tests/cache"
    "OPSCOPE_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "OPSCOPE_BUILD_DIR=${PROJECT_BINARY_DIR}"
    "OPSCOPE_CLI=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/opscope-cli"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp:print_suppressions=0"
    "TSAN_OPTIONS=ignore_noninstrumented_modules=1"
    "UBSAN_OPTIONS=print_stacktrace=1")

# opscope_test_properties(<test>...): sets environment and time limit of tests, also of tests that run other programs.
function(opscope_test_properties)
    set(limit 300)
    if(OPSCOPE_SANITIZE)
        set(limit 1800)
    endif()
    set_tests_properties(${ARGV} PROPERTIES ENVIRONMENT "${opscope_test_environment}" TIMEOUT ${limit})
endfunction()

# opscope_test_program(<target> LIBRARIES ... [WIDGET] [NO_PCH]): sets up a program that links Qt Test. WIDGET: the program needs
# a QApplication and links ui. NO_PCH: the program has its own precompiled header, which includes
# tests/support/qt_test/registered_test.h.
function(opscope_test_program target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WIDGET;NO_PCH" "" "LIBRARIES")
    target_link_libraries(${target} PRIVATE opscope_options ${arg_LIBRARIES} Qt6::Test)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set_target_properties(${target} PROPERTIES
        AUTOMOC ON
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${folder}")
    if(OPSCOPE_SANITIZE MATCHES "thread")
        target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/clone_without_sharing.cpp")
    endif()
    if(arg_WIDGET AND NOT arg_NO_PCH)
        opscope_use_pch(${target} widget_test)
    elseif(NOT arg_NO_PCH)
        opscope_use_pch(${target} test)
    endif()
    if(NOT OPSCOPE_PCH AND NOT arg_NO_PCH) # else the precompiled header includes it
        target_compile_options(${target} PRIVATE "SHELL:-include \"${PROJECT_SOURCE_DIR}/tests/support/qt_test/registered_test.h\"")
    endif()
endfunction()

# opscope_test(<name> SOURCES ... LIBRARIES ... [WIDGET]): adds a test that is a program of its own.
function(opscope_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WIDGET" "" "SOURCES;LIBRARIES")
    set(kind "")
    if(arg_WIDGET)
        set(kind WIDGET)
    endif()
    add_executable(${name} ${arg_SOURCES})
    list(GET arg_SOURCES 0 first)
    cmake_path(ABSOLUTE_PATH first)
    file(STRINGS "${first}" registered REGEX "^QTEST_.*MAIN\\(" LIMIT_COUNT 1)
    if(registered)
        target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/qt_test/main.cpp")
        add_test(NAME ${name} COMMAND ${name} ${name})
    else()
        add_test(NAME ${name} COMMAND ${name})
    endif()
    opscope_test_program(${name} LIBRARIES ${arg_LIBRARIES} ${kind})
    opscope_test_properties(${name})

    foreach(source IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH source)
        set_property(GLOBAL APPEND PROPERTY opscope_sources_with_test "${source}")
    endforeach()
endfunction()

# opscope_test_support(<name> <folder> LIBRARIES ...): adds a library of the helpers in a folder. It uses Qt only if one of
# LIBRARIES does.
function(opscope_test_support name folder)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LIBRARIES")
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp" "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.h")
    if(NOT sources MATCHES "\\.cpp")
        list(APPEND sources "${opscope_empty_source}")
    endif()
    add_library(${name} STATIC ${sources})
    target_link_libraries(${name} PUBLIC opscope_options ${arg_LIBRARIES})
    if(NOT "Qt6::Test" IN_LIST arg_LIBRARIES)
        opscope_use_pch(${name} std)
    endif()
endfunction()

# opscope_write_includes(<file> <source>...): writes a header with all headers that the sources include, to precompile it.
# CMake gives the header that it makes of a list an old time, so that a change of the list would not compile it again.
function(opscope_write_includes file)
    set(headers "")
    foreach(source IN LISTS ARGN)
        file(STRINGS "${source}" lines REGEX "^#include [<\"].*\\.?[a-zA-Z_]*[>\"]")
        foreach(line IN LISTS lines)
            if(line MATCHES "\\.moc\"")
                continue()
            elseif(line MATCHES "^#include \"(.*)\"")
                list(APPEND headers "#include \"${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1}\"")
            elseif(line MATCHES "^#include <")
                list(APPEND headers "${line}")
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES headers)
    list(JOIN headers "\n" text)
    file(CONFIGURE OUTPUT "${file}" CONTENT "${text}\n" @ONLY)
endfunction()

# opscope_tests_of(<folder> LIBRARIES ... [WIDGET]): compiles all tst_<x>.cpp of the folder and its subfolders to one program
# tests_<folder>. Each file is a test tst_<x>, which runs its part of the program (tests/support/qt_test/registered_test.h). A
# file with its own main(), or one that replaces operator new, becomes a program of its own.
# A CMakeLists.txt in the folder is read first. Sources that it passes to opscope_test() are left out here.
function(opscope_tests_of folder)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WIDGET" "" "LIBRARIES")
    set(kind "")
    if(arg_WIDGET)
        set(kind WIDGET)
    endif()
    if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/CMakeLists.txt")
        add_subdirectory(${folder})
    endif()
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/tst_*.cpp")
    get_property(done GLOBAL PROPERTY opscope_sources_with_test)
    set(shared "")
    foreach(source IN LISTS sources)
        if(source IN_LIST done)
            continue()
        endif()
        file(STRINGS "${source}" alone REGEX "^int main\\(|tests/support/failing_memory.h" LIMIT_COUNT 1)
        cmake_path(GET source STEM name)
        if(alone)
            opscope_test(${name} SOURCES ${source} LIBRARIES ${arg_LIBRARIES} ${kind})
        else()
            list(APPEND shared "${source}")
        endif()
    endforeach()
    if(NOT shared)
        return()
    endif()

    set(program tests_${folder})
    add_executable(${program} ${shared} "${PROJECT_SOURCE_DIR}/tests/support/qt_test/main.cpp")
    if(OPSCOPE_UNITY)
        set(includes "${CMAKE_CURRENT_BINARY_DIR}/${program}_includes.h")
        opscope_write_includes("${includes}" ${shared})
        target_precompile_headers(${program} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/qt_test/registered_test.h" "${includes}")
        list(APPEND kind NO_PCH)
        # Each source is in a namespace of its own, so that helpers of two tests may have the same name. Headers are not in these
        # namespaces, because the precompiled header includes all of them before.
        set_target_properties(${program} PROPERTIES
            UNITY_BUILD ON
            UNITY_BUILD_MODE GROUP
            UNITY_BUILD_UNIQUE_ID OPSCOPE_SOURCE
            UNITY_BUILD_CODE_BEFORE_INCLUDE "namespace OPSCOPE_SOURCE {"
            UNITY_BUILD_CODE_AFTER_INCLUDE "}")
        set(number 0)
        foreach(source IN LISTS shared)
            file(STRINGS "${source}" outside REGEX "^namespace [a-zA-Z]|^Q_DECLARE_METATYPE" LIMIT_COUNT 1)
            if(NOT outside)
                math(EXPR group "${number} / 6")
                math(EXPR number "${number} + 1")
                set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "tests_${group}")
            endif()
        endforeach()
    endif()
    opscope_test_program(${program} LIBRARIES ${arg_LIBRARIES} ${kind})
    foreach(source IN LISTS shared)
        cmake_path(GET source STEM name)
        add_test(NAME ${name} COMMAND ${program} ${name})
        opscope_test_properties(${name})
    endforeach()
endfunction()
