//! Files and folders of the repository that pages link to, as pages.

use crate::convert::{escape, Heading, Page};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The text of a file, or what is in a folder with the text of each file.
pub fn page(file: &Path) -> Result<Page, Box<dyn Error>> {
    let mut page = Page::default();
    add(&mut page, file, 1)?;
    if file.is_dir() {
        let mut files: Vec<_> = fs::read_dir(file)?.flatten().map(|f| f.path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "py" || e == "toml" || e == "rs"));
        files.sort();
        for file in files {
            add(&mut page, &file, 2)?;
        }
    }
    Ok(page)
}

fn add(page: &mut Page, file: &Path, level: usize) -> Result<(), Box<dyn Error>> {
    let id = file.display().to_string().replace(['/', '.'], "-");
    page.body +=
        &format!("<h{level} id=\"{id}\">{}</h{level}>\n", escape(&file.display().to_string()));
    page.headings.push(Heading {
        level,
        id,
        text: file.display().to_string(),
        ..Heading::default()
    });
    if file.is_file() {
        let language = match file.extension().and_then(|e| e.to_str()) {
            Some("rs") => "rust",
            Some("py") => "python",
            Some("toml") => "toml",
            _ => "text",
        };
        let text = escape(&fs::read_to_string(file)?);
        page.body += &format!("<pre><code class=\"language-{language}\">{text}</code></pre>\n");
    }
    Ok(())
}
