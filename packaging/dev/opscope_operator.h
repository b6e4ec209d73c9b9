/* Operators of your own for Opscope: the interface between a plug-in library and the program.
 *
 * A plug-in is a shared library that exports one function, opscope_operator_plugin, which gives a
 * list of operators. Each is described (name, version, attributes, inputs, outputs) and brings up
 * to five callbacks: infer (types and shapes), cost (work), create and destroy (state of one node),
 * run (the results). docs/custom-operators.md is the guide, example-plugin/ a plug-in to start
 * from.
 *
 * Plain C11, also for C++. Nothing here needs a library of Opscope to be linked.
 *
 * Ownership: what the host hands out (names, attributes, dimensions, tensors) is the host's and
 * lives until the callback that asked for it returns. What the plug-in hands over (this
 * description, its strings and arrays) must live as long as the process; everything else is copied
 * at once.
 *
 * Answers: host functions and callbacks return 1 for "yes" or "done" and 0 for "no" or "failed". A
 * callback that fails says why with `return host->fail(node, "...");`.
 *
 * Threads: infer and cost may be called from several threads at once. create, run and destroy of
 * one state are never called at the same time, those of different states may be.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Changes only if a plug-in built before could not work any more. Structures may grow at their end
 * without that: each begins with its size, or its size is told by the one that holds it. */
#define OPSCOPE_OPERATOR_ABI 1u

/* Put before the definition of opscope_operator_plugin. */
#ifdef __cplusplus
#define OPSCOPE_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define OPSCOPE_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Numbered as TensorProto.DataType of ONNX. In memory every element has whole bytes: those of fewer
 * than 8 bits have one byte each (codes in the low bits, signed ones extended), bool is 0 or 1. */
typedef int32_t OpscopeElementType;
enum {
    OPSCOPE_UNKNOWN = 0,
    OPSCOPE_FLOAT = 1,
    OPSCOPE_UINT8 = 2,
    OPSCOPE_INT8 = 3,
    OPSCOPE_UINT16 = 4,
    OPSCOPE_INT16 = 5,
    OPSCOPE_INT32 = 6,
    OPSCOPE_INT64 = 7,
    OPSCOPE_STRING = 8,
    OPSCOPE_BOOL = 9,
    OPSCOPE_FLOAT16 = 10,
    OPSCOPE_DOUBLE = 11,
    OPSCOPE_UINT32 = 12,
    OPSCOPE_UINT64 = 13,
    OPSCOPE_COMPLEX64 = 14,
    OPSCOPE_COMPLEX128 = 15,
    OPSCOPE_BFLOAT16 = 16,
    OPSCOPE_FLOAT8E4M3FN = 17,
    OPSCOPE_FLOAT8E4M3FNUZ = 18,
    OPSCOPE_FLOAT8E5M2 = 19,
    OPSCOPE_FLOAT8E5M2FNUZ = 20,
    OPSCOPE_UINT4 = 21,
    OPSCOPE_INT4 = 22,
    OPSCOPE_FLOAT4E2M1 = 23,
    OPSCOPE_FLOAT8E8M0 = 24,
    OPSCOPE_UINT2 = 25,
    OPSCOPE_INT2 = 26
};

/* What the host knows of one node while a callback runs; only for calls of host functions. */
typedef struct OpscopeNode OpscopeNode;

/* One dimension of a shape: a number (value >= 0), a name or expression (value < 0 and name), or
 * unknown (value < 0, name NULL). Never grows. */
typedef struct OpscopeDim {
    int64_t value;
    const char* name;
} OpscopeDim;

typedef int32_t OpscopeDimOperation;
enum {
    OPSCOPE_DIM_ADD = 0,
    OPSCOPE_DIM_SUBTRACT = 1,
    OPSCOPE_DIM_MULTIPLY = 2,
    OPSCOPE_DIM_DIVIDE_FLOOR = 3,
    OPSCOPE_DIM_DIVIDE_CEIL = 4,
    OPSCOPE_DIM_MIN = 5,
    OPSCOPE_DIM_MAX = 6
};

/* A dense row-major tensor to read. Never grows. */
typedef struct OpscopeTensor {
    OpscopeElementType element;
    int32_t rank;
    const int64_t* dims; /* `rank` numbers; NULL for a scalar */
    uint64_t count; /* of elements */
    const void* data; /* NULL for strings: see input_string */
} OpscopeTensor;

/* Work of one node. A multiplication with its addition counts once; everything starts as 0. Reading
 * every input and writing every output once is counted by the host. Never grows. */
typedef struct OpscopeCost {
    uint64_t multiply_adds;
    uint64_t other_flops; /* additions, comparisons ... */
    uint64_t transcendental; /* exp, sqrt ... */
    uint64_t moved_bytes; /* of pure data movement */
} OpscopeCost;

/* What a callback may ask and do. A function called where it has no meaning (output in infer) makes
 * the callback fail with a message; it never harms. Indices of inputs and outputs count from 0. */
typedef struct OpscopeHost {
    uint32_t
        size; /* of this structure in the running program: compare before using later members */
    uint32_t abi; /* OPSCOPE_OPERATOR_ABI of the running program */

    /* In every callback. */

    /* Says why the callback fails; UTF-8, copied. Always returns 0. The first message counts. */
    int (*fail)(OpscopeNode* node, const char* message);
    const char* (*node_name)(OpscopeNode* node);
    /* Inputs and outputs that the node writes, left out ones in between included. */
    size_t (*input_count)(OpscopeNode* node);
    size_t (*output_count)(OpscopeNode* node);
    int (*has_input)(OpscopeNode* node, size_t i); /* 0: left out */
    int (*has_output)(OpscopeNode* node, size_t i); /* 0: nobody wants it */

    /* Attributes, as the node has them or else by default; 0 if there is none of this kind. */
    int (*attribute_int)(OpscopeNode* node, const char* name, int64_t* value);
    int (*attribute_float)(OpscopeNode* node, const char* name, float* value);
    /* The text ends with a zero byte and may have others; `length` (may be NULL) is without it. */
    int (*attribute_string)(OpscopeNode* node, const char* name, const char** text, size_t* length);
    int (*attribute_ints)(
        OpscopeNode* node, const char* name, const int64_t** values, size_t* count);
    int (*attribute_floats)(
        OpscopeNode* node, const char* name, const float** values, size_t* count);
    /* The index-th of a list of texts; 0 beyond the last. */
    int (*attribute_strings)(
        OpscopeNode* node, const char* name, size_t index, const char** text, size_t* length);
    /* In create and run only. */
    int (*attribute_tensor)(OpscopeNode* node, const char* name, OpscopeTensor* tensor);

    /* Types and shapes of inputs. In create and run everything is known. */

    OpscopeElementType (*input_element)(OpscopeNode* node, size_t i); /* OPSCOPE_UNKNOWN */
    int32_t (*input_rank)(OpscopeNode* node, size_t i); /* -1: unknown */
    OpscopeDim (*input_dim)(OpscopeNode* node, size_t i, size_t axis);
    /* Of outputs, in cost. */
    int32_t (*output_rank)(OpscopeNode* node, size_t i);
    OpscopeDim (*output_dim)(OpscopeNode* node, size_t i, size_t axis);

    /* In infer only. */

    /* The elements of a small tensor of integers whose contents are known (axes, sizes). */
    int (*input_integers)(OpscopeNode* node, size_t i, const int64_t** values, size_t* count);
    /* Arithmetic that also works with names: `2 * batch`. */
    OpscopeDim (*combine)(
        OpscopeNode* node, OpscopeDimOperation operation, OpscopeDim a, OpscopeDim b);
    /* What output i is: OPSCOPE_UNKNOWN if it has the type of its type variable, rank -1 if the
     * shape is unknown. A name that no input has becomes a new dimension of this node. */
    int (*set_output)(OpscopeNode* node, size_t i, OpscopeElementType element, int32_t rank,
        const OpscopeDim* dims);

    /* In create (inputs that never change, such as weights) and run. */

    /* 0: left out, or in create not constant. */
    int (*input)(OpscopeNode* node, size_t i, OpscopeTensor* tensor);
    /* One element of a tensor of strings. */
    int (*input_string)(
        OpscopeNode* node, size_t i, uint64_t index, const char** text, size_t* length);

    /* In run only. */

    /* Memory for output i, uninitialised, aligned to 64 bytes; NULL in `data` for strings and for
     * tensors without elements. Once per output and run; every output that is wanted must be asked
     * for. Must agree with what infer said, as far as it said anything. */
    int (*output)(OpscopeNode* node, size_t i, OpscopeElementType element, int32_t rank,
        const int64_t* dims, void** data);
    /* Sets one element of a tensor of strings; those never set are empty. */
    int (*output_string)(
        OpscopeNode* node, size_t i, uint64_t index, const char* text, size_t length);
    /* Memory until run returns, aligned to 64 bytes; NULL (and the run fails) if there is none. */
    void* (*scratch)(OpscopeNode* node, size_t bytes);
    int (*threads)(OpscopeNode* node); /* how many run may use */
    /* Whether the user wants the run to end: a long loop asks now and then and returns 0. */
    int (*is_stopped)(OpscopeNode* node);
} OpscopeHost;

typedef int32_t OpscopeOption;
enum {
    OPSCOPE_SINGLE = 0,
    OPSCOPE_OPTIONAL = 1,
    OPSCOPE_VARIADIC = 2 /* any number from one up; only the last parameter */
};

/* An input or output. */
typedef struct OpscopeParameter {
    const char* name;
    /* Element types by their ONNX names, separated by spaces: "float double int64"; or "all". NULL:
     * as an earlier parameter of the same type variable. Inputs come before outputs. */
    const char* types;
    /* All parameters of one type variable ("T") have the same element type; NULL: on its own. */
    const char* variable;
    OpscopeOption option;
    const char* description; /* may be NULL */
} OpscopeParameter;

/* Numbered as AttributeProto.AttributeType of ONNX. */
typedef int32_t OpscopeAttributeKind;
enum {
    OPSCOPE_ATTRIBUTE_FLOAT = 1,
    OPSCOPE_ATTRIBUTE_INT = 2,
    OPSCOPE_ATTRIBUTE_STRING = 3,
    OPSCOPE_ATTRIBUTE_TENSOR = 4,
    OPSCOPE_ATTRIBUTE_FLOATS = 6,
    OPSCOPE_ATTRIBUTE_INTS = 7,
    OPSCOPE_ATTRIBUTE_STRINGS = 8
};

typedef int32_t OpscopePresence;
enum {
    OPSCOPE_ABSENT = 0, /* may be left out and then has no value */
    OPSCOPE_REQUIRED = 1,
    OPSCOPE_DEFAULT = 2 /* may be left out and then has the default below; not for tensors */
};

typedef struct OpscopeAttribute {
    const char* name;
    OpscopeAttributeKind kind;
    OpscopePresence presence;
    int64_t default_int;
    float default_float;
    const char* default_string;
    size_t default_count; /* of the list that its kind takes; 0: an empty list */
    const int64_t* default_ints;
    const float* default_floats;
    const char* const* default_strings;
    const char* description; /* may be NULL */
} OpscopeAttribute;

/* Sizes of the structures in the header that the plug-in was built with. */
typedef struct OpscopeSizes {
    uint32_t operator_size;
    uint32_t parameter_size;
    uint32_t attribute_size;
} OpscopeSizes;
#define OPSCOPE_SIZES                                                                              \
    {                                                                                              \
        sizeof(OpscopeOperator), sizeof(OpscopeParameter), sizeof(OpscopeAttribute)                \
    }

enum {
    /* The same inputs may give other results (random numbers, a clock): never computed ahead. */
    OPSCOPE_NOT_REPEATABLE = 1
};

/* One operator in one version. */
typedef struct OpscopeOperator {
    OpscopeSizes sizes; /* OPSCOPE_SIZES */
    const char* domain; /* one of your own; the standard's domains are refused */
    const char* name;
    int32_t since_version; /* version of the domain in which it came in this form; from 1 up */
    uint32_t flags;
    const char* summary; /* one to three sentences for people; may be NULL */
    const OpscopeParameter* inputs;
    size_t input_count;
    const OpscopeParameter* outputs;
    size_t output_count;
    const OpscopeAttribute* attributes;
    size_t attribute_count;

    /* Tells the types of the outputs from those of the inputs, with set_output. NULL: nothing is
     * known ahead but element types. */
    int (*infer)(const OpscopeHost* host, OpscopeNode* node);
    /* Fills the work of a node. NULL: unknown. */
    int (*cost)(const OpscopeHost* host, OpscopeNode* node, OpscopeCost* cost);
    /* Prepares a node for inputs of certain types, once; may be called again for other types. What
     * it puts into `state` is given to run and destroy. Checks of attributes, types and shapes
     * belong here: a model is then refused before it runs. May be NULL. */
    int (*create)(const OpscopeHost* host, OpscopeNode* node, void** state);
    /* Computes the outputs. NULL: the operator can be shown, but not run. */
    int (*run)(const OpscopeHost* host, OpscopeNode* node, void* state);
    /* Called once for each state whose create returned 1. May be NULL. */
    void (*destroy)(void* state);
} OpscopeOperator;

/* What opscope_operator_plugin gives. */
typedef struct OpscopePlugin {
    uint32_t abi; /* OPSCOPE_OPERATOR_ABI */
    uint32_t size; /* sizeof(OpscopePlugin) */
    const char* name; /* shown to people */
    const char* version; /* of the plug-in */
    const OpscopeOperator* const* operators;
    size_t operator_count;
} OpscopePlugin;

/* The one function that a plug-in exports. `host_abi` is the OPSCOPE_OPERATOR_ABI of the running
 * program; a plug-in that knows several may give the one that fits. */
typedef const OpscopePlugin* (*OpscopePluginFunction)(uint32_t host_abi);
#define OPSCOPE_PLUGIN_FUNCTION "opscope_operator_plugin"

#ifdef __cplusplus
}
#endif
