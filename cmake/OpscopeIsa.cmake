# Sources that are compiled once per instruction set. The program selects one of the versions at run time.

# opscope_isa_sources(<target> <folder>): compiles each .cpp of the folder once per instruction set for <target>.
# OPSCOPE_ISA=baseline|avx2|avx512 is the name of the namespace. On x86-64 <target> gets the definition OPSCOPE_ISA_X86.
function(opscope_isa_sources target folder)
    file(GLOB sources CONFIGURE_DEPENDS "${folder}/*.cpp")
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        set(names baseline avx2 avx512)
        target_compile_definitions(${target} PUBLIC OPSCOPE_ISA_X86)
    else()
        set(names baseline)
    endif()
    if(NOT sources)
        return()
    endif()

    set(flags_baseline "")
    set(flags_avx2 -mavx2 -mfma -mf16c)
    set(flags_avx512 -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl -mfma -mf16c)
    foreach(name IN LISTS names)
        set(objects ${target}_${name})
        add_library(${objects} OBJECT ${sources})
        target_link_libraries(${objects} PRIVATE opscope_options opscope::model)
        target_include_directories(${objects} SYSTEM PRIVATE ${xsimd_folder})
        target_compile_definitions(${objects} PRIVATE OPSCOPE_ISA=${name} $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
        # -O2 also in debug builds: without it GCC does not inline xsimd, and a vector kernel would be slower than a plain loop.
        target_compile_options(${objects} PRIVATE ${flags_${name}} -O2)
        target_link_libraries(${target} PRIVATE ${objects})
    endforeach()
    if(TARGET ${target}_avx512)
        # GCC 12 warns inside its own AVX-512 headers.
        target_compile_options(${target}_avx512 PRIVATE -Wno-uninitialized -Wno-maybe-uninitialized)
    endif()
endfunction()
