/* The table read aloud by the browser's own voices, and dictation into its fields: both off until somebody asks. */
const PARLOUR_VOICE = "parlour.voice";

const voiceSettings = {
    get() {
        try { return JSON.parse(localStorage.getItem(PARLOUR_VOICE)) ?? {}; } catch { return {}; }
    },
    put(changed) {
        localStorage.setItem(PARLOUR_VOICE, JSON.stringify({ ...this.get(), ...changed }));
        window.dispatchEvent(new Event(PARLOUR_VOICE));
    },
};

const recognizer = () => window.SpeechRecognition ?? window.webkitSpeechRecognition;

customElements.define("table-voice", class extends HTMLElement {
    connectedCallback() {
        this.words = JSON.parse(this.dataset.words);
        this.players = JSON.parse(this.dataset.players);
        this.language = this.dataset.language;
        this.panel = document.createElement("details");
        this.panel.className = "voice";
        this.panel.append(this.element("summary", this.words.voice), this.element("div", "", "voice-panel"));
        this.replaceChildren(this.panel);
        this.why = this.choice("aloud", this.words.voice_aloud);
        this.note = this.choice("dictates", this.words.voice_dictates);
        this.panel.addEventListener("keydown", (event) => {
            if (event.key !== "Escape") return;
            this.panel.open = false;
            this.panel.firstChild.focus();
        });
        this.judge();
        this.changed = () => this.judge();
        window.speechSynthesis?.addEventListener("voiceschanged", this.changed);
        window.addEventListener(PARLOUR_VOICE, this.changed);
        const lines = document.querySelector(".talk .lines");
        this.ear = new MutationObserver((found) => found.forEach((each) => each.addedNodes.forEach((line) => this.read(line))));
        if (lines) this.ear.observe(lines, { childList: true });
    }

    disconnectedCallback() {
        this.ear.disconnect();
        window.speechSynthesis?.removeEventListener("voiceschanged", this.changed);
        window.removeEventListener(PARLOUR_VOICE, this.changed);
        window.speechSynthesis?.cancel();
    }

    element(tag, words, classes = "") {
        const made = document.createElement(tag);
        made.textContent = words;
        made.className = classes;
        return made;
    }

    /* A box that can be ticked, with a sentence under it; the sentence. */
    choice(name, words) {
        const label = this.element("label", "", "voice-choice"), box = document.createElement("input");
        const why = this.element("p", "", "faded");
        box.type = "checkbox";
        box.checked = Boolean(voiceSettings.get()[name]);
        box.addEventListener("change", () => {
            voiceSettings.put({ [name]: box.checked });
            if (name === "aloud" && !box.checked) window.speechSynthesis.cancel();
        });
        label.append(box, this.element("span", words));
        this.panel.lastChild.append(label, why);
        this[name] = box;
        return why;
    }

    /* Says what this browser cannot do. */
    judge() {
        this.aloud.disabled = !window.speechSynthesis;
        this.dictates.disabled = !recognizer();
        const isMute = window.speechSynthesis && !this.voices().length;
        this.why.textContent = this.aloud.disabled ? this.words.voice_none : isMute ? this.words.voice_mute : "";
        this.note.textContent = this.dictates.disabled ? this.words.voice_deaf : this.words.voice_note;
    }

    /* The voices of the table's language, in an order that stays. */
    voices() {
        const own = (window.speechSynthesis?.getVoices() ?? [])
            .filter((voice) => voice.lang.toLowerCase().replace("_", "-").split("-")[0] === this.language);
        return own.sort((one, two) => (one.voiceURI < two.voiceURI ? -1 : 1));
    }

    /* Whose voice is which: by the name, and another where that is taken; of those that share one each has a pitch. */
    cast() {
        const voices = this.voices(), shared = new Map(), cast = new Map();
        for (const name of ["", ...this.players]) {
            let at = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 65521, 7);
            const least = Math.min(...voices.map((_, number) => shared.get(number) ?? 0));
            while (voices.length && (shared.get(at % voices.length) ?? 0) > least) at += 1;
            const number = voices.length ? at % voices.length : 0, among = shared.get(number) ?? 0;
            shared.set(number, among + 1);
            cast.set(name, { voice: voices[number] ?? null, pitch: [1, 0.75, 1.3, 0.88, 1.15, 0.65, 1.45][among % 7] });
        }
        return cast;
    }

    /* Reads what was said or done by somebody else, if that is wished. */
    read(line) {
        if (!voiceSettings.get().aloud || !window.speechSynthesis || !line.matches || line.matches(".is-mine")) return;
        const isSpeech = line.matches(".said");
        const speaker = isSpeech ? line.querySelector(".said-name").textContent : "";
        const words = isSpeech ? line.querySelector(".said-words").textContent : line.innerText;
        const { voice, pitch } = this.cast().get(speaker) ?? this.cast().get("");
        for (const sentence of words.match(/[^.!?。！？\n]+(?:[.!?。！？]+|\n|$)/g) ?? []) {  // some browsers cut what is long
            const said = new SpeechSynthesisUtterance(sentence.trim());
            Object.assign(said, { lang: { en: "en-US", zh: "zh-CN" }[this.language], pitch });
            if (voice) said.voice = voice;
            window.speechSynthesis.speak(said);
        }
    }
});

customElements.define("dictation-key", class extends HTMLElement {
    connectedCallback() {
        this.words = JSON.parse(this.dataset.words);
        this.key = document.createElement("button");
        this.key.type = "button";
        this.key.className = "dictation";
        this.key.addEventListener("click", () => (this.taking ? this.taking.stop() : this.start()));
        this.why = document.createElement("span");
        this.why.setAttribute("role", "status");
        this.replaceChildren(this.key, this.why);
        this.changed = () => { this.hidden = !recognizer() || !voiceSettings.get().dictates; };
        window.addEventListener(PARLOUR_VOICE, this.changed);
        this.changed();
        this.show();
    }

    disconnectedCallback() {
        window.removeEventListener(PARLOUR_VOICE, this.changed);
        this.taking?.abort();
    }

    show() {
        this.key.textContent = this.taking ? this.words.dictate_stop : this.words.dictate;
        this.key.setAttribute("aria-pressed", this.taking ? "true" : "false");
    }

    /* Takes down what is spoken until it is stopped; it is written, and nothing is sent. */
    start() {
        const area = document.getElementById(this.dataset.field);
        const taking = new (recognizer())();
        Object.assign(taking, { lang: { en: "en-US", zh: "zh-CN" }[this.dataset.language], continuous: true });
        taking.onresult = (event) => {
            for (const heard of [...event.results].slice(event.resultIndex)) {
                if (heard.isFinal) this.write(area, heard[0].transcript);
            }
        };
        taking.onerror = (event) => { if (event.error !== "no-speech") this.why.textContent = this.words.dictate_failed; };
        taking.onend = () => { this.taking = null; this.show(); };
        this.why.textContent = "";
        this.taking = taking;
        this.show();
        try { taking.start(); } catch { taking.onerror({ error: "start" }); taking.onend(); }
    }

    write(area, words) {
        const isApart = area.selectionStart && !/\s$/.test(area.value.slice(0, area.selectionStart)) && this.dataset.language === "en";
        area.setRangeText((isApart ? " " : "") + words.trim(), area.selectionStart, area.selectionEnd, "end");
        area.dispatchEvent(new Event("input", { bubbles: true }));
    }
});
