/* The arrows of a stage, drawn from seat to seat and anew whenever these move. They run between the rows of seats and
   under the last one, so that they cross no name. */
customElements.define("stage-arrows", class extends HTMLElement {
    static observedAttributes = ["data-arrows"];
    static NS = "http://www.w3.org/2000/svg";

    connectedCallback() {
        this.shown = new Map();
        this.svg = document.createElementNS(this.constructor.NS, "svg");
        this.replaceChildren(this.svg);
        this.seats = this.parentElement.querySelector(".seats");
        this.moved = new ResizeObserver(() => this.place());
        this.moved.observe(this.parentElement);
        for (const seat of this.seats?.querySelectorAll(".seat") ?? []) this.moved.observe(seat);
        this.draw();
    }

    disconnectedCallback() {
        this.moved.disconnect();
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
        const own = this.getBoundingClientRect();
        const seats = [...this.parentElement.querySelectorAll(".seat")].map((seat) => {
            const { left, right, top, bottom } = seat.getBoundingClientRect();
            return { x: (left + right) / 2 - own.left, top: top - own.top, bottom: bottom - own.top };
        });
        const across = getComputedStyle(this.seats).gridTemplateColumns.split(" ").length;
        for (const { arrow, group } of this.shown.values()) {
            if (!seats[arrow.by] || !seats[arrow.of] || !own.width) continue;
            this.trace(group, arrow, seats, across);
        }
    }

    /* A way down from a seat, along under its row, and up to the other seat, or down to one in a row below. */
    trace(group, { kind, by, of }, seats, across) {
        const rows = [by, of].map((seat) => Math.floor(seat / across)), side = Math.sign(seats[of].x - seats[by].x) || 1;
        const from = { ...seats[by], x: seats[by].x + 3 * side }, to = { ...seats[of], x: seats[of].x - 9 * side };
        const offset = { speech: 3, vote: 5, suspicion: 8 }[kind] + 2.5 * (by % 5);
        const lane = (row) => Math.max(...seats.slice(row * across, (row + 1) * across).map((seat) => seat.bottom)) + offset;
        const under = (row) => rows[0] === rows[1] ? this.floor(seats, by, of) + offset : lane(row);
        const isDown = rows[1] > rows[0];
        const [first, last] = [rows[0] - (rows[1] < rows[0]), rows[1] - isDown];
        const points = [[from.x, first < rows[0] ? from.top : from.bottom], [from.x, under(first)]];
        if (first !== last) points.push([offset, under(first)], [offset, under(last)]);
        points.push([to.x, under(last)], [to.x, isDown ? to.top - 7 : to.bottom + 7]);
        const [x, end] = points.at(-1), tip = isDown ? end + 6 : end - 6;
        group.firstChild.setAttribute("d", this.bend(points));
        group.lastChild.setAttribute("d", `M${x} ${tip}L${x - 5} ${end}L${x + 5} ${end}Z`);
    }

    /* The lowest point of two seats of a row and all between them. */
    floor(seats, one, other) {
        return Math.max(...seats.slice(Math.min(one, other), Math.max(one, other) + 1).map((seat) => seat.bottom));
    }

    /* A path along points, with round corners. */
    bend(points) {
        const steps = points.slice(1, -1).map((at, i) => {
            const towards = (to) => {
                const far = Math.hypot(to[0] - at[0], to[1] - at[1]) || 1, part = Math.min(8, far / 2) / far;
                return [at[0] + (to[0] - at[0]) * part, at[1] + (to[1] - at[1]) * part].map((each) => each.toFixed(1)).join(" ");
            };
            return `L${towards(points[i])}Q${at[0].toFixed(1)} ${at[1].toFixed(1)} ${towards(points[i + 2])}`;
        });
        return `M${points[0].join(" ")}${steps.join("")}L${points.at(-1).join(" ")}`;
    }
});
