/* The height that an on-screen keyboard leaves: some browsers lay it over the page and do not shrink the page. */
(() => {
    const root = document.documentElement, SHORT = 560;
    const fit = () => {
        if (visualViewport.scale > 1) return;
        root.style.setProperty("--seen", `${visualViewport.height}px`);
        root.classList.toggle("is-short", visualViewport.height < SHORT);
        scrollTo(0, 0);
    };
    visualViewport.addEventListener("resize", fit);
    fit();
})();
/* A button over the foot of a card's body while there is more below it. */
customElements.define("more-below", class extends HTMLElement {
    connectedCallback() {
        const body = this.previousElementSibling, button = document.createElement("button");
        const look = () => {
            const hasMore = body.scrollHeight - body.scrollTop - body.clientHeight > 8;
            this.hidden = !hasMore;
            body.toggleAttribute("data-more", hasMore);
        };
        button.type = "button";
        button.textContent = this.dataset.words;
        button.addEventListener("click", () => body.scrollBy({ top: 0.8 * body.clientHeight }));
        this.replaceChildren(button);
        body.addEventListener("scroll", look);
        this.sizes = new ResizeObserver(look);
        for (const part of [body, ...body.children]) this.sizes.observe(part);
        look();
    }

    disconnectedCallback() {
        this.sizes.disconnect();
    }
});
