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
    "AlphaA",
    "AlphaAdaptive",
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
    "HighOrder",
    "Hybrid",
    "Mdop5",
    "Moreau",
    "MoreauAdaptive",
    "Phem56",
    "Radau5",
    "SchatzmanPaoli",
    "SchatzmanPaoliAdaptive",
    "Splitting",
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
        if isinstance(value, (list, tuple)):
            return ", ".join(Scheme.text(v) for v in value)
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
    Supports: contacts, friction, joints, rolling, quaternions, poisson.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    smooth: constraints in the smooth motion: active, bilateral or none (default active).
    impacts: located inside a step, with reversals of planar sliding (smooth=active), or captured by it as published (default located).
    simultaneous: hits nearer to each other than this part of a step are one impact (located) (default 1e-6).
    """

    name = "alpha"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
        smooth: str | None = None,
        impacts: str | None = None,
        simultaneous: float | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver, smooth=smooth, impacts=impacts, simultaneous=simultaneous)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-pvv"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-free"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-p"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-v"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    correction: of coordinates: end (M Q = W nu there) or start (Q = W nu, as published) (default end).
    """

    name = "alpha-pv"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
        correction: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver, correction=correction)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-pva"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


class AlphaA(Scheme):
    """Generalized-alpha, constraints at acceleration level alone (index 1).

    Source: Capobianco et al. 2021, DOI 10.1002/nme.6801; Bruels, Acary, Cardona 2018.
    Supports: joints, rolling, quaternions.

    Options:

    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "alpha-a"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver)


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
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    baumgarte_alpha: damping of g (baumgarte) (default 20).
    baumgarte_beta: stiffness root of g (baumgarte) (default 20).
    """

    name = "alpha-baumgarte"

    def __init__(
        self,
        *,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
        baumgarte_alpha: float | None = None,
        baumgarte_beta: float | None = None,
    ) -> None:
        super().__init__(rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, tol=tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver, baumgarte_alpha=baumgarte_alpha, baumgarte_beta=baumgarte_beta)


class Moreau(Scheme):
    """Moreau-Jean time stepping, first order, constraints at velocity level.

    Source: Moreau 1988, DOI 10.1007/978-3-7091-2624-0_1; Jean and Moreau 1992.
    Supports: contacts, friction, joints, rolling, quaternions, poisson.

    Options:

    theta: weight of the new velocity, 0 to 1 (default 0.5).
    gamma: prediction of the gap, 0 to 1 (default 0.5).
    gradients: where gradients are taken: theta, end, or mixed (velocities end, forces theta) (default mixed).
    tol: relative tolerance of the velocities (default 1e-12).
    max_newton: most iterations of a step (default 50).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    positions: penetrations after a step: free as published, or projected (bodies are moved apart, for scenes of many contacts) (default free).
    """

    name = "moreau"

    def __init__(
        self,
        *,
        theta: float | None = None,
        gamma: float | None = None,
        gradients: str | None = None,
        tol: float | None = None,
        max_newton: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
        positions: str | None = None,
    ) -> None:
        super().__init__(theta=theta, gamma=gamma, gradients=gradients, tol=tol, max_newton=max_newton, accept=accept, contact_solver=contact_solver, positions=positions)


class SchatzmanPaoli(Scheme):
    """Schatzman-Paoli time stepping, first order, constraint at position level.

    Source: Paoli and Schatzman 2002, DOI 10.1137/S0036142900378728.
    Supports: contacts, joints.

    Options:

    theta: where F is evaluated, 0 (explicit) to 1 (default 0).
    tol: relative tolerance of the coordinates (default 1e-13).
    max_newton: most iterations of a step (default 50).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "schatzman-paoli"

    def __init__(
        self,
        *,
        theta: float | None = None,
        tol: float | None = None,
        max_newton: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(theta=theta, tol=tol, max_newton=max_newton, accept=accept, contact_solver=contact_solver)


class MoreauAdaptive(Scheme):
    """Moreau-Jean time stepping with steps chosen by the error, of order 0, 1 or variable.

    Source: Acary, "Numerical methods for time integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes; Studer, Leine, Glocker, "Step size adjustment and extrapolation for time-stepping schemes in non-smooth dynamics", International Journal for Numerical Methods in Engineering 76, 2008.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive, poisson.

    Options:

    tol: tolerance of the error of a step (default 1e-4).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, also of gaps; tol where not given (default none).
    order: order of the error estimate: 0, 1 or variable (default 1).
    smooth_order: order between impacts (variable), 1 to 4; the scheme's where not given (default none).
    control: what is controlled: coordinates (q) or velocities too (qv) (default q).
    violation: penetration: what a step has added, as printed, or off (default added).
    alpha: safety factor of the next step (default 0.9).
    a_min: smallest change of step (default 0.2).
    a_max: largest change of step (default 5).
    h0: first step (default 1.37e-3).
    h_min: smallest step, accepted whatever its error (default 1e-13).
    h_max: largest step, unlimited where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    extrapolate: go on from smooth steps with the extrapolation of both solutions: yes or no (default no).
    theta: weight of the new velocity, 0 to 1 (default 0.5).
    gamma: prediction of the gap, 0 to 1 (default 0.5).
    gradients: where gradients are taken: theta, end, or mixed (velocities end, forces theta) (default mixed).
    newton_tol: relative tolerance of the velocities (default 1e-12).
    max_newton: most iterations of a step (default 50).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "moreau-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        order: float | str | None = None,
        smooth_order: float | None = None,
        control: str | None = None,
        violation: str | None = None,
        alpha: float | None = None,
        a_min: float | None = None,
        a_max: float | None = None,
        h0: float | None = None,
        h_min: float | None = None,
        h_max: float | None = None,
        stops: float | list[float] | str | None = None,
        extrapolate: bool | None = None,
        theta: float | None = None,
        gamma: float | None = None,
        gradients: str | None = None,
        newton_tol: float | None = None,
        max_newton: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, order=order, smooth_order=smooth_order, control=control, violation=violation, alpha=alpha, a_min=a_min, a_max=a_max, h0=h0, h_min=h_min, h_max=h_max, stops=stops, extrapolate=extrapolate, theta=theta, gamma=gamma, gradients=gradients, newton_tol=newton_tol, max_newton=max_newton, accept=accept, contact_solver=contact_solver)


class AlphaAdaptive(Scheme):
    """Nonsmooth generalized-alpha with steps chosen by the error.

    Source: Acary, "Numerical methods for time integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes; Studer, Leine, Glocker, "Step size adjustment and extrapolation for time-stepping schemes in non-smooth dynamics", International Journal for Numerical Methods in Engineering 76, 2008.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-4).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, also of gaps; tol where not given (default none).
    order: order of the error estimate: 0, 1 or variable (default 1).
    smooth_order: order between impacts (variable), 1 to 4; the scheme's where not given (default none).
    control: what is controlled: coordinates (q) or velocities too (qv) (default qv).
    violation: penetration: what a step has added, as printed, or off (default added).
    alpha: safety factor of the next step (default 0.9).
    a_min: smallest change of step (default 0.2).
    a_max: largest change of step (default 5).
    h0: first step (default 1.37e-3).
    h_min: smallest step, accepted whatever its error (default 1e-13).
    h_max: largest step, unlimited where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (chung-hulbert) (default 0.8).
    family: coefficients: chung-hulbert, hht or newmark (default chung-hulbert).
    alpha_f: 0 to 1/3 (hht) (default 0.05).
    beta: newmark (default 0.25).
    gamma: newmark (default 0.5).
    a0: auxiliary acceleration at the start: plain, shifted, zero (disturbed) (default plain).
    reinit: auxiliary values begin anew wherever contacts change: yes or no (default no).
    backward: steps without history where contacts change and the step does not resolve it; no as published (default auto).
    slip: direction of sliding friction in space over a step: mean, or end as published (default mean).
    newton_tol: position and velocity tolerance; accelerations 1000 times it (default 1e-12).
    residual: scaled to physical units, or absolute with mixed units (default scaled).
    newton: auto, monolithic, decoupled, sequential (decoupled without couplings), fixed-point or prox (as published) (default auto).
    max_newton: most Newton updates before the fallbacks (default 30).
    start: what Newton's iteration starts with: extrapolated, or known (the last values, as published) (default extrapolated).
    inactive: of contacts that are not active: total percussion zero, or its impulse alone (Bruels, Acary, Cardona 2018; by Newton's method) (default total).
    r_position: factor of r in the index sets of position level (default 1).
    r_velocity: factor of r in the index sets of velocity level (default 1).
    r_acceleration: factor of r in the index sets of acceleration level (default 1).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    smooth: constraints in the smooth motion: active, bilateral or none (default active).
    """

    name = "alpha-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        order: float | str | None = None,
        smooth_order: float | None = None,
        control: str | None = None,
        violation: str | None = None,
        alpha: float | None = None,
        a_min: float | None = None,
        a_max: float | None = None,
        h0: float | None = None,
        h_min: float | None = None,
        h_max: float | None = None,
        stops: float | list[float] | str | None = None,
        rho_inf: float | None = None,
        family: str | None = None,
        alpha_f: float | None = None,
        beta: float | None = None,
        gamma: float | None = None,
        a0: str | None = None,
        reinit: bool | None = None,
        backward: str | None = None,
        slip: str | None = None,
        newton_tol: float | None = None,
        residual: str | None = None,
        newton: str | None = None,
        max_newton: float | None = None,
        start: str | None = None,
        inactive: str | None = None,
        r_position: float | None = None,
        r_velocity: float | None = None,
        r_acceleration: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
        smooth: str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, order=order, smooth_order=smooth_order, control=control, violation=violation, alpha=alpha, a_min=a_min, a_max=a_max, h0=h0, h_min=h_min, h_max=h_max, stops=stops, rho_inf=rho_inf, family=family, alpha_f=alpha_f, beta=beta, gamma=gamma, a0=a0, reinit=reinit, backward=backward, slip=slip, newton_tol=newton_tol, residual=residual, newton=newton, max_newton=max_newton, start=start, inactive=inactive, r_position=r_position, r_velocity=r_velocity, r_acceleration=r_acceleration, accept=accept, contact_solver=contact_solver, smooth=smooth)


class SchatzmanPaoliAdaptive(Scheme):
    """Schatzman-Paoli time stepping with steps chosen by the error.

    Source: Acary, "Numerical methods for time integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes; Studer, Leine, Glocker, "Step size adjustment and extrapolation for time-stepping schemes in non-smooth dynamics", International Journal for Numerical Methods in Engineering 76, 2008.
    Supports: contacts, joints, adaptive.

    Options:

    tol: tolerance of the error of a step (default 1e-4).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, also of gaps; tol where not given (default none).
    order: order of the error estimate: 0, 1 or variable (default 1).
    smooth_order: order between impacts (variable), 1 to 4; the scheme's where not given (default none).
    control: what is controlled: coordinates (q) or velocities too (qv) (default q).
    violation: penetration: what a step has added, as printed, or off (default added).
    alpha: safety factor of the next step (default 0.9).
    a_min: smallest change of step (default 0.2).
    a_max: largest change of step (default 5).
    h0: first step (default 1.37e-3).
    h_min: smallest step, accepted whatever its error (default 1e-13).
    h_max: largest step, unlimited where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    theta: where F is evaluated, 0 (explicit) to 1 (default 0).
    newton_tol: relative tolerance of the coordinates (default 1e-13).
    max_newton: most iterations of a step (default 50).
    accept: relative residual up to which contacts are accepted, with a note, above which a step counts as one with contradictions (default 1e-6).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "schatzman-paoli-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        order: float | str | None = None,
        smooth_order: float | None = None,
        control: str | None = None,
        violation: str | None = None,
        alpha: float | None = None,
        a_min: float | None = None,
        a_max: float | None = None,
        h0: float | None = None,
        h_min: float | None = None,
        h_max: float | None = None,
        stops: float | list[float] | str | None = None,
        theta: float | None = None,
        newton_tol: float | None = None,
        max_newton: float | None = None,
        accept: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, order=order, smooth_order=smooth_order, control=control, violation=violation, alpha=alpha, a_min=a_min, a_max=a_max, h0=h0, h_min=h_min, h_max=h_max, stops=stops, theta=theta, newton_tol=newton_tol, max_newton=max_newton, accept=accept, contact_solver=contact_solver)


class HighOrder(Scheme):
    """Runge-Kutta of order 2 to 5 between events, a short Moreau step across each.

    Source: Acary 2012, DOI 10.1016/j.apnum.2012.06.026; Mannshardt 1978.
    Supports: contacts, friction, joints, rolling, quaternions, poisson.

    Options:

    method: midpoint, kutta3, rk4, rkf5; implicit: gauss2, radau3, gauss4, radau5 (default rk4).
    C: width of the enclosure of an event over h^(p+1) (default 1).
    place: place of the event in its enclosure, 0 to 1 (default 0.5).
    max_events: events in one step after which Moreau's scheme takes the rest of it (default 200).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "high-order"

    def __init__(
        self,
        *,
        method: str | None = None,
        C: float | None = None,
        place: float | None = None,
        max_events: float | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(method=method, C=C, place=place, max_events=max_events, contact_solver=contact_solver)


class Splitting(Scheme):
    """The smooth motion over a step, then impacts with frozen coordinates.

    Source: Acary, "Numerical methods for time integration of nonsmooth mechanical systems", lecture notes, INRIA Rhône-Alpes.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive, poisson.

    Options:

    variant: contact forces in the smooth part: force, or none (free) (default force).
    integrator: of the smooth part: rkf45, or a registered integrator (default rkf45).
    adaptive: steps chosen by the error; yes where a tolerance is given (default no).
    tol: tolerance (adaptive) (default 1e-4).
    rtol: relative tolerance, tol where not given (default none).
    atol: absolute tolerance, also of gaps; tol where not given (default none).
    violation: penetration: what a step has added, as printed, or off (default added).
    alpha: safety factor of the next step (default 0.9).
    a_min: smallest change of step (default 0.2).
    a_max: largest change of step (default 5).
    h0: first step (adaptive) (default 1.37e-3).
    h_min: smallest step, accepted whatever its error (default 1e-13).
    h_max: largest step, unlimited where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    """

    name = "splitting"

    def __init__(
        self,
        *,
        variant: str | None = None,
        integrator: str | None = None,
        adaptive: bool | None = None,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        violation: str | None = None,
        alpha: float | None = None,
        a_min: float | None = None,
        a_max: float | None = None,
        h0: float | None = None,
        h_min: float | None = None,
        h_max: float | None = None,
        stops: float | list[float] | str | None = None,
        contact_solver: str | None = None,
    ) -> None:
        super().__init__(variant=variant, integrator=integrator, adaptive=adaptive, tol=tol, rtol=rtol, atol=atol, violation=violation, alpha=alpha, a_min=a_min, a_max=a_max, h0=h0, h_min=h_min, h_max=h_max, stops=stops, contact_solver=contact_solver)


class EventDriven(Scheme):
    """Smooth integration with error control between located events.

    Source: Acary and Brogliato 2008, DOI 10.1007/978-3-540-75392-6, chapter 8.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive, poisson.

    Options:

    integrator: mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv; where neither it nor an option of it is given, radau5 takes over from mdop5 in stiff motion (default mdop5).
    tol: tolerance of the solution and of event times; steps get a share of it (default 1e-8).
    h0: first internal step, chosen where not given (default none).
    h_max: largest internal step, unlimited where not given (default none).
    h_min: smallest internal step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    max_events: most events in one step dt (default 10000).
    gap_threshold: gap up to which a contact is closed at an event (m), at most a hundredth of its size; rounding of the coordinates where not given (default none).
    velocity_threshold: velocity up to which a gap is at rest at an event (m/s), and its impact has no restitution; by tol where not given (default none).
    force_threshold: least force of a closed contact at an event, as the acceleration that it gives the gap (m/s²); rounding where not given (default none).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    rtol: relative tolerance of the integrator, a share of tol where not given (default none).
    atol: absolute tolerance of the integrator, a share of tol where not given (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    violation: project only where g or g' exceed this; where not given mdop5 always does, the others never (default none).
    metric: metric of the projection: M or I (default M).
    index: constraints at acceleration (1), velocity (2), or two levels (ggl) (default 2).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    newton: change at which Newton's iteration ends, in parts of the tolerance (default 1e-3).
    correction: of coordinates: end (M Q = W nu there) or start (Q = W nu, as published) (default end).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "event-driven"

    def __init__(
        self,
        *,
        integrator: str | None = None,
        tol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        max_events: float | None = None,
        gap_threshold: float | None = None,
        velocity_threshold: float | None = None,
        force_threshold: float | None = None,
        contact_solver: str | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        safety: float | None = None,
        control: str | None = None,
        violation: float | None = None,
        metric: str | None = None,
        index: float | str | None = None,
        rho_inf: float | None = None,
        newton: float | None = None,
        correction: str | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(integrator=integrator, tol=tol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, max_events=max_events, gap_threshold=gap_threshold, velocity_threshold=velocity_threshold, force_threshold=force_threshold, contact_solver=contact_solver, rtol=rtol, atol=atol, safety=safety, control=control, violation=violation, metric=metric, index=index, rho_inf=rho_inf, newton=newton, correction=correction, stiff=stiff, max_steps=max_steps)


class Hybrid(Scheme):
    """Event-driven between isolated events, event-capturing through accumulations.

    Source: named as future work by Haddouni, Acary, Garreau, Beley, Brogliato, "Comparison of several formulations and integration methods for the resolution of DAEs formulations in event-driven simulation of nonsmooth frictionless multibody dynamics", 2017, DOI 10.1007/s11044-017-9570-y.
    Supports: contacts, friction, joints, rolling, quaternions, adaptive, poisson.

    Options:

    tol: the one tolerance (default 1e-8).
    integrator: mdop5, dopri5, hem5, phem56, radau5, alpha-p, alpha-v, alpha-pv; where neither it nor an option of it is given, radau5 takes over from mdop5 in stiff motion (default mdop5).
    h0: first internal step, chosen where not given (default none).
    h_max: largest internal step, unlimited where not given (default none).
    h_min: smallest internal step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    max_events: most events in one step dt (default 100000).
    gap_threshold: gap up to which a contact is closed at an event (m), at most a hundredth of its size; rounding of the coordinates where not given (default none).
    velocity_threshold: velocity up to which a gap is at rest at an event (m/s), and its impact has no restitution; by tol where not given (default none).
    force_threshold: least force of a closed contact at an event, as the acceleration that it gives the gap (m/s²); rounding where not given (default none).
    contact_solver: of contact problems: auto, dense, lcp, nsgs, newton, interior-point, path or admm (default auto).
    rtol: relative tolerance of the integrator, a share of tol where not given (default none).
    atol: absolute tolerance of the integrator, a share of tol where not given (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    violation: project only where g or g' exceed this; where not given mdop5 always does, the others never (default none).
    metric: metric of the projection: M or I (default M).
    index: constraints at acceleration (1), velocity (2), or two levels (ggl) (default 2).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    newton: change at which Newton's iteration ends, in parts of the tolerance (default 1e-3).
    correction: of coordinates: end (M Q = W nu there) or start (Q = W nu, as published) (default end).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "hybrid"

    def __init__(
        self,
        *,
        tol: float | None = None,
        integrator: str | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        max_events: float | None = None,
        gap_threshold: float | None = None,
        velocity_threshold: float | None = None,
        force_threshold: float | None = None,
        contact_solver: str | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        safety: float | None = None,
        control: str | None = None,
        violation: float | None = None,
        metric: str | None = None,
        index: float | str | None = None,
        rho_inf: float | None = None,
        newton: float | None = None,
        correction: str | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(tol=tol, integrator=integrator, h0=h0, h_max=h_max, h_min=h_min, stops=stops, max_events=max_events, gap_threshold=gap_threshold, velocity_threshold=velocity_threshold, force_threshold=force_threshold, contact_solver=contact_solver, rtol=rtol, atol=atol, safety=safety, control=control, violation=violation, metric=metric, index=index, rho_inf=rho_inf, newton=newton, correction=correction, stiff=stiff, max_steps=max_steps)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    violation: project only where g or g' exceed this; where not given mdop5 always does, the others never (default none).
    metric: metric of the projection: M or I (default M).
    fixed: steps of exactly dt without error control (default no).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "dopri5"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        control: str | None = None,
        violation: float | None = None,
        metric: str | None = None,
        fixed: bool | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, control=control, violation=violation, metric=metric, fixed=fixed, stiff=stiff, max_steps=max_steps)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    violation: project only where g or g' exceed this; where not given mdop5 always does, the others never (default none).
    metric: metric of the projection: M or I (default M).
    fixed: steps of exactly dt without error control (default no).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "mdop5"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        control: str | None = None,
        violation: float | None = None,
        metric: str | None = None,
        fixed: bool | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, control=control, violation=violation, metric=metric, fixed=fixed, stiff=stiff, max_steps=max_steps)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    violation: project only where g or g' exceed this; where not given mdop5 always does, the others never (default none).
    metric: metric of the projection: M or I (default M).
    fixed: steps of exactly dt without error control (default no).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "hem5"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        control: str | None = None,
        violation: float | None = None,
        metric: str | None = None,
        fixed: bool | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, control=control, violation=violation, metric=metric, fixed=fixed, stiff=stiff, max_steps=max_steps)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    control: what is controlled: coordinates and velocities (qv), or coordinates (q) (default qv).
    fixed: steps of exactly dt without error control (default no).
    stiff: where stability keeps the steps of an explicit method short: stop before a long run, or go-on (default stop).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    """

    name = "phem56"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        control: str | None = None,
        fixed: bool | None = None,
        stiff: str | None = None,
        max_steps: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, control=control, fixed=fixed, stiff=stiff, max_steps=max_steps)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    index: constraints at acceleration (1), velocity (2), or two levels (ggl) (default 2).
    """

    name = "radau5"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        fixed: bool | None = None,
        max_steps: float | None = None,
        index: float | str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, fixed=fixed, max_steps=max_steps, index=index)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    newton: change at which Newton's iteration ends, in parts of the tolerance (default 1e-3).
    """

    name = "alpha-p-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        fixed: bool | None = None,
        max_steps: float | None = None,
        rho_inf: float | None = None,
        newton: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, fixed=fixed, max_steps=max_steps, rho_inf=rho_inf, newton=newton)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    newton: change at which Newton's iteration ends, in parts of the tolerance (default 1e-3).
    """

    name = "alpha-v-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        fixed: bool | None = None,
        max_steps: float | None = None,
        rho_inf: float | None = None,
        newton: float | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, fixed=fixed, max_steps=max_steps, rho_inf=rho_inf, newton=newton)


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
    h_min: smallest step, that of rounding where not given (default none).
    stops: times (s) at which a step ends, with commas between: where functions of the program switch that cannot be read (default none).
    safety: safety factor of the choice of steps, 0.9 where not given (default none).
    fixed: steps of exactly dt without error control (default no).
    max_steps: most further steps before a run stops; where not given 20,000 at the limit of stability (200,000 in motion that is stiff for its tolerance), else 10 million (default none).
    rho_inf: spectral radius at infinite frequency, 0 to 1 (default 0.8).
    newton: change at which Newton's iteration ends, in parts of the tolerance (default 1e-3).
    correction: of coordinates: end (M Q = W nu there) or start (Q = W nu, as published) (default end).
    """

    name = "alpha-pv-adaptive"

    def __init__(
        self,
        *,
        tol: float | None = None,
        rtol: float | None = None,
        atol: float | None = None,
        h0: float | None = None,
        h_max: float | None = None,
        h_min: float | None = None,
        stops: float | list[float] | str | None = None,
        safety: float | None = None,
        fixed: bool | None = None,
        max_steps: float | None = None,
        rho_inf: float | None = None,
        newton: float | None = None,
        correction: str | None = None,
    ) -> None:
        super().__init__(tol=tol, rtol=rtol, atol=atol, h0=h0, h_max=h_max, h_min=h_min, stops=stops, safety=safety, fixed=fixed, max_steps=max_steps, rho_inf=rho_inf, newton=newton, correction=correction)


ALL: dict[str, type[Scheme]] = {
    "alpha": Alpha,
    "alpha-pvv": AlphaPvv,
    "alpha-free": AlphaFree,
    "alpha-p": AlphaP,
    "alpha-v": AlphaV,
    "alpha-pv": AlphaPv,
    "alpha-pva": AlphaPva,
    "alpha-a": AlphaA,
    "alpha-baumgarte": AlphaBaumgarte,
    "moreau": Moreau,
    "schatzman-paoli": SchatzmanPaoli,
    "moreau-adaptive": MoreauAdaptive,
    "alpha-adaptive": AlphaAdaptive,
    "schatzman-paoli-adaptive": SchatzmanPaoliAdaptive,
    "high-order": HighOrder,
    "splitting": Splitting,
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
