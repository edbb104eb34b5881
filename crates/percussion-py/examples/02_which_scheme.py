"""The same problem under several schemes: error against the reference, evaluations, penetration."""

import percussion

model = percussion.problems["rotating-ball"]()
print(f"{'scheme':<16}{'L1 of q':>12}{'evaluations':>14}{'penetration':>14}")
for scheme in ("alpha", "alpha-pvv", "moreau", "hybrid"):
    result = model.run(scheme)
    print(f"{scheme:<16}{result.error['q_l1']:>12.2e}{result.stats['evaluations']:>14.0f}{result.stats['penetration']:>14.1e}")
    assert result.error["q_l1"] < 1e-2
