
BprobabilitiesJ(@Cd;ØC[:Ö`ù<Z<…R&?1ÿ=jû*={/!>;ºÀ)<