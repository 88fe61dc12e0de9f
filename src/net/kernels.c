/* The kernels of the program. Which of them run is asked of the processor, not of the compiler. */
#include "net/kernels.h"
#include <stddef.h>

const struct net_kernel *const net_kernels_all[] = {
#ifdef __x86_64__
    &net_kernel_amx,     &net_kernel_vnni,
    &net_kernel_vnni256, &net_kernel_avx2,
#endif
    &net_kernel_plain,   NULL,
};
