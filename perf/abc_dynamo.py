#!/usr/bin/env python3
"""Growth rates of the kinematic dynamo in the ABC flow (A = B = C = 1), which the test of
inputs/abc-dynamo.toml is held against: eigenvalues of the induction equation, independently of
Solenoid.

Usage: perf/abc_dynamo.py [--modes 10] REYNOLDS_NUMBER ...

Galerkin's method with the Fourier modes exp(i k . x) of a box of 2 pi, |k_x|, |k_y|, |k_z| up to
--modes; the flow couples neighbouring modes alone, so products are exact. Arnoldi's method finds
the leading eigenvalues of the solution operator over a time T (Runge-Kutta steps of fourth order);
an eigenvalue m of it is a growth rate log(m) / T. Prints, for each magnetic Reynolds number
R_m = 1 / resistivity, growth rate and frequency of the leading modes. Needs numpy.
"""

import argparse

import numpy


class Induction:
    """d_t B = curl(u x B) + laplacian(B) / reynolds, on coefficients [component, k_x, k_y, k_z]."""

    def __init__(self, reynolds, modes):
        self.modes = modes
        k = numpy.arange(-modes, modes + 1)
        self.k = numpy.array(numpy.meshgrid(k, k, k, indexing="ij"))
        self.diffusion = (self.k ** 2).sum(axis=0) / reynolds

    @staticmethod
    def shifted(values, axis, by):
        """The coefficients of exp(i by x_axis) f, by = 1 or -1."""
        result = numpy.zeros_like(values)
        ahead, behind = [slice(None)] * 3, [slice(None)] * 3
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        if by < 0:
            ahead, behind = behind, ahead
        result[tuple(ahead)] = values[tuple(behind)]
        return result

    def times_flow(self, component, values):
        """u_x = sin z + cos y, and cyclically."""
        of_sine, of_cosine = (component + 2) % 3, (component + 1) % 3
        up, down = self.shifted(values, of_sine, 1), self.shifted(values, of_sine, -1)
        result = (up - down) * -0.5j
        result += 0.5 * (self.shifted(values, of_cosine, 1) + self.shifted(values, of_cosine, -1))
        return result

    def rate(self, field):
        emf = [self.times_flow((c + 1) % 3, field[(c + 2) % 3])
               - self.times_flow((c + 2) % 3, field[(c + 1) % 3]) for c in range(3)]
        curl = [1j * (self.k[(c + 1) % 3] * emf[(c + 2) % 3]
                      - self.k[(c + 2) % 3] * emf[(c + 1) % 3]) for c in range(3)]
        return numpy.array(curl) - self.diffusion * field

    def advanced(self, field, time):
        stable = min(0.5 / self.modes, 1.5 / self.diffusion.max())
        steps = int(numpy.ceil(time / stable))
        dt = time / steps
        for _ in range(steps):
            a = self.rate(field)
            b = self.rate(field + dt / 2 * a)
            c = self.rate(field + dt / 2 * b)
            d = self.rate(field + dt * c)
            field = field + dt / 6 * (a + 2 * b + 2 * c + d)
        return field

    def random_field(self, seed):
        """Without divergence and mean, real in space."""
        source = numpy.random.default_rng(seed)
        shape = (3,) + self.diffusion.shape
        field = source.normal(size=shape) + 1j * source.normal(size=shape)
        field += numpy.conj(field[:, ::-1, ::-1, ::-1])
        squares = (self.k ** 2).sum(axis=0)
        field /= (1 + squares) ** 2
        squares[squares == 0] = 1
        field -= self.k * (self.k * field).sum(axis=0) / squares
        field[:, self.modes, self.modes, self.modes] = 0
        return field


def leading_rates(induction, time=3.0, size=36, warm_up=20.0):
    """Growth rate + i frequency of the leading modes, by Arnoldi's method on real vectors."""
    vector = induction.advanced(induction.random_field(1), warm_up)

    def inner(a, b):
        return numpy.real(numpy.vdot(a, b))

    basis = [vector / numpy.sqrt(inner(vector, vector))]
    hessenberg = numpy.zeros((size + 1, size))
    for column in range(size):
        vector = induction.advanced(basis[column], time)
        for _ in range(2):
            for row, base in enumerate(basis):
                part = inner(base, vector)
                hessenberg[row, column] += part
                vector = vector - part * base
        hessenberg[column + 1, column] = numpy.sqrt(inner(vector, vector))
        basis.append(vector / hessenberg[column + 1, column])
    values, vectors = numpy.linalg.eig(hessenberg[:size])
    residuals = abs(hessenberg[size, size - 1] * vectors[-1] / values)
    rates = numpy.log(values.astype(complex)) / time
    order = numpy.argsort(-rates.real)
    return [(rates[i], residuals[i]) for i in order]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reynolds", type=float, nargs="+")
    parser.add_argument("--modes", type=int, default=10)
    arguments = parser.parse_args()
    for reynolds in arguments.reynolds:
        found = leading_rates(Induction(reynolds, arguments.modes))[:6]
        print(f"R_m = {reynolds:g}, modes up to {arguments.modes}")
        for rate, residual in found:
            print(f"  growth rate {rate.real:9.6f}  frequency {rate.imag:9.6f}  "
                  f"residual {residual:.1e}", flush=True)


if __name__ == "__main__":
    main()
