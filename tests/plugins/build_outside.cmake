# Installs the development part from BUILD into FOLDER, builds the installed example there, and verifies MODEL with it. The tools are
# those of BUILD: CMake's default ones (make) need not be there.
function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        list(JOIN ARGN " " command)
        message(FATAL_ERROR "${command} ended with ${code}:\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${FOLDER}")
run(${CMAKE_COMMAND} --install "${BUILD}" --component development --prefix "${FOLDER}/prefix")
# The example as it was installed: the header beside the sources in our tree is not in reach.
run(${CMAKE_COMMAND} -S "${FOLDER}/prefix/share/opscope/example-plugin" -B "${FOLDER}/build" "-DCMAKE_PREFIX_PATH=${FOLDER}/prefix"
    -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_C_COMPILER=${C_COMPILER}")
run(${CMAKE_COMMAND} --build "${FOLDER}/build")
run("${CLI}" verify "${MODEL}" --plugin "${FOLDER}/build/libexample_operators.so")
if(NOT output MATCHES "1 passed, 0 failed, 0 unsupported")
    message(FATAL_ERROR "expected that the model passes, found:\n${output}")
endif()
