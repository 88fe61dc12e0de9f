/* The kernels by their names; others ask net_kernels. */
#ifndef NET_KERNELS_H
#define NET_KERNELS_H

#include "net/kernel.h"

extern const struct net_kernel net_kernel_plain; /* C, for any machine */
extern const struct net_kernel net_kernel_avx2;
extern const struct net_kernel net_kernel_vnni256; /* AVX-VNNI */
extern const struct net_kernel net_kernel_vnni;    /* AVX-512 with VNNI */
extern const struct net_kernel net_kernel_amx;     /* AMX-INT8 */
extern const struct net_kernel net_kernel_wasm;    /* SIMD128 */

/* The fastest first, NULL last. */
extern const struct net_kernel *const net_kernels_all[];

#endif
