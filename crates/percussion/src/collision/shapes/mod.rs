//! Solids as pure geometry, without knowledge of bodies or systems: convex polyhedra and what of two of
//! them is nearest, triangle meshes, mass properties.

mod axis;
mod beside;
mod bore;
mod decompose;
mod extrude;
mod feature;
mod gjk;
mod hull;
mod mass;
mod meet;
mod meeting;
mod mesh;
pub mod outline;
mod patch;
mod quickhull;
mod rims;
mod ring;
mod segments;
mod solid;
mod summit;
mod touching;

pub use decompose::decompose;
pub use extrude::MAX_SIDES;
pub use feature::Feature;
pub use gjk::{nearest, Nearest};
pub use hull::{Edge, Face, Hull, HullError, MAX_POINTS, MAX_VERTICES};
pub use mass::{mass_properties, MassProperties};
pub use meet::{meet, slots, Manifold, Workspace, MAX_SLOTS};
pub use meeting::meetings;
pub use mesh::{mesh_text, read_obj, read_stl, Mesh, MeshFault};
pub use outline::{Gear, Outline, OutlineError};
pub use patch::{Convex, Given, Kind, Meeting};
pub use rims::{steps, Near};

pub use solid::{Patch, Solid, Straight};
pub use touching::{places, search_band, touching, Contact, Contacts, Search, MOST};
