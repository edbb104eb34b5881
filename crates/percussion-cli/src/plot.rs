//! Line plots over time as SVG text.
//!
//! Axes and labels take the colour of the surrounding text (`currentColor`), so that one picture
//! serves light and dark pages. Fonts are named, never measured: no font library is needed.

use plotters::prelude::*;

/// Size of the drawing. Its coordinates are whole numbers: it is shown half as large.
const SIZE: (u32, u32) = (2000, 1000);
/// Height of a line of the head, with title and legend.
const LINE: u32 = 80;
/// Curves are reduced to about this many points.
const POINTS: usize = 1000;
/// Colours that can be told apart on light and on dark ground.
const COLORS: [RGBColor; 8] = [
    RGBColor(0x2f, 0x7d, 0xd1),
    RGBColor(0xe0, 0x6c, 0x1f),
    RGBColor(0x2c, 0x9c, 0x6a),
    RGBColor(0xc0, 0x4f, 0xb4),
    RGBColor(0xb0, 0x8a, 0x10),
    RGBColor(0x7a, 0x6f, 0xe0),
    RGBColor(0x1b, 0x9a, 0xaa),
    RGBColor(0xcf, 0x45, 0x4d),
];
/// Colour of the marks of events.
const MARK: RGBColor = RGBColor(0xd5, 0x5e, 0x00);
/// As many curves as there are colours.
pub const MOST_CURVES: usize = COLORS.len();

/// A curve, with the reference it should follow.
pub struct Curve {
    /// Name in the legend.
    pub label: String,
    /// Points (t, value).
    pub points: Vec<(f64, f64)>,
    /// Points of the reference.
    pub reference: Option<Vec<(f64, f64)>>,
}

/// What a plot says beside its curves.
#[derive(Default)]
pub struct Labels<'a> {
    /// Title.
    pub title: &'a str,
    /// Unit of the curves.
    pub unit: &'a str,
    /// Name of the x axis where it is not time.
    pub x: &'a str,
    /// Times that are marked: events.
    pub marks: &'a [f64],
}

/// Most marks of events.
const MOST_MARKS: usize = 300;

/// Draws up to [`MOST_CURVES`] curves; references are the wide pale lines below them.
pub fn draw(labels: &Labels, curves: &[Curve]) -> Result<String, String> {
    let title = labels.title;
    let (x, y) = (range(curves, |p| p.0, 0.0)?, range(curves, |p| p.1, 0.06)?);
    let mut svg = String::new();
    draw_into(&mut svg, labels, curves, x, y).map_err(|e| e.to_string())?;
    let full = format!("<svg width=\"{}\" height=\"{}\" ", SIZE.0, SIZE.1);
    let half = format!(
        "<svg role=\"img\" aria-label=\"{title}\" width=\"{}\" height=\"{}\" ",
        SIZE.0 / 2,
        SIZE.1 / 2
    );
    Ok(svg.replacen(&full, &half, 1).replace("\"#000000\"", "\"currentColor\""))
}

/// Pictures one below the other; none where there is none.
pub fn stack(svgs: &[String]) -> Option<String> {
    let (first, rest) = svgs.split_first()?;
    if rest.is_empty() {
        return Some(first.clone());
    }
    let (w, h) = (SIZE.0 / 2, SIZE.1 / 2);
    let place = |(k, svg): (usize, &String)| {
        svg.replacen("<svg ", &format!("<svg y=\"{}\" ", k as u32 * h), 1)
    };
    let all: String = svgs.iter().enumerate().map(place).collect();
    let high = svgs.len() as u32 * h;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{high}\" viewBox=\"0 0 {w} {high}\">{all}</svg>"
    ))
}

/// The same picture as a file of its own, with ground and text colours.
pub fn standalone(svg: &str) -> String {
    const STYLE: &str = "<style>svg{color:#1d2129;background:#fff}\
        @media (prefers-color-scheme:dark){svg{color:#e4e7ec;background:#14171c}}</style>";
    match svg.find('>') {
        Some(k) => format!("{}{STYLE}{}", &svg[..=k], &svg[k + 1..]),
        None => svg.into(),
    }
}

type Span = (f64, f64);

fn draw_into(
    svg: &mut String,
    labels: &Labels,
    curves: &[Curve],
    x: Span,
    y: Span,
) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let Labels { title, unit, marks, x: across } = *labels;
    let labels: Vec<&str> = curves.iter().map(|c| c.label.as_str()).collect();
    let lines = legend(&labels, letters(title) + 100);
    let (head, body) = root.split_vertically(LINE * lines.len() as u32 + 20);
    let font = |size: i32| ("sans-serif", size).into_font().color(&BLACK);
    head.draw_text(title, &font(50), (40, 30))?;
    for (row, line) in lines.iter().enumerate() {
        let y = row as i32 * LINE as i32;
        let mut x = SIZE.0 as i32 - 20 - line.iter().map(|&k| entry(labels[k])).sum::<i32>();
        for &k in line {
            let path = vec![(x, y + 56), (x + 56, y + 56)];
            head.draw(&PathElement::new(path, COLORS[k].stroke_width(10)))?;
            head.draw_text(labels[k], &font(44), (x + 72, y + 34))?;
            x += entry(labels[k]);
        }
    }
    let mut chart = ChartBuilder::on(&body)
        .margin(12)
        .margin_right(50)
        .x_label_area_size(110)
        .y_label_area_size(190)
        .build_cartesian_2d(x.0..x.1, y.0..y.1)?;
    let x_text = |v: &f64| label(*v, x.1 - x.0);
    let y_text = |v: &f64| label(*v, y.1 - y.0);
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15).stroke_width(2))
        .axis_style(BLACK.mix(0.5).stroke_width(2))
        .label_style(font(44))
        .axis_desc_style(font(44))
        .x_labels(9)
        .y_labels(6)
        .x_label_formatter(&x_text)
        .y_label_formatter(&y_text)
        .x_desc(if across.is_empty() { "t / s" } else { across })
        .y_desc(unit)
        .draw()?;
    let stride = marks.len().div_ceil(MOST_MARKS).max(1);
    for &t in marks.iter().step_by(stride).filter(|t| (x.0..=x.1).contains(*t)) {
        let tick = vec![(t, y.0), (t, y.0 + 0.03 * (y.1 - y.0))];
        chart.draw_series([PathElement::new(tick, MARK.stroke_width(4))])?;
    }
    let fine = (y.1 - y.0) * 2e-4;
    let reduce = |points: &[(f64, f64)]| simplify(&peaks(points, POINTS), fine);
    for (curve, color) in curves.iter().zip(COLORS) {
        if let Some(points) = &curve.reference {
            chart.draw_series(LineSeries::new(reduce(points), color.mix(0.3).stroke_width(18)))?;
        }
    }
    for (curve, color) in curves.iter().zip(COLORS) {
        chart.draw_series(LineSeries::new(reduce(&curve.points), color.stroke_width(5)))?;
    }
    root.present()?;
    Ok(())
}

/// Width of a text, by the number of its letters: nothing measures the font.
fn letters(text: &str) -> i32 {
    25 * text.chars().count() as i32
}

/// Width of an entry of the legend.
fn entry(label: &str) -> i32 {
    letters(label) + 120
}

/// The entries of each line of the legend; the first line shares its place with the title.
fn legend(labels: &[&str], title: i32) -> Vec<Vec<usize>> {
    let mut lines = vec![Vec::new()];
    let mut room = SIZE.0 as i32 - title;
    for (k, label) in labels.iter().enumerate().take(MOST_CURVES) {
        if entry(label) > room {
            lines.push(Vec::new());
            room = SIZE.0 as i32 - 40;
        }
        room -= entry(label);
        if let Some(line) = lines.last_mut() {
            line.push(k);
        }
    }
    lines
}

fn finite(p: &&(f64, f64)) -> bool {
    p.0.is_finite() && p.1.is_finite()
}

/// The range of the finite points of the curves, with a margin on both sides.
fn range(curves: &[Curve], of: fn(&(f64, f64)) -> f64, margin: f64) -> Result<Span, String> {
    let values = curves.iter().flat_map(|c| c.points.iter().filter(finite)).map(of);
    let (lo, hi) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let span = hi - lo;
    if !span.is_finite() || hi.abs().max(lo.abs()) > 1e150 {
        return Err("there is nothing finite to draw".into());
    }
    // What is constant up to round-off is drawn as a straight line.
    let least = 1e-9 * hi.abs().max(lo.abs()).max(1e-3);
    if span < least {
        let half = 0.5 * hi.abs().max(1.0);
        return Ok((lo - half, hi + half));
    }
    Ok((lo - margin * span, hi + margin * span))
}

/// A short text for a tick; `span` is the length of the axis.
fn label(v: f64, span: f64) -> String {
    let v = if v.abs() < 1e-9 * span { 0.0 } else { v };
    if v != 0.0 && !(1e-3..1e5).contains(&v.abs()) {
        return format!("{v:.1e}");
    }
    let text = format!("{v:.4}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// The smallest and the largest point of each of about `count / 2` intervals: peaks stay.
fn peaks(points: &[(f64, f64)], count: usize) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> = points.iter().filter(finite).copied().collect();
    if points.len() <= count {
        return points;
    }
    let mut kept = vec![points[0]];
    for part in points.chunks(points.len().div_ceil(count / 2)) {
        let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        if let (Some(lo), Some(hi)) = (part.iter().min_by(by_value), part.iter().max_by(by_value)) {
            kept.extend(if lo.0 <= hi.0 { [*lo, *hi] } else { [*hi, *lo] });
        }
    }
    kept.push(points[points.len() - 1]);
    kept
}

/// Leaves out points that lie closer than `fine` to the line through the kept ones.
fn simplify(points: &[(f64, f64)], fine: f64) -> Vec<(f64, f64)> {
    let Some(&first) = points.first() else {
        return Vec::new();
    };
    let mut kept = vec![first];
    let mut a = 0;
    for k in 1..points.len() {
        let last = k + 1 == points.len();
        let on_line = |end: (f64, f64)| {
            let (t0, y0) = points[a];
            let slope = if end.0 > t0 { (end.1 - y0) / (end.0 - t0) } else { f64::INFINITY };
            points[a + 1..=k].iter().all(|p| (y0 + slope * (p.0 - t0) - p.1).abs() <= fine)
        };
        if last || k - a >= 200 || !on_line(points[k + 1]) {
            kept.push(points[k]);
            a = k;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(points: Vec<(f64, f64)>) -> Curve {
        Curve { label: "q.x".into(), reference: Some(points.clone()), points }
    }

    fn labels(title: &str) -> Labels<'_> {
        Labels { title, unit: "m", marks: &[700.0, 1e9], ..Labels::default() }
    }

    #[test]
    fn text_and_curves_are_drawn() {
        let points = (0..5000).map(|k| (k as f64, (k as f64 * 0.01).sin())).collect();
        let svg = draw(&labels("coordinates"), &[curve(points)]).unwrap();
        for part in [
            "<text",
            "t / s",
            "#D55E00",
            "coordinates",
            "q.x",
            "<polyline",
            "currentColor",
            "aria-label",
        ] {
            assert!(svg.contains(part), "{part}");
        }
        assert!(svg.len() < 60_000, "{}", svg.len());
        assert!(standalone(&svg).contains("<style>"));
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        assert!(draw(&labels(""), &[]).is_err());
        assert!(draw(&labels(""), &[curve(vec![(0.0, f64::NAN)])]).is_err());
        assert!(draw(&labels(""), &[curve(vec![(0.0, -1e308), (1.0, 1e308)])]).is_err());
        assert!(draw(&labels(""), &[curve(vec![(0.0, 1.0), (1.0, 1.0)])]).is_ok());
        assert!(draw(&labels(""), &[curve(vec![(0.0, 1.0)])]).is_ok());
    }

    #[test]
    fn peaks_stay_and_straight_lines_shrink() {
        let mut points: Vec<(f64, f64)> = (0..100_000).map(|k| (k as f64, 0.0)).collect();
        points[31_234].1 = 7.0;
        let few = simplify(&peaks(&points, 100), 1e-3);
        assert!(few.contains(&(31_234.0, 7.0)) && few.len() < 10, "{few:?}");
        let jump = [(0.0, 0.0), (1.0, 0.0), (1.0, 5.0), (2.0, 5.0)];
        assert_eq!(simplify(&jump, 1e-3), jump);
    }

    #[test]
    fn long_legends_take_more_lines() {
        assert_eq!(legend(&["q.x", "q.y"], 400), [[0, 1]]);
        let long = ["PF.lower-left-corner.0"; 4];
        assert_eq!(legend(&long, 600), [vec![0, 1], vec![2, 3]]);
    }

    #[test]
    fn ticks_are_short() {
        assert_eq!(label(0.25, 1.0), "0.25");
        assert_eq!(label(1e-17, 1.0), "0");
        assert_eq!(label(-2e-6, 1e-5), "-2.0e-6");
        assert_eq!(label(3.0, 10.0), "3");
    }
}
