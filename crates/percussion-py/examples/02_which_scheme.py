"""The same problem under several schemes: error against the reference, evaluations, penetration; then the observed orders."""

import percussion

comparison = percussion.compare("rotating-ball", ["alpha", "alpha-pvv", "moreau", "hybrid"])
for row in comparison:
    print(f"{row['scheme']:<12}{row['error_q_l1']:>12.2e}{row['evaluations']:>10.0f}{row['penetration']:>12.1e}")
    assert row["error_q_l1"] < 1e-2

study = percussion.order("linear-oscillator", ["moreau", "alpha"], dt=[0.04, 0.02, 0.013, 0.007], until=1.0)
print(study.orders)
