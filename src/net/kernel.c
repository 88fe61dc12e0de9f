#include "net/kernel.h"
#include "net/kernels.h"
#include <assert.h>
#include <string.h>

int net_kernels(const struct net_kernel *kernels[NET_KERNELS_MAX]) {
    int count = 0;
    for (int i = 0; net_kernels_all[i]; i++)
        if (net_kernels_all[i]->runs()) kernels[count++] = net_kernels_all[i];
    return count;
}

const struct net_kernel *net_kernel_best(void) {
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    net_kernels(kernels);
    return kernels[0];
}

const struct net_kernel *net_kernel_named(const char *name) {
    const struct net_kernel *kernels[NET_KERNELS_MAX];
    int count = net_kernels(kernels);
    for (int i = 0; i < count; i++)
        if (strcmp(kernels[i]->name, name) == 0) return kernels[i];
    return NULL;
}

size_t net_packed_size(const struct net_kernel *kernel, int outputs, int taps, int inputs) {
    assert(outputs % NET_GROUP == 0 && inputs % NET_GROUP == 0);
    return (size_t)outputs * (size_t)taps * (size_t)inputs * (size_t)kernel->width;
}

static void put(int width, int8_t weight, void *out, size_t at) {
    if (width == 1)
        ((int8_t *)out)[at] = weight;
    else
        ((int16_t *)out)[at] = weight;
}

/* By group of outputs, tap, step of inputs, output, input: in the order that a kernel reads. */
void net_pack(const struct net_kernel *kernel, int outputs, int taps, int inputs,
              const int8_t *weights, void *out) {
    int step = kernel->step;
    size_t at = 0;
    assert(outputs % NET_GROUP == 0 && inputs % NET_GROUP == 0);
    for (int group = 0; group < outputs; group += NET_GROUP)
        for (int rest = 0; rest < taps * inputs; rest += step)
            for (int o = group; o < group + NET_GROUP; o++)
                for (int i = rest; i < rest + step; i++)
                    put(kernel->width, weights[o * taps * inputs + i], out, at++);
}

/* Kernels that multiply int16 keep a plane, or a row of a dense layer, in their form. */
size_t net_scratch_size(int inputs) {
    return (size_t)NET_FRAME * (size_t)inputs * sizeof(int16_t);
}
