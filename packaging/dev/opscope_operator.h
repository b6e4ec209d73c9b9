/* Custom operators for Opscope: the interface between a plug-in library and the program (the host).
 *
 * A plug-in is a shared library that exports one function, opscope_operator_plugin, which returns a
 * list of operators. Each operator has a description (name, version, attributes, inputs, outputs)
 * and up to five callbacks: infer (types and shapes), cost (work), create and destroy (state of one
 * node), run (the results). docs/custom-operators.md is the guide; example-plugin/ is a plug-in to
 * start from.
 *
 * The header is C11 and can be used in C++. A plug-in links no library of Opscope.
 *
 * Ownership: the host owns everything that its functions return (names, attributes, dimensions,
 * tensors). It stays valid until the callback that called the function returns. The description of
 * the plug-in with its strings and arrays must live as long as the process. The host copies
 * everything else that the plug-in passes to it.
 *
 * Return values: host functions and callbacks return 1 for "yes" or "done" and 0 for "no" or
 * "failed". A callback that fails gives the reason by `return host->fail(node, "...");`.
 *
 * Threads: infer and cost may be called from several threads at once. create, run and destroy of
 * the same state are never called at the same time; those of different states may be.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Changes only if older plug-ins can no longer work. Structures may get new members at their end
 * without a change of this number: each one begins with its size, or the structure that contains it
 * has the size. */
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

/* The numbers of ONNX's TensorProto.DataType. In memory an element of fewer than 8 bits takes one
 * byte: its code is in the low bits, and signed types are sign-extended. bool is 0 or 1. */
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

/* One node during a callback. The plug-in only passes it to host functions. */
typedef struct OpscopeNode OpscopeNode;

/* One dimension of a shape: a number (value >= 0), a name or expression (value < 0 and name not
 * NULL), or unknown (value < 0 and name NULL). Never gets new members. */
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

/* A dense row-major tensor to read. Never gets new members. */
typedef struct OpscopeTensor {
    OpscopeElementType element;
    int32_t rank;
    const int64_t* dims; /* `rank` numbers; NULL for a scalar */
    uint64_t count; /* number of elements */
    const void* data; /* NULL for strings: see input_string */
} OpscopeTensor;

/* Work of one node. A multiplication with its addition counts once. All members are 0 at first. The
 * host itself counts the bytes of reading every input and writing every output once. Never gets new
 * members. */
typedef struct OpscopeCost {
    uint64_t multiply_adds;
    uint64_t other_flops; /* additions, comparisons ... */
    uint64_t transcendental; /* exp, sqrt ... */
    uint64_t moved_bytes; /* data that is only moved */
} OpscopeCost;

/* Functions of the host for callbacks. A function that is called in the wrong callback (output in
 * infer) makes the callback fail with a message and has no other effect. Indices of inputs and
 * outputs count from 0. */
typedef struct OpscopeHost {
    /* Size of this structure in the running program. Compare before using later members. */
    uint32_t size;
    uint32_t abi; /* OPSCOPE_OPERATOR_ABI of the running program */

    /* In every callback. */

    /* Sets the reason of a failure (UTF-8, copied). Always returns 0. The first message counts. */
    int (*fail)(OpscopeNode* node, const char* message);
    const char* (*node_name)(OpscopeNode* node);
    /* Number of inputs and outputs in the node's lists, including empty names in between. */
    size_t (*input_count)(OpscopeNode* node);
    size_t (*output_count)(OpscopeNode* node);
    int (*has_input)(OpscopeNode* node, size_t i); /* 0: left out */
    int (*has_output)(OpscopeNode* node, size_t i); /* 0: not used */

    /* Value of an attribute of the node, else its default. 0 if there is none of this kind. */
    int (*attribute_int)(OpscopeNode* node, const char* name, int64_t* value);
    int (*attribute_float)(OpscopeNode* node, const char* name, float* value);
    /* The text ends with a zero byte and may contain others. `length` (may be NULL) is without it.
     */
    int (*attribute_string)(OpscopeNode* node, const char* name, const char** text, size_t* length);
    int (*attribute_ints)(
        OpscopeNode* node, const char* name, const int64_t** values, size_t* count);
    int (*attribute_floats)(
        OpscopeNode* node, const char* name, const float** values, size_t* count);
    /* Element `index` of a list of texts. Returns 0 beyond the last one. */
    int (*attribute_strings)(
        OpscopeNode* node, const char* name, size_t index, const char** text, size_t* length);
    /* In create and run only. */
    int (*attribute_tensor)(OpscopeNode* node, const char* name, OpscopeTensor* tensor);

    /* Types and shapes of inputs. In create and run all of them are known. */

    OpscopeElementType (*input_element)(OpscopeNode* node, size_t i); /* OPSCOPE_UNKNOWN */
    int32_t (*input_rank)(OpscopeNode* node, size_t i); /* -1: unknown */
    OpscopeDim (*input_dim)(OpscopeNode* node, size_t i, size_t axis);
    /* Of outputs, in cost. */
    int32_t (*output_rank)(OpscopeNode* node, size_t i);
    OpscopeDim (*output_dim)(OpscopeNode* node, size_t i, size_t axis);

    /* In infer only. */

    /* The elements of a small tensor of integers with known contents (axes, sizes). */
    int (*input_integers)(OpscopeNode* node, size_t i, const int64_t** values, size_t* count);
    /* Arithmetic of dimensions, also with names: `2 * batch`. */
    OpscopeDim (*combine)(
        OpscopeNode* node, OpscopeDimOperation operation, OpscopeDim a, OpscopeDim b);
    /* Sets type and shape of output i. OPSCOPE_UNKNOWN: the type is that of its type variable. Rank
     * -1: the shape is unknown. A name that no input has becomes a new dimension of this node. */
    int (*set_output)(OpscopeNode* node, size_t i, OpscopeElementType element, int32_t rank,
        const OpscopeDim* dims);

    /* In create (only constant inputs, such as weights) and run. */

    /* Returns 0 if the input is left out or, in create, not constant. */
    int (*input)(OpscopeNode* node, size_t i, OpscopeTensor* tensor);
    /* One element of a tensor of strings. */
    int (*input_string)(
        OpscopeNode* node, size_t i, uint64_t index, const char** text, size_t* length);

    /* In run only. */

    /* Sets `data` to the memory of output i, uninitialised and aligned to 64 bytes; NULL for
     * strings and for tensors without elements. Must be called exactly once per run for every
     * output that is used. Type and shape must agree with those that infer set. */
    int (*output)(OpscopeNode* node, size_t i, OpscopeElementType element, int32_t rank,
        const int64_t* dims, void** data);
    /* Sets one element of a tensor of strings. Elements that are not set are empty. */
    int (*output_string)(
        OpscopeNode* node, size_t i, uint64_t index, const char* text, size_t length);
    /* Scratch memory until run returns, aligned to 64 bytes. NULL, and the run fails, if there is
     * no memory. */
    void* (*scratch)(OpscopeNode* node, size_t bytes);
    int (*threads)(OpscopeNode* node); /* number of threads that run may use */
    /* Whether the user has stopped the run. Long loops should check this regularly and return 0. */
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
     * those of an earlier parameter with the same type variable (inputs come before outputs). */
    const char* types;
    /* All parameters with the same type variable ("T") have the same element type. NULL: none. */
    const char* variable;
    OpscopeOption option;
    const char* description; /* may be NULL */
} OpscopeParameter;

/* The numbers of ONNX's AttributeProto.AttributeType. */
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
    OPSCOPE_ABSENT = 0, /* optional; without a value if left out */
    OPSCOPE_REQUIRED = 1,
    OPSCOPE_DEFAULT = 2 /* optional; the default below if left out; not for tensors */
};

typedef struct OpscopeAttribute {
    const char* name;
    OpscopeAttributeKind kind;
    OpscopePresence presence;
    int64_t default_int;
    float default_float;
    const char* default_string;
    size_t default_count; /* length of the default list of this kind; 0: an empty list */
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
    /* Equal inputs may give different results (random numbers, a clock): never constant-folded. */
    OPSCOPE_NOT_REPEATABLE = 1
};

/* One operator in one version. */
typedef struct OpscopeOperator {
    OpscopeSizes sizes; /* OPSCOPE_SIZES */
    const char* domain; /* a domain of your own; the domains of ONNX are refused */
    const char* name;
    int32_t since_version; /* version of the domain that introduced this version; at least 1 */
    uint32_t flags;
    const char* summary; /* one to three sentences for people; may be NULL */
    const OpscopeParameter* inputs;
    size_t input_count;
    const OpscopeParameter* outputs;
    size_t output_count;
    const OpscopeAttribute* attributes;
    size_t attribute_count;

    /* Computes types and shapes of the outputs from those of the inputs, and calls set_output.
     * NULL: only element types are known before the run. */
    int (*infer)(const OpscopeHost* host, OpscopeNode* node);
    /* Sets the work of a node. NULL: unknown. */
    int (*cost)(const OpscopeHost* host, OpscopeNode* node, OpscopeCost* cost);
    /* Prepares a node for inputs of certain types and shapes. May be called again for others. The
     * value of `state` is passed to run and destroy. Attributes, types and shapes should be checked
     * here, so that a model is refused before it runs. May be NULL. */
    int (*create)(const OpscopeHost* host, OpscopeNode* node, void** state);
    /* Computes the outputs. NULL: the operator can be shown, but not run. */
    int (*run)(const OpscopeHost* host, OpscopeNode* node, void* state);
    /* Called once for each state whose create returned 1. May be NULL. */
    void (*destroy)(void* state);
} OpscopeOperator;

/* The result of opscope_operator_plugin. */
typedef struct OpscopePlugin {
    uint32_t abi; /* OPSCOPE_OPERATOR_ABI */
    uint32_t size; /* sizeof(OpscopePlugin) */
    const char* name; /* shown to people */
    const char* version; /* of the plug-in */
    const OpscopeOperator* const* operators;
    size_t operator_count;
} OpscopePlugin;

/* The type of the only function that a plug-in exports. `host_abi` is the OPSCOPE_OPERATOR_ABI of
 * the running program; a plug-in that supports several may return the matching description. */
typedef const OpscopePlugin* (*OpscopePluginFunction)(uint32_t host_abi);
#define OPSCOPE_PLUGIN_FUNCTION "opscope_operator_plugin"

#ifdef __cplusplus
}
#endif
