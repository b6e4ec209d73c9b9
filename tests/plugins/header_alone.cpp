#include "packaging/dev/opscope_operator.h"
