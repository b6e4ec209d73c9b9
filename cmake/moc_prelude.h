// Read by Qt's moc before any header: GCC 12's <concepts>, which <compare> brings in, uses macros
// of the compiler's configuration without including it, and moc stops there.
#include <cstddef>
