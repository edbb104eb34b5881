"""The schemes as classes with typed options. Made by tools/scheme_classes.py from the program's table.

>>> from percussion import schemes
>>> schemes.Alpha(rho_inf=0.9).options()
{'rho_inf': '0.9'}
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "ALL",
    "Scheme",
    "Alpha",
    "AlphaBaumgarte",
    "AlphaFree",
    "AlphaP",
    "AlphaPAdaptive",
    "AlphaPv",
    "AlphaPvAdaptive",
    "AlphaPva",
    "AlphaPvv",
    "AlphaV",
    "AlphaVAdaptive",
    "Dopri5",
    "EventDriven",
    "Hem5",
    "Hybrid",
    "Mdop5",
    "Moreau",
    "Phem56",
    "Radau5",
    "SchatzmanPaoli",
]


class Scheme:
    """A scheme with its options; options that are None keep their defaults."""

    name: str = ""
    """Name as on the command line."""

    def __init__(self, **options: Any) -> None:
        self._given = {k: v for k, v in options.items() if v is not None}

    @staticmethod
    def text(value: Any) -> str:
        """An option as the program reads it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, (int, str)):
            return str(value)
        return repr(float(value))

    def options(self) -> dict[str, str]:
        """The options that were given."""
        return {k: self.text(v) for k, v in self._given.items()}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._given.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scheme) and self.name == other.name and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.options().items()))))


class Alpha(Scheme):
    """Nonsmooth generalized-alpha with friction; constraints at position, velocity and acceleration level.

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: contacts, friction, joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    smooth: constraints in the smooth motion: active, bilateral or none (default active).
    """

    name = "alpha"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        smooth: float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, smooth=smooth)


class AlphaPvv(Scheme):
    """Nonsmooth generalized-alpha, smooth motion constrained at velocity level.

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: contacts, friction, joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-pvv"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaFree(Scheme):
    """Nonsmooth generalized-alpha, smooth motion without constraints.

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: contacts, friction, joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-free"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaP(Scheme):
    """Generalized-alpha, constraints at position level (index 3).

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-p"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaV(Scheme):
    """Generalized-alpha, constraints at velocity level (index 2).

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-v"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaPv(Scheme):
    """Generalized-alpha, position and velocity level (stabilised index 2).

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-pv"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaPva(Scheme):
    """Generalized-alpha, all three levels (stabilised index 1).

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-pva"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class AlphaBaumgarte(Scheme):
    """Generalized-alpha, acceleration level with Baumgarte stabilisation.

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: fresh accelerations and auxiliary values after an impact (default no).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings) or fixed-point (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-baumgarte"

    def __init__(
        self,
        *,
        rho_inf: float | str | None = None,
        family: float | str | None = None,
        alpha_f: float | str | None = None,
        beta: float | str | None = None,
        gamma: float | str | None = None,
        a0: float | str | None = None,
        reinit: bool | None = None,
        tol: float | str | None = None,
        residual: float | str | None = None,
        newton: float | str | None = None,
        max_newton: int | float | str | None = None,
        baumgarte_alpha: int | float | str | None = None,
        baumgarte_beta: int | float | str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, tol=tol, residual=residual, newton=newton, max_newton=max_newton, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class Moreau(Scheme):
    """Moreau-Jean time stepping, first order, constraints at velocity level.

    Source: Moreau 1988, DOI 10.1007/978-3-7091-2624-0_1; Jean and Moreau 1992.
    Supports: contacts, friction, joints, rolling, quaternions, poisson.

    Options:

    theta: weight of the new velocity, 0.5 to 1 (default 0.5).
    gamma: prediction of the gap, 0 to 1 (default 0.5).
    tol: relative tolerance of the velocities (default 1e-12).
    max_newton: most iterations of a step (default 50).
    """

    name = "moreau"

    def __init__(
        self,
        *,
        theta: float | str | None = None,
        gamma: float | str | None = None,
        tol: float | str | None = None,
        max_newton: int | float | str | None = None,
    ) -> None:
        super().__init__(theta=theta, gamma=gamma, tol=tol, max_newton=max_newton)


class SchatzmanPaoli(Scheme):
    """Schatzman-Paoli time stepping, first order, constraint at position level.

    Source: Paoli and Schatzman 2002, DOI 10.1137/S0036142900378728.
    Supports: contacts, joints.

    Options:

    theta: where F is evaluated, 0 (explicit) to 1 (default 0).
    tol: relative tolerance of the coordinates (default 1e-13).
    max_newton: most iterations of a step (default 50).
    """

    name = "schatzman-paoli"

    def __init__(
        self,
        *,
        theta: int | float | str | None = None,
        tol: float | str | None = None,
        max_newton: int | float | str | None = None,
    ) -> None:
        super().__init__(theta=theta, tol=tol, max_newton=max_newton)


class EventDriven(Scheme):
    """Smooth integration with error control between located events.

    Source: Acary and Brogliato 2008, DOI 10.1007/978-3-540-75392-6, chapter 8.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive, poisson.

    Options:

    integrator: mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv (default mdop5).
    tol: tolerance of the solution and of event times; steps get a share of it (default 1e-8).
    h_max: largest internal step (default 0.1).
    max_events: most events in one step dt (default 10000).
    """

    name = "event-driven"

    def __init__(
        self,
        *,
        integrator: float | str | None = None,
        tol: float | str | None = None,
        h_max: float | str | None = None,
        max_events: int | float | str | None = None,
    ) -> None:
        super().__init__(integrator=integrator, tol=tol, h_max=h_max, max_events=max_events)


class Hybrid(Scheme):
    """Event-driven between isolated events, event-capturing through accumulations.

    Source: named as future work by the document on DAE integrators for event-driven simulation.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive.

    Options:

    tol: the one tolerance (default 1e-8).
    integrator: mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv (default mdop5).
    h_max: largest internal step (default 0.1).
    max_events: most events in one step dt (default 100000).
    """

    name = "hybrid"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        integrator: float | str | None = None,
        h_max: float | str | None = None,
        max_events: int | float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, integrator=integrator, h_max=h_max, max_events=max_events)


class Dopri5(Scheme):
    """Explicit Runge-Kutta of order 5 on the index-1 equations, adaptive.

    Source: Dormand, Prince 1980, DOI 10.1016/0771-050X(80)90013-3; Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    """

    name = "dopri5"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed)


class Mdop5(Scheme):
    """Dopri5 with coordinates and velocities projected on the constraints.

    Source: Dormand, Prince 1980, DOI 10.1016/0771-050X(80)90013-3; Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    """

    name = "mdop5"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed)


class Hem5(Scheme):
    """Half-explicit Runge-Kutta of order 5 on the index-2 equations, adaptive.

    Source: Brasey, Hairer 1993, SIAM J. Numer. Anal. 30, 538-552.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    """

    name = "hem5"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed)


class Phem56(Scheme):
    """Partitioned half-explicit Runge-Kutta of order 5, index 2, adaptive.

    Source: Murua 1997, Computing 59, 43-61.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    """

    name = "phem56"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed)


class Radau5(Scheme):
    """Radau IIA of order 5 for stiff systems, adaptive.

    Source: Hairer, Wanner, Solving Ordinary Differential Equations II, IV.8 and VII.4.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    index: constraints at acceleration (1), velocity (2), or two levels (ggl) (default 2).
    """

    name = "radau5"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
        index: int | float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed, index=index)


class AlphaPAdaptive(Scheme):
    """Generalized-alpha at position level with error control.

    Source: Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    """

    name = "alpha-p-adaptive"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
        rho_inf: float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed, rho_inf=rho_inf)


class AlphaVAdaptive(Scheme):
    """Generalized-alpha at velocity level with error control.

    Source: Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    """

    name = "alpha-v-adaptive"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
        rho_inf: float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed, rho_inf=rho_inf)


class AlphaPvAdaptive(Scheme):
    """Generalized-alpha at position and velocity level with error control.

    Source: Haddouni et al. 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-8).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, tol where not given (default none).
    h0: first step, chosen where not given (default none).
    h_max: largest step, unlimited where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    """

    name = "alpha-pv-adaptive"

    def __init__(
        self,
        *,
        tol: float | str | None = None,
        rtol: float | str | None = None,
        atol: float | str | None = None,
        h0: float | str | None = None,
        h_max: float | str | None = None,
        fixed: bool | None = None,
        rho_inf: float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, fixed=fixed, rho_inf=rho_inf)


ALL: dict[str, type[Scheme]] = {
    "alpha": Alpha,
    "alpha-pvv": AlphaPvv,
    "alpha-free": AlphaFree,
    "alpha-p": AlphaP,
    "alpha-v": AlphaV,
    "alpha-pv": AlphaPv,
    "alpha-pva": AlphaPva,
    "alpha-baumgarte": AlphaBaumgarte,
    "moreau": Moreau,
    "schatzman-paoli": SchatzmanPaoli,
    "event-driven": EventDriven,
    "hybrid": Hybrid,
    "dopri5": Dopri5,
    "mdop5": Mdop5,
    "hem5": Hem5,
    "phem56": Phem56,
    "radau5": Radau5,
    "alpha-p-adaptive": AlphaPAdaptive,
    "alpha-v-adaptive": AlphaVAdaptive,
    "alpha-pv-adaptive": AlphaPvAdaptive,
}
"""All schemes by name."""
