# cmake -DWHAT=qt|network -DFILES=a;b -P links.cmake: fails if one of the files links Qt, or imports what opens a connection.
#
# Both ask the dynamic section, not the sources: what a library of another brought along is seen as well.

function(run_tool out)
    execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${ARGN}: ${errors}")
    endif()
    set(${out} "${output}" PARENT_SCOPE)
endfunction()

function(refuse file text pattern sentence)
    string(REGEX MATCHALL "[^\n]*(${pattern})[^\n]*" lines "${text}")
    if(lines)
        list(JOIN lines "\n" lines)
        message(FATAL_ERROR "${file} ${sentence}:\n${lines}")
    endif()
endfunction()

if(NOT FILES)
    message(FATAL_ERROR "no FILES to look at")
endif()

foreach(file IN LISTS FILES)
    run_tool(dynamic readelf -dW "${file}")
    if(WHAT STREQUAL "qt")
        refuse("${file}" "${dynamic}" "NEEDED.*libQt" "links Qt")
        run_tool(loaded ldd "${file}")
        refuse("${file}" "${loaded}" "libQt" "loads Qt")
    elseif(WHAT STREQUAL "network")
        refuse("${file}" "${dynamic}" "NEEDED.*(libQt6Network|libcurl|libssl)" "links a network library")
        run_tool(symbols readelf -W --dyn-syms "${file}")
        refuse("${file}" "${symbols}" "UND (socket|getaddrinfo|gethostbyname|inet_pton)(@|\n| )" "imports a network call")
    else()
        message(FATAL_ERROR "WHAT is qt or network, not \"${WHAT}\"")
    endif()
    message(STATUS "${file}: fine")
endforeach()
