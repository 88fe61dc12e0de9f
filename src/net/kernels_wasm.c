/* The kernels of a page's module. */
#include "net/kernels.h"
#include <stddef.h>

const struct net_kernel *const net_kernels_all[] = {&net_kernel_wasm, &net_kernel_plain, NULL};
