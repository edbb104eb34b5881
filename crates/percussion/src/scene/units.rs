/// The SI unit of a column of the record by its name; empty where it is not known.
///
/// ```
/// use percussion::scene::unit;
/// assert_eq!((unit("q.x"), unit("u.theta1"), unit("PN.tip")), ("m", "rad/s", "N s"));
/// ```
pub fn unit(column: &str) -> &'static str {
    let Some((what, name)) = column.split_once('.') else {
        return if column == "t" { "s" } else { "" };
    };
    let name = name.rsplit('.').next().unwrap_or(name);
    match what {
        "q" => coordinate(name, ["m", "rad", ""]),
        "u" => coordinate(name, ["m/s", "rad/s", ""]),
        "gN" => "m",
        "PN" | "PF" | "LaN" | "LaF" => "N s",
        "laN" | "laF" => "N",
        "energy" => "J",
        _ => "",
    }
}

/// By the letters of a coordinate: lengths, angles, numbers.
fn coordinate(name: &str, [length, angle, number]: [&'static str; 3]) -> &'static str {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    match letters {
        "x" | "y" | "z" | "s" | "w" | "d" | "r" | "X" | "Y" => length,
        "p" => number,
        "phi" | "theta" | "th" | "alpha" | "beta" | "gamma" | "psi" | "phiM" | "phiS" | "wx"
        | "wy" | "wz" => angle,
        _ => number,
    }
}
