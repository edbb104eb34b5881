"""A robot description, dropped on the floor."""

import percussion

URDF = """
<robot name="stool">
  <link name="seat">
    <inertial><mass value="3"/><inertia ixx="0.05" iyy="0.05" izz="0.08" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.4 0.4 0.04"/></geometry></collision>
  </link>
  <link name="leg">
    <inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.03"/></geometry></collision>
  </link>
  <joint name="knee" type="revolute">
    <parent link="seat"/><child link="leg"/><origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/>
    <limit lower="-0.2" upper="0.2" effort="1" velocity="1"/><dynamics damping="0.1" friction="0.2"/>
  </joint>
</robot>
"""
model = percussion.Model.from_urdf(URDF, height=0.02)
for warning in model.warnings:
    print("warning:", warning)
result = model.run(dt=1e-3, until=1.0)
print(result, f"penetration {result.stats['penetration']:.1e} m")
assert result.stats["penetration"] < 1e-9
