"""The figures of the paper that introduced the scheme "alpha": G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine,
"A nonsmooth generalized-alpha method for mechanical systems with frictional contact", 2021, DOI 10.1002/nme.6801."""

import numpy as np

import percussion

# Figure 1: a ball that comes to rest after infinitely many bounces
ball = percussion.problems["rotating-ball"](omega=0, e_N=0.5).run(rho_inf=0.5, dt=2e-3, until=1.6)
print(f"figure 1: {sum(e.kind == 'impact' for e in ball.events)} impacts, height at the end {ball.q['y'][-1]:.4f} m")
assert abs(ball.q["y"][-1] - 0.1) < 1e-6

# Figure 2: friction forces of a ball that slides and then rolls, and of one that rolls at once
slides = percussion.problems["rotating-ball"](omega=50).run(rho_inf=0.5, dt=2e-3, until=1.5).contact["plane"]
rolls = percussion.problems["rotating-ball"](omega=10).run(rho_inf=0.5, dt=2e-3, until=1.5).contact["plane"]
impulse = np.sqrt(2 * 9.81 * 0.9)
print(f"figure 2: La_N {slides.La_N.max():.4f} N s, la_F {np.abs(slides.la_F).max():.4f} N, La_F {np.abs(rolls.La_F).max():.4f} N s")
assert abs(slides.La_N.max() - impulse) < 0.02 and abs(np.abs(slides.la_F).max() - 0.2 * 9.81) < 1e-6
assert abs(np.abs(rolls.La_F).max() - 2 / 7 * 0.1 * 10) < 1e-6

# Figure 4: a ball in a cylinder stays in it with alpha, not with Moreau's scheme
cylinder = percussion.compare("ball-in-cylinder", [percussion.Alpha(rho_inf=0.5), percussion.Moreau()], dt=1e-2)
alpha, moreau = cylinder["penetration"]
print(f"figure 4: penetration {alpha:.1e} m with alpha, {moreau:.1e} m with Moreau's scheme")
assert alpha < 1e-9 < 1e-3 < moreau

# Figure 5: Painlevé's paradox
rod = percussion.problems["painleve-rod"]().run()
print(f"figure 5: angular velocity between {rod.u['phi'].min():.3f} and {rod.u['phi'].max():.3f} rad/s, {len(rod.events)} events")
assert rod.status == "done"

# Figure 7: the tippe-top inverts
top = percussion.problems["tippe-top"]().run(dt=1e-3, until=3.0)
axis = top["top"].rotation[:, 2, 2]
angle = np.degrees(np.arccos(np.clip(axis, -1, 1)))
print(f"figure 7: the axis of the top turns from {angle[0]:.1f} to {angle.max():.1f} degrees")
assert angle.max() > 150
