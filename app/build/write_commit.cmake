# Writes the commit of SOURCE into the header OUTPUT, if it is another one. Without git or a repository: an empty text.
find_program(git git)
set(commit "")
if(git AND EXISTS "${SOURCE}/.git")
    execute_process(COMMAND "${git}" -C "${SOURCE}" describe --always --dirty=-changed --abbrev=12 "--exclude=*"
        OUTPUT_VARIABLE name OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND "${git}" -C "${SOURCE}" log -1 --format=%cs
        OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(name AND day)
        set(commit "${name} of ${day}")
    endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "#define OPSCOPE_COMMIT \"${commit}\"\n")
