"""ai.onnx.ml: trees, vector machines, linear models, encoders."""

import numpy as np
from onnx import numpy_helper

from .draw import Draw, Node, Options, case, numpy_type

ML = "ai.onnx.ml"
POST = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")


@case("ArrayFeatureExtractor", domain=ML)
def array_features(d: Draw) -> Node:
    shape = d.shape(1, 3, empty=0)
    return Node([d.input(0, shape), d.values(np.int64, [d.integer(1, 4)] if d.chance(0.5) else [1, d.integer(1, 4)], 0, shape[-1] - 1)])


@case("Binarizer", "Normalizer", "Scaler", "Imputer", domain=ML)
def scaling(d: Draw) -> Node:
    shape = d.shape(1, 2, empty=0) if d.name != "Binarizer" else d.shape(0, 3)
    x = d.input(0, shape)
    if d.name == "Binarizer":
        return Node([x], d.attributes(threshold=Options(0.0, 1.0, -0.5)))
    if d.name == "Normalizer":
        return Node([x], d.attributes(norm=Options("MAX", "L1", "L2")))
    width = shape[-1]
    count = d.pick(1, width)
    if d.name == "Scaler":
        return Node([x], dict(offset=[d.real() for _ in range(count)], scale=[d.real() for _ in range(count)]))
    if x.dtype.kind == "i":
        x = np.where(d.random.random(shape) < 0.3, 7, x).astype(x.dtype)
        return Node([x], dict(imputed_value_int64s=[d.integer(-5, 5) for _ in range(count)], replaced_value_int64=7))
    bad = d.pick(np.nan, 3.5)
    x = np.where(d.random.random(shape) < 0.3, bad, x).astype(x.dtype)
    return Node([x], dict(imputed_value_floats=[d.real() for _ in range(count)], replaced_value_float=float(bad)))


@case("FeatureVectorizer", domain=ML)
def feature_vectorizer(d: Draw) -> Node:
    rows = d.integer(1, 3)
    widths = [d.integer(1, 3) for _ in range(d.integer(1, 3))]
    return Node([d.input(0, [rows, w]) for w in widths], dict(inputdimensions=[max(1, w + d.integer(-1, 1)) if d.chance(0.3) else w for w in widths]))


WORDS = ["cat", "dog", "bird", "", "é"]


@case("CategoryMapper", domain=ML)
def category_mapper(d: Draw) -> Node:
    attributes = dict(cats_strings=WORDS[:4], cats_int64s=[3, 5, -2, 0], default_int64=d.integer(-9, 9), default_string=d.pick("none", "_Unused"))
    shape = d.shape(0, 3)
    if d.dtype("T1") == object:
        return Node([np.array([d.pick(*WORDS) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)], attributes)
    return Node([d.values(np.int64, shape, -3, 6)], attributes)


@case("LabelEncoder", domain=ML)
def label_encoder(d: Draw) -> Node:
    shape = d.shape(0 if d.version > 1 else 1, 2)
    count = d.integer(1, 4)
    text = lambda: [str(w) for w in d.random.permutation(WORDS)[:count]]
    kinds = dict(string=text, int64=lambda: [int(v) for v in d.random.permutation(7)[:count]],
                 float=lambda: [float(v) for v in d.random.permutation([0.5, 1.0, -2.0, float("nan"), 3.0])[:count]])
    if d.version == 1:
        attributes = dict(classes_strings=text(), default_string="none", default_int64=-7)
        return Node([np.array([d.pick(*WORDS) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)
                     if d.chance(0.5) else d.values(np.int64, shape, -1, 5)], attributes)
    key, value = d.pick(*kinds), d.pick(*kinds)
    if d.version >= 4 and d.chance(0.4):
        return label_tensors(d, shape, count)
    attributes = {f"keys_{key}s": kinds[key](), f"values_{value}s": kinds[value]()}
    if d.chance(0.6):
        attributes[f"default_{value}"] = dict(string="none", int64=-9, float=-1.25)[value]
    pool = attributes[f"keys_{key}s"]
    dtype = dict(string=object, int64=np.int64, float=np.float32)[key]
    extra = dict(string="zebra", int64=99, float=99.0)[key]
    return Node([np.array([d.pick(*pool, extra) for _ in range(int(np.prod(shape)))], dtype=dtype).reshape(shape)], attributes)


def label_tensors(d: Draw, shape, count) -> Node:
    key = numpy_type(d.pick(*[t for t in d.constraint("T1") if t != "tensor(string)"]))
    value = numpy_type(d.pick(*[t for t in d.constraint("T2") if t != "tensor(string)"]))
    keys = d.random.permutation(9)[:count].astype(key)
    tensors = dict(keys_tensor=keys, values_tensor=d.values(value, [count]))
    if d.chance(0.6):
        tensors["default_tensor"] = d.values(value, [1])
    x = d.random.integers(0, 9, size=shape).astype(key)
    return Node([x], {name: numpy_helper.from_array(v, name) for name, v in tensors.items()})


@case("OneHotEncoder", domain=ML)
def one_hot_encoder(d: Draw) -> Node:
    shape = d.shape(1, 2, empty=0)
    x = d.input(0, shape, low=0, high=4)
    attributes = d.attributes(zeros=1)
    if x.dtype == object:
        return Node([np.array([d.pick(*WORDS[:3]) for _ in range(x.size)], dtype=object).reshape(shape)], attributes | dict(cats_strings=WORDS[:2] + ["x"]))
    return Node([np.round(x) if x.dtype.kind == "f" else x], attributes | dict(cats_int64s=[0, 1, 3]))


@case("LinearRegressor", domain=ML)
def linear_regressor(d: Draw) -> Node:
    rows, width, targets = d.integer(1, 3), d.integer(1, 3), d.integer(1, 3)
    attributes = dict(coefficients=[d.real() for _ in range(width * targets)], targets=targets) | d.attributes(post_transform=Options(*POST[:4]))
    if d.chance(0.6):
        attributes["intercepts"] = [d.real() for _ in range(targets)]
    return Node([d.input(0, [rows, width])], attributes)


@case("LinearClassifier", domain=ML)
def linear_classifier(d: Draw) -> Node:
    rows, width, classes = d.integer(1, 4), d.integer(1, 3), d.integer(2, 4)
    binary = d.chance(0.3)
    lines = 1 if binary else classes
    classes = 2 if binary else classes
    attributes = dict(coefficients=[d.real() for _ in range(width * lines)], intercepts=[d.real() for _ in range(lines)],
                      multi_class=d.pick(0, 1), post_transform=d.pick(*POST[:4]))
    attributes |= dict(classlabels_ints=list(range(3, 3 + classes))) if d.chance(0.5) else dict(classlabels_strings=WORDS[:3][:classes] + ["w"] * (classes - 3))
    x = d.input(0, [rows, width])
    return Node([x], attributes, 2)


@case("SVMRegressor", domain=ML)
def svm_regressor(d: Draw) -> Node:
    rows, width, vectors = d.integer(1, 3), d.integer(1, 3), d.integer(0 if d.chance(0.2) else 1, 4)
    attributes = dict(kernel_params=[d.real(0.1, 1), d.real(0, 1), float(d.integer(1, 3))], kernel_type=d.pick("LINEAR", "POLY", "RBF", "SIGMOID"),
                      rho=[d.real()], n_supports=vectors, one_class=d.pick(0, 0, 1))
    if vectors:
        attributes |= dict(coefficients=[d.real() for _ in range(vectors)], support_vectors=[d.real() for _ in range(vectors * width)])
    else:
        attributes |= dict(coefficients=[d.real() for _ in range(width)], kernel_type="LINEAR")
    return Node([d.input(0, [rows, width])], attributes | d.attributes(post_transform=Options(*POST[:1])))


@case("SVMClassifier", domain=ML)
def svm_classifier(d: Draw) -> Node:
    rows, width, classes = d.integer(1, 4), d.integer(1, 3), d.integer(2, 3)
    per = [d.integer(1, 2) for _ in range(classes)]
    vectors, pairs = sum(per), classes * (classes - 1) // 2
    attributes = dict(kernel_params=[d.real(0.1, 1), d.real(0, 1), float(d.integer(1, 3))], kernel_type=d.pick("LINEAR", "POLY", "RBF", "SIGMOID"),
                      post_transform=d.pick(*POST[:4]))
    if d.chance(0.8):
        attributes |= dict(rho=[d.real() for _ in range(pairs)], vectors_per_class=per, coefficients=[d.real() for _ in range(vectors * (classes - 1))],
                           support_vectors=[d.real() for _ in range(vectors * width)])
        if d.chance(0.4):
            attributes |= dict(prob_a=[d.real(-2, -0.5) for _ in range(pairs)], prob_b=[d.real(-0.5, 0.5) for _ in range(pairs)])
    else:
        attributes |= dict(rho=[d.real()], coefficients=[d.real() for _ in range(width * classes)], kernel_type="LINEAR")
    attributes |= dict(classlabels_ints=list(range(3, 3 + classes))) if d.chance(0.5) else dict(classlabels_strings=WORDS[:classes])
    return Node([d.input(0, [rows, width])], attributes, 2)


def forest(d: Draw, width: int, equality=False) -> dict:
    """Old attributes of trees: a list per property."""
    modes = ["BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE", "BRANCH_GT", "BRANCH_EQ", "BRANCH_NEQ"]
    mixed = d.chance(0.4)
    main = d.pick(*modes[:4])
    nodes = dict(treeids=[], nodeids=[], featureids=[], values=[], modes=[], truenodeids=[], falsenodeids=[], missing_value_tracks_true=[])
    leaves = []
    for tree in range(d.integer(1, 3)):
        rows = [None]
        open_ = [0]
        while open_ and len(rows) < 7:
            at = open_.pop(0)
            if at and d.chance(0.3):
                continue
            rows[at] = (len(rows), len(rows) + 1)
            open_ += [len(rows), len(rows) + 1]
            rows += [None, None]
        for at, row in enumerate(rows):
            nodes["treeids"].append(tree)
            nodes["nodeids"].append(at)
            nodes["featureids"].append(d.integer(0, width - 1) if row else 0)
            nodes["values"].append(float(d.integer(-2, 2)) if row else 0.0)
            nodes["modes"].append((d.pick(*modes) if mixed else main) if row else "LEAF")
            nodes["truenodeids"].append(row[0] if row else 0)
            nodes["falsenodeids"].append(row[1] if row else 0)
            nodes["missing_value_tracks_true"].append(d.pick(0, 1) if row else 0)
            if not row:
                leaves.append((tree, at))
    named = {f"nodes_{name}": values for name, values in nodes.items()}
    if d.chance(0.5):
        named.pop("nodes_missing_value_tracks_true")
    return named, leaves


@case("TreeEnsembleClassifier", "TreeEnsembleRegressor", domain=ML)
def trees(d: Draw) -> Node:
    width = d.integer(1, 3)
    attributes, leaves = forest(d, width)
    regression = d.name.endswith("Regressor")
    count = d.integer(1 if regression else 2, 3)
    kind = "target" if regression else "class"
    binary = not regression and d.chance(0.3)
    ids = 1 if binary else count
    count = 2 if binary else count
    rows = [(t, n, i) for t, n in leaves for i in range(ids) if i == 0 or d.chance(0.6)]
    attributes |= {f"{kind}_treeids": [t for t, _, _ in rows], f"{kind}_nodeids": [n for _, n, _ in rows],
                   f"{kind}_ids": [d.pick(0, 1) if binary and d.version < 0 else i for _, _, i in rows], f"{kind}_weights": [d.real() for _ in rows]}
    attributes["post_transform"] = d.pick(*POST[:4])
    if d.chance(0.4):
        attributes["base_values"] = [d.real() for _ in range(ids)]
    if regression:
        attributes["n_targets"] = count
        attributes |= d.attributes(aggregate_function=Options("SUM", "AVERAGE", "MIN", "MAX"))
    elif d.chance(0.5):
        attributes["classlabels_int64s"] = list(range(5, 5 + count))
    else:
        attributes["classlabels_strings"] = WORDS[:count]
    if d.has("nodes_values_as_tensor") and d.chance(0.3) and d.dtype(d.parameter(0)) == np.float64:
        for name in ("nodes_values", f"{kind}_weights", "base_values"):
            if name in attributes:
                attributes[name + "_as_tensor"] = numpy_helper.from_array(np.array(attributes.pop(name), np.float64), name)
    x = d.input(0, [d.integer(1, 4), width], low=-3, high=3)
    x = np.round(x) if x.dtype.kind == "f" else x
    if x.dtype.kind == "f" and d.chance(0.3):
        x[0, 0] = np.nan
    return Node([x], attributes, 1 if regression else 2)


@case("TreeEnsemble", domain=ML)
def tree_ensemble(d: Draw) -> Node:
    kind = d.dtype("T")
    width, targets = d.integer(1, 3), d.integer(1, 3)
    splits, leaves, roots = [], [], []
    for _ in range(d.integer(1, 3)):
        roots.append(len(splits))
        grow(d, width, targets, splits, leaves, d.integer(1, 3))
    number = lambda name, values, dtype: numpy_helper.from_array(np.array(values, dtype), name)
    attributes = dict(
        n_targets=targets, aggregate_function=d.pick(0, 1, 2, 3), post_transform=d.pick(0, 1, 2, 3), tree_roots=roots,
        nodes_modes=number("m", [s["mode"] for s in splits], np.uint8), nodes_featureids=[s["feature"] for s in splits],
        nodes_splits=number("s", [s["value"] for s in splits], kind), nodes_truenodeids=[s["true"][0] for s in splits],
        nodes_trueleafs=[s["true"][1] for s in splits], nodes_falsenodeids=[s["false"][0] for s in splits],
        nodes_falseleafs=[s["false"][1] for s in splits], leaf_targetids=[leaf[0] for leaf in leaves],
        leaf_weights=number("w", [leaf[1] for leaf in leaves], kind))
    if d.chance(0.5):
        attributes["nodes_missing_value_tracks_true"] = [d.pick(0, 1) for _ in splits]
    members = [m for s in splits if s["mode"] == 6 for m in [*s["members"], np.nan]]
    if members:
        attributes["membership_values"] = number("v", members, kind)
    x = np.round(d.values(kind, [d.integer(1, 4), width], -3, 3))
    return Node([x], attributes)


def grow(d: Draw, width, targets, splits, leaves, depth) -> int:
    """Appends a subtree whose root is a split; its index."""
    at = len(splits)
    row = dict(mode=d.pick(0, 1, 2, 3, 4, 5, 6), feature=d.integer(0, width - 1), value=float(d.integer(-2, 2)),
               members=[float(d.integer(-3, 3)) for _ in range(d.integer(1, 3))])
    splits.append(row)
    for side in ("true", "false"):
        if depth > 1 and d.chance(0.6):
            row[side] = (grow(d, width, targets, splits, leaves, depth - 1), 0)
        else:
            leaves.append((d.integer(0, targets - 1), d.real()))
            row[side] = (len(leaves) - 1, 1)
    return at


