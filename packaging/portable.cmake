# Installs third-party libraries beside those of Opscope, where the run paths find them. The C and C++ run-time libraries are not
# installed: the target machine needs versions at least as new as those of the build machine.
install(CODE [[
    file(GLOB programs "${CMAKE_INSTALL_PREFIX}/bin/opscope-cli")
    file(GLOB libraries "${CMAKE_INSTALL_PREFIX}/lib/opscope/libopscope_*.so.*" "${CMAKE_INSTALL_PREFIX}/lib/opscope/libopscope_cuda.so")
    file(GET_RUNTIME_DEPENDENCIES
        EXECUTABLES ${programs}
        LIBRARIES ${libraries}
        RESOLVED_DEPENDENCIES_VAR found
        UNRESOLVED_DEPENDENCIES_VAR missing
        PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|stdc\\+\\+|gcc_s)\\.so" "^libopscope_")
    if(missing)
        message(FATAL_ERROR "not found: ${missing}")
    endif()
    foreach(library IN LISTS found)
        file(INSTALL "${library}" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/opscope" FOLLOW_SYMLINK_CHAIN)
    endforeach()
]] COMPONENT cli)
