# Precompiled headers.
function(opscope_use_pch target family)
endfunction()
