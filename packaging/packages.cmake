# Debian packages: opscope (the window), opscope-cli (the program and its libraries) and, if it was built, opscope-cuda.
# packaging/build_packages.sh makes them. The files that a package must have beside ours are made there too.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME opscope)
set(CPACK_PACKAGE_VENDOR "Opscope maintainers")
set(CPACK_PACKAGE_CONTACT "Opscope maintainers <maintainers@opscope.example>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL cli)
if(OPSCOPE_WITH_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
endif()
if(TARGET opscope_cuda)
    list(APPEND CPACK_COMPONENTS_ALL cuda)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib/opscope")

# Names and sentences: the first line of a description, then the text.
set(same "opscope-cli (= ${PROJECT_VERSION}-1)")
set(CPACK_DEBIAN_CLI_PACKAGE_NAME opscope-cli)
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "openssh-client")
set(CPACK_COMPONENT_CLI_DESCRIPTION "command line program that runs and profiles ONNX models
Opens ONNX models, checks, runs, edits and converts them with an engine of
its own, and measures the time of every operator with its error.")
set(CPACK_DEBIAN_GUI_PACKAGE_NAME opscope)
set(CPACK_DEBIAN_GUI_PACKAGE_DEPENDS "${same}")
set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-dejavu-core")
set(CPACK_COMPONENT_GUI_DESCRIPTION "viewer and profiler for ONNX models
Shows an ONNX model as a graph, runs it, and shows the time of every
operator on the graph, in tables and on a timeline.")
set(CPACK_DEBIAN_CUDA_PACKAGE_NAME opscope-cuda)
set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "${same}")
set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION contrib/science)
set(CPACK_COMPONENT_CUDA_DESCRIPTION "runs ONNX models of Opscope on NVIDIA GPUs
The module with which opscope-cli runs and profiles models on NVIDIA GPUs of
compute capability 7.5 or newer. It needs driver 580 or newer, and uses
cuBLAS, cuDNN, NVRTC and CUPTI where they are installed.")
include(CPack)
