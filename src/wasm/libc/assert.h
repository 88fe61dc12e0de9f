/* In place of the C library's: an assert that fails ends the module, with a trap that the page sees
 * as an error. Messages would need files to be written to, and bytes. */
#undef assert
#define assert(truth) ((truth) ? (void)0 : __builtin_trap())
#ifndef static_assert
#define static_assert _Static_assert
#endif
