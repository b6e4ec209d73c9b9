# Tests: one program per tst_<x>.cpp.

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

# opscope_test(<name> SOURCES ... LIBRARIES ... [WIDGET]): a Qt Test program. WIDGET: it needs a QApplication and links ui.
function(opscope_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "WIDGET" "" "SOURCES;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE opscope_options ${arg_LIBRARIES} Qt6::Test)
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set_target_properties(${name} PROPERTIES
        AUTOMOC ON
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${folder}")
    if(OPSCOPE_SANITIZE MATCHES "thread")
        target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/clone_without_sharing.cpp")
    endif()
    if(arg_WIDGET)
        opscope_use_pch(${name} widget_test)
    else()
        opscope_use_pch(${name} test)
    endif()
    add_test(NAME ${name} COMMAND ${name})
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

# opscope_tests_of(<folder> LIBRARIES ... [WIDGET]): every tst_<x>.cpp in the folder and below becomes a test tst_<x>; of two
# with one name the second is tst_<x>_<folder>. A CMakeLists.txt in the folder is read first and may make tests with
# opscope_test(), for which it then answers itself.
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
    foreach(source IN LISTS sources)
        if(source IN_LIST done)
            continue()
        endif()
        cmake_path(GET source STEM name)
        if(TARGET ${name})
            string(APPEND name "_${folder}")
        endif()
        opscope_test(${name} SOURCES ${source} LIBRARIES ${arg_LIBRARIES} ${kind})
    endforeach()
endfunction()
