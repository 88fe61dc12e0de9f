"""Weights as whole numbers, such that the sums they make stay close: what one weight loses by rounding, later ones make good.

Inputs of a layer go up and down together, so an error of one weight can be undone by others: by least squares over what occurs. `products`
are sums over samples of each input times each other one.
"""

from __future__ import annotations

from typing import cast

import numpy as np
import torch
from torch import Tensor

from .files import Array

_DAMPING = 0.01  # of the mean square of an input, added to all: what hardly occurs is not relied on


def rounded(weight: Tensor, rows: Array, products: Tensor, most: int) -> Array:
    """Whole numbers for weights [out, in], in the step of each row, for inputs with these products."""
    left = (weight.double() / torch.from_numpy(rows)[:, None]).clone()
    order = torch.argsort(products.diagonal(), descending=True)
    sums = products[order][:, order].clone()
    sums.diagonal().add_(_DAMPING * float(sums.diagonal().mean()) + 1e-9)
    inverse = torch.linalg.cholesky(torch.linalg.inv(sums), upper=True)
    left = left[:, order]
    for i in range(left.shape[1]):
        whole = left[:, i].round().clamp(-most, most)
        lost = (left[:, i] - whole) / inverse[i, i]
        left[:, i] = whole
        left[:, i + 1 :] -= lost[:, None] * inverse[i, i + 1 :]
    made = torch.empty_like(left)
    made[:, order] = left
    return cast(Array, np.rint(made.numpy()))
