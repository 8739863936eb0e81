"use strict";
// Draws the trust graphs in #data. Words of players and models go in by textContent alone.
const { words, graphs } = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const say = (key, names = {}) => words[key].replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole);
const signed = (value) => (Math.abs(value) < 0.005 ? "0" : (value > 0 ? "+" : "−") + Math.abs(value).toFixed(2));
const sign = (value) => (value > 0 ? "friendly" : value < 0 ? "hostile" : "silent");
const fill = (value) =>
  `color-mix(in oklab, var(--${value < 0 ? "distrust" : "trust"}) ${Math.round(Math.min(1, Math.abs(value)) * 100)}%, var(--mid))`;
const isStrong = (value) => Math.abs(value) > 0.55;

function make(tag, attributes = {}, ...inside) {
  const isDrawn = ["svg", "g", "circle", "path", "text", "line", "title"].includes(tag);
  const element = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside.filter((each) => each !== undefined && each !== ""));
  return element;
}

// What is shown: which graph, which step, what was chosen (a player or a pair), and whether roles are.
const shown = { graph: 0, step: 0, chosen: null, roles: false };
let ticking = 0;

const graph = () => graphs[shown.graph];
const name = (player) => graph().players[player];
// In whose name the graph is told: where an onlooker keeps it, that of the case.
const teller = () => (graph().shown.includes(graph().owner) ? name(graph().owner) : graph().case);

// The state at a step is the last word on each player and each pair up to it.
function stateAt(step) {
  const points = new Map(), arrows = new Map(), claims = new Map();
  graph().frames.slice(0, step + 1).forEach((frame, at) => {
    for (const point of frame.points) points.set(point.player, { ...point, at });
    for (const arrow of frame.arrows) arrows.set(`${arrow.by} ${arrow.about}`, { ...arrow, at });
    for (const claim of frame.claims ?? []) claims.set(claim.player, claim);
  });
  return { points, arrows, claims };
}

// --- the graph -----------------------------------------------------------------------------------------
const WIDE = 680, HIGH = 660;
const isNarrow = matchMedia("(max-width: 52rem)");
const isCrowded = () => graph().shown.length > 12;
const isDense = () => graph().shown.length > 24;  // names stand along the rays, where each has its own line
function places() {
  const seats = graph().shown, count = seats.length;
  const size = Math.max(isDense() ? 8 : 13, Math.min(isNarrow.matches ? 42 : 35, 330 / Math.max(4, count)));
  const across = WIDE / 2 - size - (isCrowded() ? 125 : 30), down = HIGH / 2 - size - (isDense() ? 125 : 48);
  const told = new Map();
  seats.forEach((seat, n) => {
    const turn = (2 * Math.PI * n) / count - Math.PI / 2;
    told.set(seat, { x: WIDE / 2 + across * Math.cos(turn), y: HIGH / 2 + down * Math.sin(turn), size });
  });
  return told;
}

// A curve from one rim to the other, bent to the left of its way, so that the way back lies beside it.
function curve(from, to, width) {
  if (from === to) {
    const out = Math.atan2(from.y - HIGH / 2, from.x - WIDE / 2), far = from.size * 2.6;
    const end = (turn, reach) => [from.x + reach * Math.cos(out + turn), from.y + reach * Math.sin(out + turn)];
    const [a, b, c, d] = [end(-0.5, from.size), end(-0.75, far), end(0.75, far), end(0.5, from.size + 9)];
    return { line: `M${a}C${b} ${c} ${d}`, tip: tip(c, d, width) };
  }
  const dx = to.x - from.x, dy = to.y - from.y, long = Math.hypot(dx, dy), bend = 0.13 * long;
  const middle = [(from.x + to.x) / 2 + (bend * dy) / long, (from.y + to.y) / 2 - (bend * dx) / long];
  const rim = (node, gap) => {
    const ux = middle[0] - node.x, uy = middle[1] - node.y, away = Math.hypot(ux, uy);
    return [node.x + (ux / away) * (node.size + gap), node.y + (uy / away) * (node.size + gap)];
  };
  const head = 8 + width * 1.4, start = rim(from, 2), end = rim(to, head), point = rim(to, 3);
  return { line: `M${start}Q${middle} ${end}`, tip: tip(end, point, width) };
}

function tip(from, to, width) {
  const dx = to[0] - from[0], dy = to[1] - from[1], long = Math.hypot(dx, dy) || 1, half = 3.5 + width * 0.95;
  const left = [from[0] - (half * dy) / long, from[1] + (half * dx) / long];
  const right = [from[0] + (half * dy) / long, from[1] - (half * dx) / long];
  return `M${left}L${to}L${right}Z`;
}

function drawGraph() {
  const now = stateAt(shown.step), at = places(), svg = $("graph"), focused = document.activeElement?.dataset?.player;
  svg.setAttribute("aria-label", say("graph_label", { owner: teller() }));
  const pairs = chosenPairs(now), players = pairs && new Set([...pairs].flatMap((pair) => pair.split(" ").map(Number)).concat(shown.chosen.player ?? []));
  svg.replaceChildren(
    ...[...now.arrows.values()].sort((a, b) => Math.abs(a.value) - Math.abs(b.value))
      .map((arrow) => drawEdge(arrow, at, pairs && !pairs.has(`${arrow.by} ${arrow.about}`))),
    ...graph().shown.map((player) => drawNode(player, now.points.get(player), at.get(player), players && !players.has(player), now.claims.get(player))),
  );
  if (focused !== undefined) svg.querySelector(`[data-player="${focused}"]`)?.focus({ preventScroll: true });
}

// What belongs to the choice: a pair, or a player with the arrows at it and the chains that reached it.
function chosenPairs(now) {
  const { chosen } = shown;
  if (!chosen) return null;
  if (chosen.by !== undefined) return new Set([`${chosen.by} ${chosen.about}`]);
  const used = (now.points.get(chosen.player)?.reason.ways ?? []).filter((each) => each.is_used).flatMap((each) => each.links);
  const near = [...now.arrows.values()].filter((each) => [each.by, each.about].includes(chosen.player));
  return new Set((used.length ? used : near).map((each) => `${each.by} ${each.about}`));
}

function drawEdge(arrow, at, isDim) {
  const [from, to] = [at.get(arrow.by), at.get(arrow.about)];
  if (!from || !to) return "";
  const width = arrow.value ? 1.2 + 4.3 * Math.abs(arrow.value) : 1, { line, tip: head } = curve(from, to, width), kind = sign(arrow.value);
  const isChosen = shown.chosen?.by === arrow.by && shown.chosen?.about === arrow.about;
  const classes = ["edge", `${kind}-ink`, isDim && "dim", isChosen && "chosen", arrow.at === shown.step && shown.step && "moved"];
  return make("g", { class: classes.filter(Boolean).join(" "), onclick: () => choose({ by: arrow.by, about: arrow.about }) },
    make("title", {}, say("edge_label", { by: name(arrow.by), about: name(arrow.about), value: signed(arrow.value) })),
    make("path", { class: "hit", d: line }),
    make("path", { class: "glow", d: line, "stroke-width": width + 9, "stroke-linecap": "round" }),
    make("path", { class: `wire ${kind}`, d: line, "stroke-width": width }),
    make("path", { class: `tip ${kind}`, d: head }));
}

function drawNode(player, point, at, isDim, claim) {
  const isOwner = player === graph().owner, trust = point?.trust ?? 0;
  const label = isOwner ? name(player) : say("node_label", { name: name(player), trust: signed(trust), stance: say(`stance_${point.stance}`) });
  const classes = ["node", isOwner && "owner", !isOwner && isStrong(trust) && "strong", isDim && "dim",
    shown.chosen?.player === player && "chosen", point?.at === shown.step && shown.step && "moved"];
  // Names stand on the side where no arrow comes from: above or below, or where many sit, further out.
  const out = Math.atan2(at.y - HIGH / 2, at.x - WIDE / 2), far = at.size + 10;
  const isAtPole = Math.abs(Math.cos(out)) < 0.35, lift = isAtPole ? Math.sign(Math.sin(out)) * (4 + 15 * (player % 2)) : 0;
  const isLeft = Math.cos(out) < 0, ray = (180 / Math.PI) * out + (isLeft ? 180 : 0);
  const outside = (row) => isDense()
    ? { x: isLeft ? -far : far, y: 4 + 15 * row, class: "crowded", transform: `rotate(${ray})`, style: `text-anchor:${isLeft ? "end" : "start"}` }
    : isCrowded()
    ? { x: far * Math.cos(out), y: far * Math.sin(out) + lift + 5 + 17 * row, class: "crowded", style: `text-anchor:${isAtPole ? "middle" : Math.cos(out) < 0 ? "end" : "start"}` }
    : { y: at.y < HIGH / 2 - 20 ? -at.size - 11 - 19 * row : at.size + 23 + 19 * row };
  const text = (kind, row, words) => { const place = outside(row); return make("text", { ...place, class: [kind, place.class].filter(Boolean).join(" ") }, words); };
  const short = name(player).length > 14 ? name(player).slice(0, 13) + "…" : name(player);
  const node = make("g", { class: classes.filter(Boolean).join(" "), tabindex: 0, role: "button", "aria-label": claim ? `${label} ${claim.text}` : label, "data-player": player,
    transform: `translate(${at.x} ${at.y})`, onclick: () => choose({ player }) },
    make("title", {}, name(player)),
    make("circle", { class: "halo", r: at.size + 8 }),
    make("circle", { class: "face", r: at.size, style: isOwner ? undefined : `fill:${fill(trust)}` }),
    make("circle", { class: "ring", r: at.size + 3 }),
    at.size > 18 ? make("text", { class: "value" }, isOwner ? words.self : signed(trust)) : "",
    text("label", 0, short));
  if (claim) node.append(text(claim.is_contested ? "claim contested" : "claim", 1, claim.text));
  if (shown.roles && graph().truth[player]) node.append(text("role", claim ? 2 : 1, graph().truth[player]));
  return node;
}

// --- the answers ---------------------------------------------------------------------------------------
function drawAnswer() {
  const now = stateAt(shown.step), { chosen } = shown, box = $("answer");
  if (!chosen) box.replaceChildren(...ranking(now));
  else if (chosen.by === undefined) box.replaceChildren(...whyNode(chosen.player, now));
  else box.replaceChildren(...whatWasSaid(chosen, now));
}

const heading = (text) => make("div", { class: "top" }, make("h2", {}, text),
  make("button", { type: "button", class: "close", "aria-label": words.close, onclick: () => choose(null) }, "×"));

function ranking(now) {
  const others = graph().shown.filter((player) => player !== graph().owner);
  const order = others.sort((a, b) => now.points.get(b).trust - now.points.get(a).trust);
  return [make("h2", {}, say("ranking", { owner: teller() })), make("p", { class: "hint" }, words.ranking_hint),
    make("ul", { class: "ranking" }, ...order.map((player) => {
      const { trust } = now.points.get(player), half = Math.abs(trust) * 50;
      return make("li", {}, make("button", { type: "button", onclick: () => choose({ player }, true) },
        make("span", {}, name(player), now.claims.has(player) ? make("small", {}, now.claims.get(player).text) : "",
          shown.roles && graph().truth[player] ? make("small", {}, graph().truth[player]) : ""),
        make("span", { class: "bar" }, make("i", { style: `left:${trust < 0 ? 50 - half : 50}%;width:${half}%;background:${fill(Math.sign(trust) * Math.max(0.35, Math.abs(trust)))}` })),
        make("span", { class: "value" }, signed(trust))));
    }))];
}

const lines = (list) => (list?.length ? make("ul", { class: "sums" }, ...list.map((line) => make("li", {},
  make("span", { class: "equation" }, line.equation ? say("equation", { number: line.equation }) : ""),
  make("span", { class: "text" }, line.text, line.note ? make("span", { class: "note" }, line.note) : "")))) : "");

// Items of one event stand together under its words, the latest event first.
function said(numbers) {
  const events = new Map();
  for (const number of numbers) {
    const item = graph().items[number];
    events.set(item.event, [...(events.get(item.event) ?? []), item]);
  }
  return make("ul", { class: "said" }, ...[...events.values()].reverse().map((items) => {
    const [{ told, round, credibility, reason }] = items, frame = graph().frames.find((each) => each.round === round);
    return make("li", { class: sign(credibility) },
      make("span", { class: "head" }, frame?.round_name ?? ""), make("q", {}, told || reason),
      ...items.map((item) => make("span", { class: "read" },
        [say(`item_type_${item.type}`, { name: name(item.about) }), item.score, item.line].join(" · "),
        told && item.reason && item.reason !== told ? ` · ${say("item_reason", { reason: item.reason })}` : "",
        item.note ? ` · ${item.note}` : "")));
  }));
}

function way(found, number) {
  const names = found.players.map(name).join(" → ");
  return make("details", { class: found.is_used ? "way" : "way unused", open: number === 0 && Boolean(found.is_used) },
    make("summary", {}, say("chain_n", { number: number + 1, way: names }), found.is_used ? "" : make("small", {}, ` (${words.unused})`)),
    lines(found.lines),
    ...found.links.flatMap((link) => [make("h3", {}, say("said", { by: name(link.by), about: name(link.about) })), said(link.items), lines(link.lines)]));
}

function verdict(value, text) {
  return make("p", { class: "verdict" }, make("b", { class: isStrong(value) ? "strong" : "", style: `background:${fill(value)}` }, signed(value)), text);
}

function whyNode(player, now) {
  const point = now.points.get(player), title = { owner: teller(), name: name(player) };
  const own = [...now.arrows.values()];
  const links = (found, other) => found.length ? make("ul", { class: "links" }, ...found.map((arrow) => make("li", { class: sign(arrow.value) },
    make("button", { type: "button", title: say("edge_label", { by: name(arrow.by), about: name(arrow.about), value: signed(arrow.value) }), onclick: () => choose({ by: arrow.by, about: arrow.about }, true) },
      `${name(arrow[other])} ${signed(arrow.value)}`)))) : make("p", { class: "hint" }, words.said_nothing);
  const talk = [make("h3", {}, say("said_of", title)), links(own.filter((arrow) => arrow.about === player), "by"),
    make("h3", {}, say("said_by", title)), links(own.filter((arrow) => arrow.by === player), "about")];
  if (player === graph().owner) return [heading(name(player)), ...talk];
  const { reason } = point;
  return [heading(say(`why_${point.stance}`, title)), verdict(point.trust, say(`stance_${point.stance}`)),
    make("p", { class: "lead" }, reason.lead), lines(reason.lines), reason.items?.length ? said(reason.items) : "",
    lines(reason.mean), ...(reason.ways ?? []).map(way),
    reason.missed?.length ? make("p", { class: "hint" }, say("missed", { name: name(player), ways: reason.missed.join("; ") })) : "",
    ...(reason.backward?.length ? [make("h3", {}, words.backward), lines(reason.backward)] : []),
    make("h3", {}, say("over_time", title)), spark(player), ...talk];
}

function whatWasSaid({ by, about }, now) {
  const arrow = now.arrows.get(`${by} ${about}`), title = say("said", { by: name(by), about: name(about) });
  if (!arrow) return [heading(title), make("p", { class: "hint" }, words.said_nothing)];
  return [heading(title), verdict(arrow.value, say("edge_lead", { value: signed(arrow.value) })), make("h3", {}, words.evidence), said(arrow.items), lines(arrow.lines)];
}

// The trust in one player over all steps; a click goes there.
function spark(player) {
  const last = Math.max(1, graph().frames.length - 1), high = 60;
  let run = "", trust = 0;
  graph().frames.forEach((frame, step) => {
    const point = frame.points.find((each) => each.player === player), x = (step / last) * 100;
    run += step ? `H${x}` : "";
    trust = point ? point.trust : trust;
    run += `${step ? "V" : "M0 "}${(1 - trust) * (high / 2)}`;
  });
  const here = (shown.step / last) * 100;
  return make("svg", { class: "spark", viewBox: `0 0 100 ${high}`, preserveAspectRatio: "none", "aria-hidden": "true",
    onclick: (event) => { const box = event.currentTarget.getBoundingClientRect(); go(Math.round(((event.clientX - box.left) / box.width) * last)); } },
    make("line", { class: "zero", x1: 0, x2: 100, y1: high / 2, y2: high / 2, "vector-effect": "non-scaling-stroke" }),
    make("line", { class: "here", x1: here, x2: here, y1: 0, y2: high }),
    make("path", { class: "run", d: run }));
}

// --- time ----------------------------------------------------------------------------------------------
function drawTime() {
  const { frames } = graph(), frame = frames[shown.step], last = frames.length - 1, slider = $("step");
  slider.max = last;
  slider.value = shown.step;
  const place = say("step_of", { step: shown.step, steps: last });
  slider.setAttribute("aria-valuetext", shown.step ? `${place}, ${frame.round_name}` : words.start);
  $("round").textContent = shown.step ? frame.round_name : "";
  $("count").textContent = shown.step ? `· ${place} · ${words[frame.kind]}` : place;
  $("caption").textContent = last ? frame.caption : words.no_steps;
  const firsts = frames.map((each, step) => [each, step]).filter(([each, step]) => step > 0 && (step === 1 || each.round !== frames[step - 1].round));
  // As many of their names as there is room for.
  let free = 0;
  const named = firsts.filter(([each, step]) => {
    const from = (100 * step) / last, isRoom = from >= free && (step === 1 || from + 1.7 * each.round_name.length < 104);
    if (isRoom) free = from + 3 + 1.7 * each.round_name.length;
    return isRoom;
  });
  $("rounds").replaceChildren(...named.map(([each, step]) => make("span", { style: `left:${(100 * step) / last}%` }, each.round_name)));
  for (const [id, isEnd] of [["first", shown.step === 0], ["previous", shown.step === 0], ["next", shown.step === last], ["last", shown.step === last]]) $(id).disabled = isEnd;
}

function go(step) {
  shown.step = Math.max(0, Math.min(graph().frames.length - 1, step));
  draw();
}

function play(isPlaying) {
  clearInterval(ticking);
  ticking = 0;
  if (isPlaying) {
    if (shown.step === graph().frames.length - 1) go(0);
    ticking = setInterval(() => (shown.step < graph().frames.length - 1 ? go(shown.step + 1) : play(false)), 1300);
  }
  $("play").classList.toggle("playing", Boolean(ticking));
  $("play").setAttribute("aria-label", ticking ? words.pause : words.play);
}

// The answer takes the focus where it would else be missed: by keyboard, and below the graph on a phone.
function choose(what, isFollowed = isNarrow.matches) {
  const was = shown.chosen;
  shown.chosen = what;
  draw();
  if (what && isFollowed) $("answer").focus();
  else if (was && !what) document.querySelector(`[data-player="${was.player ?? was.about}"]`)?.focus();
}

// --- which graph ---------------------------------------------------------------------------------------
function fillChoices() {
  const owners = [...new Map(graphs.map((each) => [each.players[each.owner], each.title]))];
  $("seat").replaceChildren(...owners.map(([owner, title]) => make("option", { value: owner }, title)));
  $("seat").parentElement.hidden = owners.length < 2;
  $("roles").hidden = !graphs.some((each) => each.truth?.some(Boolean));
  fillCases();
}

function fillCases() {
  const owner = name(graph().owner), own = graphs.filter((each) => each.players[each.owner] === owner);
  $("case").replaceChildren(...own.map((each) => make("option", { value: each.case ?? "" }, each.case ?? "")));
  $("seat").value = owner;
  $("case").value = graph().case ?? "";
  $("case-label").hidden = own.length < 2;
}

function open(owner, about) {
  const own = graphs.findIndex((each) => each.players[each.owner] === owner && (about === undefined || (each.case ?? "") === about));
  if (own < 0) return;
  const wasLast = shown.step === graph().frames.length - 1;
  shown.graph = own;
  shown.step = wasLast ? graph().frames.length - 1 : Math.min(shown.step, graph().frames.length - 1);
  shown.chosen = null;
  fillCases();
  draw();
}

function draw() {
  drawGraph();
  drawTime();
  drawAnswer();
  $("roles").setAttribute("aria-pressed", shown.roles);
  $("roles").textContent = shown.roles ? words.roles_hide : words.roles_show;
}

$("seat").addEventListener("change", (event) => open(event.target.value));
$("case").addEventListener("change", (event) => open($("seat").value, event.target.value));
$("roles").addEventListener("click", () => { shown.roles = !shown.roles; draw(); });
$("step").addEventListener("input", (event) => { play(false); go(Number(event.target.value)); });
$("play").addEventListener("click", () => play(!ticking));
for (const [id, step] of [["first", () => 0], ["previous", () => shown.step - 1], ["next", () => shown.step + 1], ["last", () => Infinity]])
  $(id).addEventListener("click", () => { play(false); go(step()); });
$("graph").addEventListener("click", (event) => { if (event.target === event.currentTarget) choose(null); });
isNarrow.addEventListener("change", draw);
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const { target } = event, isField = target.matches("select, input, summary"), isNode = target.closest?.(".node");
  if (isNode && ["Enter", " "].includes(event.key)) choose({ player: Number(isNode.dataset.player) }, true);
  else if (event.key === "Escape") choose(null);
  else if (!isField && event.key === "ArrowRight") { play(false); go(shown.step + 1); }
  else if (!isField && event.key === "ArrowLeft") { play(false); go(shown.step - 1); }
  else if (event.key === " " && !isField && !target.matches("button")) play(!ticking);
  else return;
  event.preventDefault();
});

// A link may name what to show: #seat=Player 1&case=…&step=12&about=Player 4&by=Player 2&roles
function follow() {
  const asked = new URLSearchParams(location.hash.slice(1)), number = (key) => graph().players.indexOf(asked.get(key));
  shown.step = graph().frames.length - 1;
  if (asked.has("seat") || asked.has("case")) open(asked.get("seat") ?? name(graph().owner), asked.get("case") ?? undefined);
  if (asked.has("step")) shown.step = Math.max(0, Math.min(graph().frames.length - 1, Number(asked.get("step")) || 0));
  shown.roles = asked.has("roles");
  if (number("about") >= 0) shown.chosen = number("by") >= 0 ? { by: number("by"), about: number("about") } : { player: number("about") };
}

fillChoices();
follow();
for (const id of ["choices", "stage"]) $(id).hidden = false;
draw();
