// A picture of the final map with the result under it, to share or to keep.
import { address } from "../core/address.js";
import { askText } from "../core/api.js";
import { theme } from "../core/settings.js";

/** @typedef {import("../table/view.js").View} View */

const WIDTH = 1600; // pixels
const LETTERS = "/static/fonts/barlow-semi-condensed-600-normal.woff2";

/**
 * Share the picture where the system can, else save it as a file.
 * @param {View} view
 */
export async function shareFinalMap(view) {
  const picture = await finalPicture(view);
  const file = new File([picture], `branchline-${view.board.id}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: `Branchline · ${view.board.title}` }).catch(() => {}); // not wanted
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/**
 * @param {View} view
 * @returns {Promise<Blob>}
 */
async function finalPicture(view) {
  const [svg, letters] = await Promise.all([
    askText(`/api/tables/${view.table.id}/picture.svg?theme=${theme()}`),
    fetch(address(LETTERS))
      .then((answer) => answer.blob())
      .then(asAddress),
  ]);
  const [wide, high] = view.board.size;
  const height = Math.round((WIDTH * high) / wide);
  const font = `<style>@font-face{font-family:"Barlow Semi Condensed";font-weight:600;src:url(${letters})}</style>`;
  const sized = svg.replace("<svg", `<svg width="${WIDTH}" height="${height}"`).replace("<defs>", `${font}<defs>`);
  const map = new Image();
  map.src = await asAddress(new Blob([sized], { type: "image/svg+xml" }));
  await map.decode();
  return painted(view, map, height);
}

/**
 * @param {View} view
 * @param {HTMLImageElement} map
 * @param {number} height
 * @returns {Promise<Blob>}
 */
function painted(view, map, height) {
  const result = /** @type {import("../core/types.js").Result} */ (view.game.result);
  const style = getComputedStyle(document.documentElement);
  const color = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = height + 96;
  const paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  paper.fillStyle = color("--panel");
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(map, 0, 0, WIDTH, height);
  paper.fillStyle = color("--ink");
  paper.font = '700 34px "Zilla Slab", Georgia, serif';
  paper.fillText(`${view.board.title} · Branchline`, 28, height + 42);
  paper.font = '600 28px "Barlow Semi Condensed", sans-serif';
  const sheets = [...result.seats].sort((a, b) => a.place - b.place || a.seat - b.seat);
  let x = 28;
  for (const sheet of sheets) {
    paper.fillStyle = color(`--seat-${sheet.seat % 5}`);
    paper.fillRect(x, height + 60, 30, 22);
    paper.fillStyle = color("--ink");
    const words = `${view.game.names[sheet.seat]} ${sheet.total}`;
    paper.fillText(words, x + 38, height + 81);
    x += 38 + paper.measureText(words).width + 36;
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("The picture could not be made.")))),
  );
}

/**
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function asAddress(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
