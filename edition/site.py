"""The edition as files: pages from templates, pictures from the studies, all addresses relative."""

import json
import shutil
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dpcore.studies.lessons import entries
from edition import front, lessons, prose, stories
from edition.contents import PICTURES
from edition.dials import DialPicture
from edition.drawing.drawn import FONTS, Easel, easel, properties
from edition.drawing.shown import Images, ShownPicture, shown
from pages.kit import paths, text
from pages.lessons.steps import feedback

HERE = Path(__file__).parent
ROOT = HERE.parent
PRODUCT = "Privacy-Accuracy Explorer"
SIMULATION = "These are simulations: the numbers use the true data and are not private."
FOLDS = ("The mathematics", "Assumptions", "What this does not show")

SERVER = "with-a-server.html"

SCRIPT_BEGINS = "export default function ("
"""Of the instrument, which is a module for a server, and here a classic script."""


@dataclass(frozen=True)
class ContentsEntry:
    """A page in the contents: its file and its question."""

    file: str
    title: str


@dataclass(frozen=True)
class Site:
    """Where the edition is written.

    Parameters
    ----------
    folder : Path
        Emptied first.
    live : str
        Address of a server on which pages open with the same settings; empty for none.
    only : tuple of str
        Pages whose pictures are made; all, where none is named.
    """

    folder: Path
    live: str = ""
    only: tuple[str, ...] = ()

    @cached_property
    def _pictures(self) -> dict[str, Callable[[], DialPicture]]:
        return {name: made for name, made in PICTURES.items() if name in self.only or not self.only}

    def _file(self, page: str) -> str:
        """Return where a page lies; what the edition has not is told of on one page."""
        if page == paths.HOME:
            return "index.html"
        return f"{paths.address_of(page)}.html" if page in self._pictures else SERVER

    @cached_property
    def _templates(self) -> Environment:
        made = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        made.globals |= {
            "product": PRODUCT,
            "simulation": SIMULATION,
            "live": self.live.rstrip("/"),
            "page_path": paths.path_of,
            "blocks": prose.blocks,
            "inline": prose.inline,
            "solution": feedback.solution,
            "example": feedback.as_listed,
            "places": feedback.PLACES,
            "question": _question,
            "page_file": self._file,
            "query": lambda each: urlencode(each.picture.address(each.first)),
        }
        return made

    def write(self) -> None:
        """Write all of it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "pictures").mkdir(parents=True)
        self._assets()
        contents = [ContentsEntry(self._file(name), _question(name)) for name in self._pictures]
        with easel() as drawing:
            self._front(contents, front.drawn(drawing))
            for at, make in enumerate(self._pictures.values()):
                self._page(contents, at, shown(make(), drawing))
            for name in text.stories():
                self._story(name, drawing)
        self._lessons()
        self._glossary()
        self._render(SERVER, "What needs a server", "server.html")

    def _assets(self) -> None:
        assets = self.folder / "assets"
        shutil.copytree(FONTS, assets / "fonts")
        shutil.copy(ROOT / "assets" / "logo.svg", assets)
        for script in ("edition.js", "lesson.js"):
            shutil.copy(HERE / "static" / script, assets)
        style = (HERE / "static" / "edition.css").read_text("utf-8")
        written = _faces() + _colours() + style + text.style_of_instrument()
        (assets / "edition.css").write_text(written, "utf-8")
        module = (text.INSTRUMENT / "instrument.js").read_text("utf-8")
        if module.count(SCRIPT_BEGINS) != 1:
            raise ValueError(f"The instrument's script must say {SCRIPT_BEGINS!r} once.")
        classic = module.replace(SCRIPT_BEGINS, "explorer.instrument = function (")
        (assets / "instrument.js").write_text(f"{{\n{classic}}}\n", "utf-8")

    def _front(self, contents: list[ContentsEntry], instrument: Markup) -> None:
        content = json.dumps(front.content(), ensure_ascii=False, separators=(",", ":"))
        script = f"explorer.begin({content});\n"
        (self.folder / "pictures" / "overview.js").write_text(script, "utf-8")
        self._render(
            "index.html",
            PRODUCT,
            "front.html",
            question=_question("overview"),
            lead=prose.blocks(_lead("overview")),
            contents=contents,
            instrument=instrument,
            scripts=["assets/instrument.js", "pictures/overview.js"],
        )

    def _page(self, contents: list[ContentsEntry], at: int, each: ShownPicture) -> None:
        name = each.picture.page
        (self.folder / "pictures" / f"{each.name}.js").write_text(each.script, "utf-8")
        self._images(each.images)
        said = text.sections(name)
        files = {
            f"{each.name}.html": ("page.html", ""),
            f"pictures/{each.name}.html": ("framed.html", "../"),
        }
        for file, (template, base) in files.items():
            self._render(
                file,
                _question(name),
                template,
                base=base,
                shown=each,
                lead=prose.blocks(_lead(name)),
                folds={head: prose.blocks(said[head]) for head in FOLDS if head in said},
                scripts=[f"pictures/{each.name}.js"],
                before=contents[at - 1] if at else None,
                after=contents[at + 1] if at + 1 < len(contents) else None,
            )

    def _story(self, name: str, easel: Easel) -> None:
        told, images = text.stories()[name], Images()
        self._render(
            f"story-{name}.html",
            told["title"],
            "story.html",
            lead=prose.blocks(told["lead"]),
            scenes=list(stories.scenes(name, easel, images)),
        )
        self._images(images)

    def _images(self, images: Images) -> None:
        for file, content in images.items():
            (self.folder / file).write_bytes(content)

    def _lessons(self) -> None:
        every = list(entries.lessons().values())
        lead = prose.blocks(_lead("lessons"))
        self._render("lessons.html", _question("lessons"), "lessons.html", lead=lead, every=every)
        for at, lesson in enumerate(every):
            steps = lessons.steps(lesson)
            graded = [step.script for step in steps]
            written = json.dumps([lessons.WORDS, graded], ensure_ascii=False)
            script = f"pictures/lesson-{lesson.number}.js"
            (self.folder / script).write_text(f"explorer.lesson(...{written});\n", "utf-8")
            self._render(
                f"lesson-{lesson.number}.html",
                lesson.title,
                "lesson.html",
                lead=prose.blocks(lesson.lead),
                lesson=lesson,
                steps=steps,
                scripts=["assets/lesson.js", script],
                after=every[at + 1] if at + 1 < len(every) else None,
            )

    def _glossary(self) -> None:
        words = sorted(text.glossary().values(), key=lambda word: word.name.casefold())
        said = [(word, prose.inline(word.means)) for word in words]
        self._render("glossary.html", "Glossary", "glossary.html", words=said)

    def _render(self, file: str, title: str, template: str, **values: object) -> None:
        given = {"base": "", "scripts": [], "kind": template.removesuffix(".html")} | values
        described = given.setdefault("description", _plain(title, given))
        html = self._templates.get_template(template).render(
            **(given | {"title": title, "description": described})
        )
        (self.folder / file).write_text(html, "utf-8")


def _plain(title: str, given: Mapping[str, object]) -> str:
    """Return what a link to a page says below its title."""
    lead = given.get("lead")
    return lead.striptags() if isinstance(lead, Markup) else title


def _question(page: str) -> str:
    return text.sections(page)["lead"].partition("\n")[0].removeprefix("# ")


def _lead(page: str) -> str:
    return text.sections(page)["lead"].partition("\n")[2].strip()


def _colours() -> str:
    """Return both palettes; paper has the light one."""
    light, dark = (f":root {{ {properties(dark=dark)} }}" for dark in (False, True))
    return f"{light}\n@media screen and (prefers-color-scheme: dark) {{ {dark} }}\n"


def _faces() -> str:
    """Return the fonts that the dashboard's own settings name."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    return "".join(
        f"@font-face {{ font-family: '{face['family']}'; font-weight: {face['weight']};"
        f" font-style: {face['style']}; font-display: swap; unicode-range: {face['unicodeRange']};"
        f" src: url(fonts/{face['url'].rpartition('/')[2]}) format('woff2'); }}\n"
        for face in settings["theme"]["fontFaces"]
    )
