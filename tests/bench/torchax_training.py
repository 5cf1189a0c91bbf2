"""A network of PyTorch's, trained by torchax: `python torchax_training.py`.

torchax runs torch's ops as JAX's, so that `JAX_PLATFORMS=hloom,cpu` compiles them with hloom. It
prints the platform and the loss of the first and the last step; a model of one's own takes the place
of `Network`.
"""

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torchax
from torchax import interop


class Network(torch.nn.Module):
    """Two convolutions and a dense layer, for images of 16 x 16 in four classes."""

    def __init__(self):
        super().__init__()
        self.first = torch.nn.Conv2d(1, 8, 3, padding=1)
        self.second = torch.nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.last = torch.nn.Linear(16 * 8 * 8, 4)

    def forward(self, x):
        x = torch.relu(self.second(torch.relu(self.first(x))))
        return self.last(x.flatten(1))


def main(steps=30):
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    labels = random.integers(0, 4, 64)
    images = random.normal(size=(64, 1, 16, 16)).astype(np.float32) * 0.1
    images[np.arange(64), 0, labels * 4] += 1
    torchax.enable_globally()
    network = Network().to("jax")
    parameters = interop.jax_view(dict(network.state_dict()))

    def loss(parameters, images, labels):
        given = interop.torch_view((parameters, images, labels))
        logits = torch.func.functional_call(network, given[0], (given[1],))
        return interop.jax_view(torch.nn.functional.cross_entropy(logits, given[2]))

    @jax.jit
    def step(parameters, images, labels):
        value, gradient = jax.value_and_grad(loss)(parameters, images, labels)
        return jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradient), value

    images, labels = jnp.asarray(images), jnp.asarray(labels.astype(np.int32))
    losses = []
    for _ in range(steps):
        parameters, value = step(parameters, images, labels)
        losses.append(float(value))
    print(f"loss {losses[0]:.4f} to {losses[-1]:.4f} on {jax.devices()[0]}")


if __name__ == "__main__":
    main()
