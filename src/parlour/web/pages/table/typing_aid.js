/* Sentences to tap under a field, which fit what has been typed; and what may stand in the gap at the caret. */
customElements.define("typing-aid", class extends HTMLElement {
    connectedCallback() {
        const { sentences, choices } = JSON.parse(this.dataset.offers);
        this.sentences = sentences;
        this.choices = choices;
        this.innerHTML = '<div class="offers" role="toolbar"></div>';
        this.bar = this.firstChild;
        this.bar.addEventListener("keydown", (event) => this.walk(event));
        this.show = () => this.refresh();
        document.addEventListener("selectionchange", this.show);
        const card = this.closest(".asked") ?? this;
        card.addEventListener("input", this.show);
        card.addEventListener("click", (event) => {
            const words = event.target.closest("[data-put]")?.dataset.put;
            if (words) this.put(words, 0, this.area.value.length);
        });
        this.refresh();
    }

    disconnectedCallback() {
        document.removeEventListener("selectionchange", this.show);
    }

    get area() {
        return document.getElementById(this.dataset.field);
    }

    /* Shows the choices for the gap at the caret, or else the sentences. */
    refresh() {
        const area = this.area;
        const gap = area && this.gap(area);
        const shown = gap
            ? this.choices[gap.words].map((words) => ({ words, put: () => this.put(words, gap.from, gap.to) }))
            : this.fitting(area);
        const drawn = (gap?.words ?? "") + shown.map((each) => each.words).join("\n");
        this.takes = shown.map((each) => each.put);
        if (drawn === this.drawn) return;
        this.drawn = drawn;
        this.bar.setAttribute("aria-label", gap ? `${this.dataset.label} ${gap.words}` : this.dataset.label);
        this.bar.replaceChildren(...shown.map((each, at) => this.button(each.words, at)));
        this.bar.scrollTo(0, 0);
    }

    button(words, at) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "offer";
        button.tabIndex = at ? -1 : 0;
        button.textContent = words;
        button.addEventListener("click", () => this.takes[at]());
        return button;
    }

    /* Arrows walk the row, of which Tab reaches one button. */
    walk(event) {
        const buttons = [...this.bar.children];
        const at = buttons.indexOf(document.activeElement);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (to === undefined || !buttons[to]) return;
        event.preventDefault();
        buttons[at].tabIndex = -1;
        buttons[to].tabIndex = 0;
        buttons[to].focus();
    }

    /* The gap in which the caret stands, if there is one. */
    gap(area) {
        for (const found of area.value.matchAll(/\[[^\]]+\]/g)) {
            const to = found.index + found[0].length;
            const isThere = area.selectionStart >= found.index && area.selectionEnd <= to;
            if (isThere && this.choices[found[0]]) return { words: found[0], from: found.index, to };
        }
        return null;
    }

    /* The sentences: those first that go on as the last one began. */
    fitting(area) {
        const text = area?.value ?? "";
        const begun = text.match(/(?:(?![.!?]\s|[。！？\n]).)*$/s)[0].replace(/^[.!?。！？\s]+/, "");
        const from = text.length - begun.length;
        const gap = !text.trim() || /[\s。！？]$/.test(text) || /[\u3000-\u9fff]/.test(this.sentences[0] ?? "") ? "" : " ";
        const going = [], others = [];
        for (const words of this.sentences) {
            const rest = begun && this.gone(words, begun);
            if (rest && rest === begun) continue;
            if (rest) going.push({ words: rest, put: () => this.put(rest, from, text.length) });
            else others.push({ words, put: () => this.put(gap + words, text.length, text.length) });
        }
        return [...going, ...others];
    }

    /* A sentence with what has been typed of it in its gaps; null where it begins otherwise. */
    gone(words, typed) {
        const parts = words.split(/(\[[^\]]+\])/);
        const begins = (long, short) => long.toLowerCase().startsWith(short.toLowerCase());
        const from = (at, rest) => {
            if (!rest || at === parts.length) return rest ? null : parts.slice(at).join("");
            for (const each of [parts[at], ...(this.choices[parts[at]] ?? [])]) {
                if (begins(each, rest)) return each + parts.slice(at + 1).join("");
                const more = begins(rest, each) ? from(at + 1, rest.slice(each.length)) : null;
                if (more !== null) return each + more;
            }
            return null;
        };
        return from(0, typed);
    }

    /* Puts words into the field, and the caret into their first gap; so that it can be undone, where that goes. */
    put(words, from, to) {
        const area = this.area;
        area.focus();
        area.setSelectionRange(from, to);
        if (!document.execCommand("insertText", false, words)) {
            area.setRangeText(words, from, to, "end");
            area.dispatchEvent(new Event("input", { bubbles: true }));
        }
        const gap = [...area.value.matchAll(/\[[^\]]+\]/g)].find((each) => each.index >= from && this.choices[each[0]]);
        if (gap) area.setSelectionRange(gap.index, gap.index + gap[0].length);
        this.refresh();
    }
});
