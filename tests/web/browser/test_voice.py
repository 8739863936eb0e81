"""The table read aloud and dictation into its fields: off until asked for, and kept by the browser.

No machine that runs tests has voices or a microphone. What would be spoken is observed where the page hands
it over; where a voice or an ear is needed, the browser is given the outside of one.
"""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.web.browser.devices import held, mystery_table
from tests.web.browser.guests import Guest, seat_url, sees, watch_url
from tests.web.browser.serving import Server

SPOKEN = """
    window.spoken = [];
    const speak = speechSynthesis.speak.bind(speechSynthesis);
    speechSynthesis.speak = said => {
        spoken.push({text: said.text, lang: said.lang, pitch: said.pitch, voice: said.voice?.voiceURI ?? ""});
        if (said instanceof Event) speak(said);
    };
"""
VOICES = """
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    speechSynthesis.getVoices = () => [
        {voiceURI: "b", lang: "en-GB"}, {voiceURI: "a", lang: "en_US"}, {voiceURI: "c", lang: "de-DE"},
        {voiceURI: "y", lang: "zh-CN"}, {voiceURI: "z", lang: "zh-TW"},
    ];
"""
EAR = """
    window.SpeechRecognition = class {
        start() {
            const results = [Object.assign([{transcript: " I do not know "}], {isFinal: true})];
            setTimeout(() => this.onresult({results, resultIndex: 0}), 50);
        }
        stop() { this.onend(); }
        abort() {}
    };
"""


def spoken(page: Page) -> list[dict[str, str | float]]:
    return page.evaluate("spoken")


def test_what_others_say_is_read_aloud_once_somebody_asks_for_it(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    with held(browser, "laptop") as context:
        context.add_init_script(SPOKEN)
        url = seat_url(server, opened.seat(mystery.players[0]))
        guest = Guest(page=context.new_page(), url=url).come()
        aloud = guest.page.get_by_label("Read the table aloud")
        expect(aloud).to_be_hidden()
        guest.page.get_by_text("Voice", exact=True).click()
        expect(aloud).not_to_be_checked()
        aloud.check()
        expect(guest.page.locator(".voice-panel")).to_contain_text("no English voice")
        guest.shoot("voice")
        assert not guest.barriers()
        assert guest.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        guest.page.keyboard.press("Escape")
        expect(aloud).to_be_hidden()

        guest.page.reload()
        expect(guest.asked.first).to_be_visible()
        assert spoken(guest.page) == []
        guest.asked.locator("textarea").fill("I do not know.")
        with guest.giving():
            guest.asked.locator(".is-main").click()
        sees(guest, "I do not know.")
        introduced = guest.talk.locator(".said:not(.is-mine) .said-words").first.inner_text()
        guest.page.wait_for_function("spoken.length > 3")
        assert {each["lang"] for each in spoken(guest.page)} == {"en-US"}
        assert all(str(each["text"]) for each in spoken(guest.page))
        assert str(spoken(guest.page)[0]["text"]) in introduced or introduced in "".join(
            str(each["text"]) for each in spoken(guest.page)
        )
        assert "I do not know." not in [each["text"] for each in spoken(guest.page)]
        assert guest.complaints == []


def test_everybody_has_a_voice_which_stays_theirs(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    cast = """[...document.querySelector("table-voice").cast()]
        .map(([name, {voice, pitch}]) => [name, voice.voiceURI, pitch])"""
    has_cast = "Boolean(document.querySelector('table-voice')?.cast)"
    with held(browser, "laptop") as context:
        context.add_init_script(VOICES + SPOKEN)
        page = context.new_page()
        page.goto(watch_url(server, opened.spectator))
        page.wait_for_function(has_cast)
        first = page.evaluate(cast)
        assert [name for name, *_ in first] == ["", *mystery.players]
        assert len({(voice, pitch) for _, voice, pitch in first}) == 1 + len(mystery.players)
        assert {voice for _, voice, _ in first} == {"a", "b"}
        page.get_by_text("Voice", exact=True).click()
        expect(page.locator(".voice-panel")).not_to_contain_text("no English voice")
        page.reload()
        page.wait_for_function(has_cast)
        assert page.evaluate(cast) == first


def test_what_is_dictated_is_written_and_not_sent(server: Server, browser: Browser):
    mystery, opened = mystery_table(server, "en")
    with held(browser, "laptop") as context:
        context.add_init_script(EAR)
        url = seat_url(server, opened.seat(mystery.players[0]))
        guest = Guest(page=context.new_page(), url=url).come()
        key = guest.asked.get_by_role("button", name="Dictate")
        expect(guest.asked.locator("textarea")).to_be_visible()
        expect(key).to_be_hidden()
        guest.page.get_by_text("Voice", exact=True).click()
        guest.page.get_by_label("Write down what I speak").check()
        guest.asked.locator("textarea").fill("Well,")
        key.click()
        expect(guest.asked.locator("textarea")).to_have_value("Well, I do not know")
        expect(guest.asked.locator(".field-count")).to_contain_text("5 of")
        guest.asked.get_by_role("button", name="Stop dictating").click()
        expect(key).to_have_attribute("aria-pressed", "false")
        assert not guest.barriers()
        expect(guest.talk.locator(".is-mine")).to_have_count(0)
        guest.page.reload()
        expect(key).to_be_visible()
