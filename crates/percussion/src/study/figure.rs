//! Curves over logarithmic axes as an SVG drawing.

use std::fmt::Write;

/// A named curve through points with positive coordinates.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Points; those without a logarithm are left out.
    pub points: Vec<(f64, f64)>,
}

const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;

/// A drawing of curves with the names of its axes. An empty one where no point can be drawn.
pub fn figure(title: &str, x_name: &str, y_name: &str, curves: &[Curve]) -> String {
    let drawn = |p: &&(f64, f64)| p.0 > 0.0 && p.1 > 0.0 && p.0.is_finite() && p.1.is_finite();
    let logs: Vec<Vec<(f64, f64)>> = curves
        .iter()
        .map(|c| c.points.iter().filter(drawn).map(|p| (p.0.log10(), p.1.log10())).collect())
        .collect();
    let range = |pick: fn(&(f64, f64)) -> f64| {
        let all = || logs.iter().flatten().map(pick);
        let (lo, hi) =
            (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if lo <= hi {
            (lo.floor(), hi.ceil().max(lo.floor() + 1.0))
        } else {
            (0.0, 1.0)
        }
    };
    let (x, y) = (range(|p| p.0), range(|p| p.1));
    let px = |v: f64| LEFT + (v - x.0) / (x.1 - x.0) * (WIDTH - LEFT - RIGHT);
    let py = |v: f64| HEIGHT - BOTTOM - (v - y.0) / (y.1 - y.0) * (HEIGHT - TOP - BOTTOM);
    let mut svg = String::new();
    let w = &mut svg;
    // writing to a string does not fail
    let _ = write!(
        w,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\">{}</text>\n",
        escape(title)
    );
    let decades = |(lo, hi): (f64, f64)| {
        let stride = ((hi - lo) / 10.0).ceil().max(1.0);
        (0..).map(move |k| lo + f64::from(k) * stride).take_while(move |v| *v <= hi)
    };
    for v in decades(x) {
        let _ = writeln!(
            w,
            "<path d=\"M{0:.1} {TOP}V{1}\" stroke=\"#ddd\"/><text x=\"{0:.1}\" y=\"{2}\" text-anchor=\"middle\">1e{v}</text>",
            px(v),
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 16.0
        );
    }
    for v in decades(y) {
        let _ = writeln!(
            w,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">1e{v}</text>",
            py(v),
            WIDTH - RIGHT,
            LEFT - 6.0,
            py(v) + 4.0
        );
    }
    let _ = writeln!(
        w,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        0.5 * (LEFT + WIDTH - RIGHT),
        HEIGHT - 12.0,
        escape(x_name)
    );
    let (middle, name) = (0.5 * HEIGHT, escape(y_name));
    let _ = writeln!(
        w,
        "<text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">{name}</text>"
    );
    for (k, (curve, points)) in curves.iter().zip(&logs).enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        let text: Vec<String> =
            points.iter().map(|p| format!("{:.1},{:.1}", px(p.0), py(p.1))).collect();
        let _ = writeln!(
            w,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
            text.join(" ")
        );
        for p in points {
            let _ = writeln!(
                w,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\" fill=\"{colour}\"/>",
                px(p.0),
                py(p.1)
            );
        }
        let (at, line) = (WIDTH - RIGHT + 12.0, TOP + 14.0 + 16.0 * k as f64);
        let _ = writeln!(
            w,
            "<circle cx=\"{at}\" cy=\"{}\" r=\"3.5\" fill=\"{colour}\"/><text x=\"{}\" y=\"{line}\">{}</text>",
            line - 4.0,
            at + 9.0,
            escape(&curve.name)
        );
    }
    svg + "</svg>\n"
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_without_logarithm_are_left_out() {
        let points = vec![(1e-2, 1e-3), (0.0, 1.0), (1e-3, f64::NAN), (1e-4, 1e-5)];
        let svg = figure("a < b", "dt", "error", &[Curve { name: "x&y".into(), points }]);
        assert!(svg.contains("a &lt; b") && svg.contains("x&amp;y") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(!figure("", "", "", &[]).contains("inf"));
    }
}
