#===- Proto.cmake - C code of the ONNX messages ---------------------------===#
#
# Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
#
# Defines the static library RelaxOnnxProto: the messages of proto/*.proto as
# protobuf-c structures. Users include "onnx.pb-c.h"; the generated code and
# its header are compiled without our warnings.
#
#===------------------------------------------------------------------------===#

include_guard(GLOBAL)

find_program(PROTOC_C protoc-c REQUIRED)
find_path(PROTOBUF_C_INCLUDE protobuf-c/protobuf-c.h REQUIRED)
# The static archive first: our tools carry everything but libomp themselves.
find_library(PROTOBUF_C_LIBRARY NAMES libprotobuf-c.a protobuf-c REQUIRED)

set(onnx_proto_dir ${CMAKE_CURRENT_LIST_DIR}/proto)
set(onnx_generated_dir ${CMAKE_BINARY_DIR}/lib/Frontend/ONNX/proto)
file(MAKE_DIRECTORY ${onnx_generated_dir})

# Messages of models, and of values in files of their own.
set(onnx_generated)
foreach(proto onnx onnx-data)
  set(generated ${onnx_generated_dir}/${proto}.pb-c.c ${onnx_generated_dir}/${proto}.pb-c.h)
  add_custom_command(
    OUTPUT ${generated}
    COMMAND ${PROTOC_C} --c_out=${onnx_generated_dir} -I${onnx_proto_dir}
            ${onnx_proto_dir}/${proto}.proto
    DEPENDS ${onnx_proto_dir}/onnx.proto ${onnx_proto_dir}/${proto}.proto
    COMMENT "Generating C from ${proto}.proto"
    VERBATIM)
  list(APPEND onnx_generated ${generated})
endforeach()

add_library(RelaxOnnxProto STATIC ${onnx_generated})
target_compile_options(RelaxOnnxProto PRIVATE -w)
target_include_directories(RelaxOnnxProto SYSTEM PUBLIC ${onnx_generated_dir}
                                                        ${PROTOBUF_C_INCLUDE})
target_link_libraries(RelaxOnnxProto PUBLIC ${PROTOBUF_C_LIBRARY})
