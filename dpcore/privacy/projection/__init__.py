"""What noise does to one answer: its law along a single direction, and what follows exactly.

A classifier answers a record x by the sign of w̃·x. Of noise η in R^d only the component along x
matters. Noise of density ∝ e^{-β‖η‖} is a normal vector of random width, η = √(2W) Z/β with Z
standard normal and W ~ Gamma((d+1)/2, 1), so that its characteristic function is

    E e^{i t·η} = E e^{-W‖t‖²/β²} = (1 + ‖t‖²/β²)^{-(d+1)/2}.

Along x it is ((1 + is‖x‖/β)(1 - is‖x‖/β))^{-(d+1)/2}: that of a difference of two independent
Gamma variables,

    η·x = (‖x‖/β)(G₁ - G₂),    G₁, G₂ ~ Gamma((d+1)/2, 1),

a Laplace variable where d = 1 (Kotz, Kozubowski and Podgórski, *The Laplace Distribution and
Generalizations*, 2001, Section 4.1). With F_d for the distribution function of G₁ - G₂ (`law`),
output perturbation answers +1 with probability

    p(x) = Pr[w̃·x ≥ 0] = F_d(β w*·x/‖x‖),

and with Gaussian noise F_d is Φ. Test error, each group's error and *disagreement*, the chance
2p(1 - p) that two releases answer x differently (Kulynych, Hsu, Troncoso and Calmon, *Arbitrary
Decisions are a Hidden Cost of Differentially Private Training*, FAccT 2023), are averages over the
records of what follows from p: exact, without a draw (`chances`). For objective perturbation the
same holds to first order.

All of it is computed from the data: for simulation, never a part of a release.

Examples
--------
>>> from dpcore.privacy.projection import cdf
>>> cdf([0.5 * 3.0, 0.5 * -3.0], d=10).round(3)  # β = 0.5, and x is 3 from the line
array([0.685, 0.315])
"""

from dpcore.privacy.projection.law import cdf, quantile

__all__ = ["cdf", "quantile"]
