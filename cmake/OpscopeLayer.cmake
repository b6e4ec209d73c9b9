# Layers and programs: one target per folder.

# opscope_glob(<out> [HEADERS] [EXCLUDE <regex>...]): sets <out> to the .cpp files of the current folder and its subfolders. Each
# build checks for new files. HEADERS: also the .h files, so that moc finds classes without a .cpp file.
function(opscope_glob out)
    cmake_parse_arguments(PARSE_ARGV 1 arg "HEADERS" "" "EXCLUDE")
    set(patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    if(arg_HEADERS)
        list(APPEND patterns "${CMAKE_CURRENT_SOURCE_DIR}/*.h")
    endif()
    file(GLOB_RECURSE sources RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" CONFIGURE_DEPENDS ${patterns})
    foreach(regex IN LISTS arg_EXCLUDE)
        list(FILTER sources EXCLUDE REGEX "${regex}")
    endforeach()
    set(${out} ${sources} PARENT_SCOPE)
endfunction()

# opscope_unity(<target> <size>): with OPSCOPE_UNITY, up to <size> .cpp files of one folder are compiled as one source. Then their
# headers, which take most of the compile time, are read once. A new file changes only the groups of its own folder.
function(opscope_unity target size)
    if(NOT OPSCOPE_UNITY)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "(^|/)main\\.cpp$") # tests link a program's objects without main.cpp
    list(SORT sources)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        math(EXPR count_${folder} "0${count_${folder}} + 1")
        math(EXPR group "(${count_${folder}} - 1) / ${size}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${folder}_${group}")
    endforeach()
endfunction()

# What is installed belongs to a component, which is a Debian package (packaging/packages.cmake): cli, gui, cuda.

# opscope_layer(<name> SHARED|STATIC [SOURCES ...] [PUBLIC lib...] [PRIVATE lib...]): adds a library opscope_<name>, alias
# opscope::<name>.
function(opscope_layer name kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;PUBLIC;PRIVATE")
    set(target opscope_${name})
    if(NOT arg_SOURCES)
        set(arg_SOURCES "${opscope_empty_source}")
    endif()
    add_library(${target} ${kind} ${arg_SOURCES})
    add_library(opscope::${name} ALIAS ${target})
    target_link_libraries(${target} PUBLIC opscope_options ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
    opscope_unity(${target} 8)
    if(kind STREQUAL "SHARED")
        # With the complete version as SOVERSION, the loader refuses plug-ins of another version before any of their code runs.
        set_target_properties(${target} PROPERTIES
            VERSION ${PROJECT_VERSION}
            SOVERSION ${PROJECT_VERSION}
            INSTALL_RPATH "$ORIGIN")
        install(TARGETS ${target} LIBRARY DESTINATION lib/opscope NAMELINK_SKIP COMPONENT cli)
    endif()
endfunction()

# opscope_use_allocator(<target>): the program allocates with mimalloc, if it is there. It need not call the library, so a linker
# that drops what is not called must be told to keep it.
function(opscope_use_allocator target)
    if(OPSCOPE_WITH_MIMALLOC)
        target_link_libraries(${target} PRIVATE -Wl,--push-state,--no-as-needed ${MIMALLOC_LIBRARY} -Wl,--pop-state)
    endif()
endfunction()

# opscope_program(<target> [COMPONENT cli|gui] [SOURCES ...] [LIBRARIES ...]): adds a program, installed in bin/.
function(opscope_program target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPONENT" "SOURCES;LIBRARIES")
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE opscope_options ${arg_LIBRARIES})
    opscope_unity(${target} 8)
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/opscope")
    install(TARGETS ${target} RUNTIME DESTINATION bin COMPONENT ${arg_COMPONENT})
endfunction()
