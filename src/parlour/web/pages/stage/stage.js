/* The arrows of a stage, drawn from face to face and anew whenever these move; whose turn it is comes into view. */
customElements.define("stage-arrows", class extends HTMLElement {
    static observedAttributes = ["data-arrows"];
    static NS = "http://www.w3.org/2000/svg";

    connectedCallback() {
        this.shown = new Map();
        this.svg = document.createElementNS(this.constructor.NS, "svg");
        this.replaceChildren(this.svg);
        this.seats = this.parentElement.querySelector(".seats");
        this.again = () => this.place();
        this.moved = new ResizeObserver(this.again);
        this.moved.observe(this.parentElement);
        this.seats?.addEventListener("scroll", this.again, { passive: true });
        this.turned = new MutationObserver(() => this.follow());
        if (this.seats) this.turned.observe(this.seats, { attributeFilter: ["class"], subtree: true });
        this.draw();
        this.follow();
    }

    disconnectedCallback() {
        this.moved.disconnect();
        this.turned.disconnect();
        this.seats?.removeEventListener("scroll", this.again);
    }

    /* Scrolls a row that is too long for its screen to who acts now, once, where only one does. */
    follow() {
        const [busy, another] = this.seats?.querySelectorAll(".is-busy") ?? [];
        if (busy === this.busy || !busy || another) return;
        this.busy = busy;
        const row = this.seats.getBoundingClientRect(), seat = busy.getBoundingClientRect();
        if (seat.left >= row.left && seat.right <= row.right) return;
        this.seats.scrollBy({ left: seat.left + seat.width / 2 - row.left - row.width / 2 });
    }

    attributeChangedCallback() { if (this.svg) this.draw(); }

    /* Adds what is new, and takes away what is no more; what stays does not move. */
    draw() {
        const arrows = JSON.parse(this.dataset.arrows ?? "[]");
        const named = new Map(arrows.map((arrow) => [`${arrow.kind} ${arrow.by} ${arrow.of}`, arrow]));
        for (const [name, { group }] of this.shown) {
            if (named.has(name)) continue;
            group.remove();
            this.shown.delete(name);
        }
        for (const [name, arrow] of named) {
            const group = this.shown.get(name)?.group ?? this.add(arrow.kind);
            group.style.setProperty("--strength", arrow.strength);
            this.shown.set(name, { arrow, group });
        }
        this.place();
    }

    add(kind) {
        const group = document.createElementNS(this.constructor.NS, "g");
        group.setAttribute("class", `arrow is-${kind}`);
        const line = document.createElementNS(this.constructor.NS, "path");
        const head = document.createElementNS(this.constructor.NS, "path");
        line.setAttribute("class", "arrow-line");
        line.setAttribute("pathLength", "1");
        head.setAttribute("class", "arrow-head");
        group.append(line, head);
        this.svg.append(group);
        return group;
    }

    place() {
        const faces = [...this.parentElement.querySelectorAll(".seat-face")].map((face) => face.getBoundingClientRect());
        const own = this.getBoundingClientRect();
        for (const { arrow, group } of this.shown.values()) {
            const from = faces[arrow.by], to = faces[arrow.of];
            if (!from || !to || !from.width) continue;
            this.trace(group, arrow, this.middle(from, own), this.middle(to, own));
        }
    }

    middle(face, own) {
        return { x: face.left + face.width / 2 - own.left, y: face.top + face.height / 2 - own.top, r: face.width / 2 };
    }

    /* A curve that dips into the table, deeper the farther it goes, and each kind to a depth of its own. */
    trace(group, { kind, by, of }, from, to) {
        const far = Math.abs(to.x - from.x), depth = { speech: 0.2, vote: 0.26, suspicion: 0.32 }[kind];
        const aside = by < of ? 5 : -5;  // two who point at each other have two lines
        const by_way = { x: (from.x + to.x) / 2 + aside, y: Math.max(from.y, to.y) + from.r + depth * far + Math.abs(aside) + aside };
        const start = this.towards(from, by_way, from.r), end = this.towards(to, by_way, to.r + 7);
        const tip = this.towards(to, by_way, to.r + 1), angle = Math.atan2(tip.y - end.y, tip.x - end.x);
        const wing = (turn) => `${(end.x + 5 * Math.cos(angle + turn)).toFixed(1)} ${(end.y + 5 * Math.sin(angle + turn)).toFixed(1)}`;
        group.firstChild.setAttribute("d", `M${start.x} ${start.y}Q${by_way.x} ${by_way.y} ${end.x} ${end.y}`);
        group.lastChild.setAttribute("d", `M${tip.x} ${tip.y}L${wing(Math.PI / 2)}L${wing(-Math.PI / 2)}Z`);
    }

    towards(from, to, length) {
        const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
        return { x: +(from.x + (to.x - from.x) * length / far).toFixed(1), y: +(from.y + (to.y - from.y) * length / far).toFixed(1) };
    }
});
