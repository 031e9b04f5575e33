"""Write `fifty_digits.csv`: Gamma noise's profile, divergences and ρ, by mpmath in 50 digits.

    python -m tests.privacy.profile.fifty_digits

δ is the quadrature of the density of ζ, with the constant in closed form; divergences and ρ are the
closed forms in Bessel functions, for d = 1 those of Laplace noise. Nothing of it is `dpcore`'s.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

import mpmath as mp

FILE = Path(__file__).with_suffix(".csv")

SIZES = (1, 2, 3, 10, 30, 100, 1000, 10_000)
EPSILONS = ("0.0001", "0.1", "1", "10", "50")
SHARES = ("0.1", "0.5", "3")
"""Where δ is taken, as shares of ε/√d; at most 0.95 of ε."""
ORDERS = ("1.01", "2", "64", "256")


def delta(e: mp.mpf, pure: mp.mpf, d: int) -> mp.mpf:
    """Return δ(e), for 0 ≤ e < ε."""
    if d == 1:
        return 1 - mp.exp((e - pure) / 2)
    a, nu = pure / 2, mp.mpf(d) / 2 - 1
    kappa = (d - 1) / a * mp.besselk(nu + 1, a) / mp.besselk(nu, a)
    whole = 2 * mp.sqrt(mp.pi) * mp.gamma(mp.mpf(d + 1) / 2) * (2 / a) ** nu
    whole /= a**2 * mp.besselk(nu, a)

    def integrand(v: mp.mpf) -> mp.mpf:
        # ζ = tanh v.
        zeta, sech = mp.tanh(v), mp.sech(v)
        gain = -mp.expm1(e - pure * zeta)
        return gain * mp.exp(a * zeta) * sech ** (d - 1) * (kappa + sech**2)

    start = mp.atanh(e / pure)
    width = 1 / mp.sqrt(d + a)
    places = [start + k * width for k in (0, 0.5, 1, 2, 4, 8, 16, 32, 64)]
    return mp.quad(integrand, [*places, mp.inf]) / whole


def divergence(alpha: mp.mpf, pure: mp.mpf, d: int) -> mp.mpf:
    """Return D_α in closed form."""
    nu, a = mp.mpf(d) / 2 - 1, pure / 2
    u = (2 * alpha - 1) * a
    bracket = mp.besselk(nu + 1, a) * mp.besseli(nu, u) / a
    bracket += mp.besselk(nu, a) * mp.besseli(nu + 1, u) / u
    return mp.log(a ** (nu + 2) * u**-nu * bracket) / (alpha - 1)


def rho(pure: mp.mpf, d: int) -> mp.mpf:
    """Return the divergence of Kullback and Leibler in closed form."""
    half, a = mp.mpf(d) / 2, pure / 2
    products = mp.besseli(half, a) * mp.besselk(half, a)
    products += mp.besseli(half + 1, a) * mp.besselk(half - 1, a)
    return pure**2 / 2 * products


def rows() -> Iterator[tuple[str, int, str, str, str]]:
    """Yield quantity, d, ε, the place (e, α or none) and the value."""
    mp.mp.dps = 60
    for d in SIZES:
        for text in EPSILONS:
            pure = mp.mpf(text)
            for share in SHARES:
                e = min(mp.mpf(share) / mp.sqrt(d), mp.mpf("0.95")) * pure
                # The double that is asked for, whole: its own digits count.
                e = mp.mpf(float(e))
                yield "delta", d, text, repr(float(e)), mp.nstr(delta(e, pure, d), 25)
            for order in ORDERS:
                alpha = mp.mpf(float(order))
                yield "renyi", d, text, order, mp.nstr(divergence(alpha, pure, d), 25)
            yield "rho", d, text, "", mp.nstr(rho(pure, d), 25)


def main() -> None:
    """Write the file."""
    with FILE.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(("quantity", "d", "epsilon", "place", "value"))
        out.writerows(rows())


if __name__ == "__main__":
    main()
