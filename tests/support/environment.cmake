# CTest includes this file when it starts.
if(NOT DEFINED ENV{OPSCOPE_TEST_DATA})
    cmake_path(SET data NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../../shared/data")
    set(ENV{OPSCOPE_TEST_DATA} "${data}")
endif()
