// The client starts here: settings, pictures, and the page for the address.
import { html, render } from "./core/ui.js";
import { catchLinks, usePath } from "./core/router.js";
import { applySettings } from "./core/settings.js";
import { installSymbols } from "./art/symbols.js";
import { allowSounds } from "./feel/sounds.js";
import { Finished, Home } from "./pages/home.js";
import { Learn } from "./pages/learn.js";
import { ReplayPage } from "./pages/replay.js";
import { Rules } from "./pages/rules.js";
import { TablePage } from "./pages/table-page.js";

function App() {
  const [, page, id] = usePath().split("/").map(decodeURIComponent);
  if (page === "t" && id) return html`<${TablePage} key=${id} id=${id} />`;
  if (page === "replay" && id) return html`<${ReplayPage} key=${id} id=${id} />`;
  if (page === "learn" && id) return html`<${Rules} key=${id} id=${id} />`;
  if (page === "learn") return html`<${Learn} />`;
  if (page === "finished") return html`<${Finished} />`;
  return html`<${Home} />`;
}

applySettings();
installSymbols();
allowSounds();
catchLinks();
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
app.textContent = "";
render(html`<${App} />`, app);
