//! `<replicate>`: copies of what stands in it, each moved by the offset and turned from the one before.

use super::classes::Compiler;
use super::{Element, Pose, HERE};

/// Most elements that copies make.
const MAX_ELEMENTS: usize = 200_000;

/// Puts frames with the copies in the place of each `<replicate>`.
pub(super) fn unfold(e: &mut Element, compiler: &Compiler, made: &mut usize) -> Result<(), String> {
    let mut k = 0;
    while k < e.children.len() {
        unfold(&mut e.children[k], compiler, made)?;
        if e.children[k].name != "replicate" {
            k += 1;
            continue;
        }
        let at = e.children.remove(k);
        let count = at.number("count", 0.0)?;
        let mut size = 0;
        at.walk(&mut |_| size += 1);
        if count.fract() != 0.0 || count < 1.0 {
            return Err(at.wrong(format!("count = {count} is not a whole number above zero")));
        }
        *made = made.saturating_add((count as usize).saturating_mul(size));
        if *made > MAX_ELEMENTS {
            return Err(at.wrong(format!("more than {MAX_ELEMENTS} elements by copies")));
        }
        let mut step = at.clone();
        step.attributes.retain(|(key, _)| key != "pos");
        let offset = at.get("offset").unwrap_or("0 0 0").to_string();
        step.attributes.push(("pos".into(), offset));
        let step = compiler.pose(&step)?;
        let digits = (count as usize - 1).to_string().len();
        let sep = at.get("sep").unwrap_or("");
        let mut here = HERE;
        for copy in 0..count as usize {
            let mut frame = Element { name: "frame".into(), ..at.clone() };
            frame.attributes = placed(&here);
            frame.attributes.extend(at.get("childclass").map(|c| ("childclass".into(), c.into())));
            frame.children.iter_mut().for_each(|c| rename(c, &format!("{sep}{copy:0digits$}")));
            e.children.insert(k, frame);
            here = here.then(&step);
            k += 1;
        }
    }
    Ok(())
}

/// The attributes of a frame at a pose.
fn placed(p: &Pose) -> Vec<(String, String)> {
    let text = |v: &[f64]| v.iter().map(|x| format!("{x:e}")).collect::<Vec<_>>().join(" ");
    let axes: Vec<f64> = p.R.columns(0, 2).iter().copied().collect();
    vec![("pos".into(), text(p.r.as_slice())), ("xyaxes".into(), text(&axes))]
}

/// Names of a copy end with its number.
fn rename(e: &mut Element, suffix: &str) {
    for (_, name) in e.attributes.iter_mut().filter(|(key, _)| key == "name") {
        name.push_str(suffix);
    }
    e.children.iter_mut().for_each(|c| rename(c, suffix));
}
