//! A match as one HTML file that opens in any browser, from a disk or a website.

use serde::Serialize;

use super::MatchView;
use super::pages::{PagesMissing, page};

/// The content security policy of a standalone page: it loads nothing from outside of the file.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/// Renders a match as one HTML file with script, style and data inside.
pub fn standalone(view: &MatchView) -> Result<String, PagesMissing> {
    let (script, style) = (text("app.js")?, text("app.css")?);
    let title = escaped(&view.title());
    let data = embedded(view);
    // Otherwise a string in the script could end the script element early.
    let script = script.replace("</script", "<\\/script");
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n<div id=\"app\"></div>\n\
         <script type=\"application/json\" id=\"match-data\">{data}</script>\n\
         <script type=\"module\">{script}</script>\n</body>\n</html>\n"
    ))
}

fn text(name: &str) -> Result<String, PagesMissing> {
    let page = page(name)?.ok_or(PagesMissing)?;
    Ok(String::from_utf8_lossy(&page.bytes).into_owned())
}

/// Data as JSON without `<`, so that an HTML parser finds no tag or comment in it.
fn embedded(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("names and numbers are always JSON");
    json.replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_data_ends_a_script() {
        let data = embedded(&["</script><script>alert(1)</script>", "<!--"]);
        assert!(!data.contains('<'));
        let back: Vec<String> = serde_json::from_str(&data).unwrap();
        assert_eq!(back, ["</script><script>alert(1)</script>", "<!--"]);
        assert_eq!(escaped("<b>\"&"), "&lt;b&gt;&quot;&amp;");
    }
}
