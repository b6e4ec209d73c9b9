# Tests: one program per folder.

# What a test may need to find; tests/support/paths.h reads it.
# OMP_WAIT_POLICY: tests run beside each other, and a kernel's thread that spins while it waits takes the core from the others.
set(opscope_test_environment
    "OMP_WAIT_POLICY=PASSIVE"
    "QT_QPA_PLATFORM=offscreen"
    "OPSCOPE_SOURCE_DIR=${PROJECT_SOURCE_DIR}"
    "OPSCOPE_BUILD_DIR=${PROJECT_BINARY_DIR}"
    "OPSCOPE_CLI=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/opscope-cli"
    "LSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/lsan.supp:print_suppressions=0"
    "TSAN_OPTIONS=ignore_noninstrumented_modules=1"
    "UBSAN_OPTIONS=print_stacktrace=1")

# opscope_test_properties(<test>...): environment and time limit, also for tests that are no program of ours.
function(opscope_test_properties)
    set(limit 300)
    if(OPSCOPE_SANITIZE)
        set(limit 1800)
    endif()
    set_tests_properties(${ARGV} PROPERTIES ENVIRONMENT "${opscope_test_environment}" TIMEOUT ${limit})
endfunction()

# opscope_test_program(<target> LIBRARIES ... [WIDGET] [NO_PCH]): links Qt Test. WIDGET: it needs a QApplication and links ui. NO_PCH:
# it has a precompiled header of its own, which includes tests/support/qt_test/registered_test.h.
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
    if(NOT OPSCOPE_PCH AND NOT arg_NO_PCH) # which has it
        target_compile_options(${target} PRIVATE "SHELL:-include \"${PROJECT_SOURCE_DIR}/tests/support/qt_test/registered_test.h\"")
    endif()
endfunction()

# opscope_test(<name> SOURCES ... LIBRARIES ... [WIDGET]): a Qt Test program of its own.
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

# opscope_test_support(<name> <folder> LIBRARIES ...): library of the helpers in a folder; no Qt unless a library brings it.
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

# opscope_headers_of(<out> <source>...): every header that one of the sources includes, for a precompiled header of them all.
function(opscope_headers_of out)
    set(headers "")
    foreach(source IN LISTS ARGN)
        file(STRINGS "${source}" lines REGEX "^#include [<\"].*\\.?[a-zA-Z_]*[>\"]")
        foreach(line IN LISTS lines)
            if(line MATCHES "\\.moc\"")
                continue()
            elseif(line MATCHES "^#include \"(.*)\"")
                list(APPEND headers "${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_1}")
            elseif(line MATCHES "^#include (<.*>)")
                list(APPEND headers "${CMAKE_MATCH_1}")
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES headers)
    set(${out} "${headers}" PARENT_SCOPE)
endfunction()

# opscope_tests_of(<folder> LIBRARIES ... [WIDGET]): the tst_<x>.cpp in the folder and below are one program tests_<folder>, and each
# is a test tst_<x> that runs its part of it (tests/support/qt_test/registered_test.h). One that has a main() of its own, or that
# replaces operator new for its program, is a program.
# A CMakeLists.txt in the folder is read first and may make tests with opscope_test(), for which it then answers itself.
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
        opscope_headers_of(headers ${shared})
        target_precompile_headers(${program} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/qt_test/registered_test.h" ${headers})
        list(APPEND kind NO_PCH)
        # Each source in a namespace of its own, so that helpers of two tests may have one name. Headers stay outside: the
        # precompiled one has all of them.
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
