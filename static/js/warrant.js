// One module per concern; none holds state that a reload would lose.
import "./shortcuts.js";
import "./theme.js";
import "./sheet.js";
import "./feedback.js";
import "./spans.js";
