//! Curves over linear or logarithmic axes as an SVG drawing.

use std::fmt::Write;

/// A named curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Points; those that the axes cannot show are left out.
    pub points: Vec<(f64, f64)>,
    /// Whether its points are marked.
    pub marked: bool,
}

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// Name.
    pub name: &'a str,
    /// Whether it is logarithmic.
    pub log: bool,
    /// Its ends; those of the points where there are none.
    pub range: Option<(f64, f64)>,
}

impl<'a> Axis<'a> {
    /// A linear axis.
    pub fn linear(name: &'a str) -> Self {
        Axis { name, log: false, range: None }
    }
    /// A logarithmic axis.
    pub fn log(name: &'a str) -> Self {
        Axis { name, log: true, range: None }
    }
    /// The same between these ends.
    pub fn between(self, from: f64, to: f64) -> Self {
        Axis { range: Some((from, to)), ..self }
    }
    /// Where a value stands on it; none where it cannot.
    fn place(&self, v: f64) -> Option<f64> {
        let x = if self.log { v.log10() } else { v };
        x.is_finite().then_some(x)
    }
    /// Ends and ticks for values that stand between these places.
    fn span(&self, lo: f64, hi: f64) -> ((f64, f64), Vec<(f64, String)>) {
        let given = self.range.and_then(|(a, b)| self.place(a).zip(self.place(b)));
        if self.log {
            let (lo, hi) = match given {
                Some(r) => r,
                None if lo <= hi => (lo.floor(), hi.ceil().max(lo.floor() + 1.0)),
                None => (0.0, 1.0),
            };
            let stride = ((hi - lo) / 10.0).ceil().max(1.0);
            let decades = (0..200).map(|k| lo.ceil() + f64::from(k) * stride);
            let decades: Vec<f64> = decades.take_while(|v| *v <= hi + 1e-9).collect();
            if decades.len() > 2 {
                return ((lo, hi), decades.iter().map(|v| (*v, format!("1e{v}"))).collect());
            }
            let few = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 80.0, 100.0]
                .map(|m| (lo.floor() + f64::log10(m), m));
            let scale = 10f64.powf(lo.floor());
            let ticks = few.into_iter().filter(|(v, _)| (lo - 1e-9..=hi + 1e-9).contains(v));
            return ((lo, hi), ticks.map(|(v, m)| (v, short(m * scale))).collect());
        }
        let (lo, hi) = match given {
            Some(r) => r,
            None if lo <= hi => {
                let least = 1e-9 * lo.abs().max(hi.abs()).max(1e-12);
                let margin =
                    if hi - lo < least { 0.5 * hi.abs().max(1.0) } else { 0.05 * (hi - lo) };
                (lo - margin, hi + margin)
            }
            None => (0.0, 1.0),
        };
        let rough = (hi - lo) / 6.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough);
        let step = step.unwrap_or(rough);
        let first = (lo / step).ceil();
        let ticks =
            (0..20).map(|k| (first + f64::from(k)) * step).take_while(|v| *v <= hi + 1e-9 * step);
        ((lo, hi), ticks.map(|v| (v, short(if v.abs() < 1e-9 * step { 0.0 } else { v }))).collect())
    }
}

/// A number in few letters.
fn short(v: f64) -> String {
    if v == 0.0 || (1e-3..1e5).contains(&v.abs()) {
        let text = format!("{v:.4}");
        return text.trim_end_matches('0').trim_end_matches('.').into();
    }
    format!("{v:.2e}").replace(".00e", "e").replace("0e", "e")
}

const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5b5b5b", "#a0522d"];
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 50.0;

/// A drawing of curves with the names of its axes. An empty one where no point can be drawn.
pub fn figure(title: &str, x: Axis, y: Axis, curves: &[Curve]) -> String {
    panels(&[(title, x, y, curves)])
}

/// Several drawings, one below the other.
pub fn panels(all: &[(&str, Axis, Axis, &[Curve])]) -> String {
    let height = HEIGHT * all.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (k, (title, x, y, curves)) in all.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", HEIGHT * k as f64);
        panel(&mut svg, title, x, y, curves);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

// writing to a string does not fail
fn panel(w: &mut String, title: &str, x_axis: &Axis, y_axis: &Axis, curves: &[Curve]) {
    let placed = |c: &Curve| -> Vec<(f64, f64)> {
        let place = |p: &(f64, f64)| x_axis.place(p.0).zip(y_axis.place(p.1));
        c.points.iter().filter_map(place).collect()
    };
    let lines: Vec<Vec<(f64, f64)>> = curves.iter().map(placed).collect();
    let ends = |pick: fn(&(f64, f64)) -> f64| {
        let all = || lines.iter().flatten().map(pick);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((x0, x1), (y0, y1)) = (ends(|p| p.0), ends(|p| p.1));
    let ((x, x_ticks), (y, y_ticks)) = (x_axis.span(x0, x1), y_axis.span(y0, y1));
    let px = |v: f64| LEFT + (v - x.0) / (x.1 - x.0) * (WIDTH - LEFT - RIGHT);
    let py = |v: f64| HEIGHT - BOTTOM - (v - y.0) / (y.1 - y.0) * (HEIGHT - TOP - BOTTOM);
    let _ = writeln!(w, "<text x=\"{LEFT}\" y=\"18\">{}</text>", escape(title));
    for (v, text) in x_ticks {
        let _ = writeln!(
            w,
            "<path d=\"M{0:.1} {TOP}V{1}\" stroke=\"#ddd\"/><text x=\"{0:.1}\" y=\"{2}\" text-anchor=\"middle\">{text}</text>",
            px(v),
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 16.0
        );
    }
    for (v, text) in y_ticks {
        let _ = writeln!(
            w,
            "<path d=\"M{LEFT} {0:.1}H{1}\" stroke=\"#ddd\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{text}</text>",
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
        escape(x_axis.name)
    );
    let (middle, name) = (0.5 * HEIGHT, escape(y_axis.name));
    let _ = writeln!(
        w,
        "<text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">{name}</text>"
    );
    let inside = |p: &&(f64, f64)| {
        let within = |v: f64, r: (f64, f64)| (r.0 - 1e-9..=r.1 + 1e-9).contains(&v);
        within(p.0, x) && within(p.1, y)
    };
    for (k, (curve, points)) in curves.iter().zip(&lines).enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        let dash = if k < COLOURS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let drawn: Vec<&(f64, f64)> = points.iter().filter(inside).collect();
        let text: Vec<String> =
            drawn.iter().map(|p| format!("{:.1},{:.1}", px(p.0), py(p.1))).collect();
        let _ = writeln!(
            w,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"{dash}/>",
            text.join(" ")
        );
        for p in drawn.iter().filter(|_| curve.marked) {
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
            "<path d=\"M{} {2}h14\" stroke=\"{colour}\" stroke-width=\"3\"{dash}/><text x=\"{1}\" y=\"{line}\">{3}</text>",
            at - 4.0,
            at + 15.0,
            line - 4.0,
            escape(&curve.name)
        );
    }
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
        let curve = Curve { name: "x&y".into(), points, marked: true };
        let svg = figure("a < b", Axis::log("dt"), Axis::log("error"), &[curve]);
        assert!(svg.contains("a &lt; b") && svg.contains("x&amp;y") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<circle").count(), 2);
        let empty = figure("", Axis::linear(""), Axis::log(""), &[]);
        assert!(!empty.contains("inf") && !empty.contains("NaN"));
    }

    #[test]
    fn ticks_are_round_numbers() {
        let ticks = |a: Axis, lo, hi| a.span(lo, hi).1.into_iter().map(|t| t.1).collect::<Vec<_>>();
        assert_eq!(
            ticks(Axis::linear("").between(0.0, 1.0), 0.0, 1.0),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(ticks(Axis::log("").between(1.0, 80.0), 0.0, 1.0).last().unwrap(), "80");
        assert_eq!(ticks(Axis::log(""), -3.0, -1.2), ["1e-3", "1e-2", "1e-1"]);
        assert_eq!(short(0.0), "0");
        assert_eq!((short(-2.5), short(3e-7)), ("-2.5".into(), "3e-7".into()));
    }
}
