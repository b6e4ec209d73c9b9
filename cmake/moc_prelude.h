// Qt's moc reads this file before any header. GCC 12's <concepts>, which <compare> includes, uses
// configuration macros of the compiler without including their header, and moc fails there.
#include <cstddef>
