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
