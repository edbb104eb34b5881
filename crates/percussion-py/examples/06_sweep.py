"""A sweep over restitution and friction, on all cores, as a table."""

import percussion

model = percussion.problems["rotating-ball"]()
sweep = percussion.sweep(model, {"e_N": [0.0, 0.4, 0.8], "mu": [0.1, 0.2, 0.4]}, until=1.0)
table = sweep.to_pandas()
print(table[["e_N", "mu", "u.x", "u.phi", "events", "status"]])
assert (table["status"] == "done").all()
