"""The edition as files: pages from templates, pictures from the studies, all addresses relative."""

import json
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dplab.studies.lessons import entries
from dplab.studies.lessons.entries import Lesson
from dplab.studies.lessons.replies import feedback
from dplab.studies.papers.results import SILENT
from edition import front, lessons, papers, prose, shared, stories, views
from edition.drawing.assemble import Images, ShownPicture, assemble, figure, table
from edition.drawing.render import FONTS, SvgRenderer, properties, svg_renderer, without_light_dark
from edition.shared import SharedPlace
from pages.comparison.figures.drawing import LABEL
from pages.contents import NAMES
from pages.kit import paths, text, words
from pages.papers import sentences

HERE = Path(__file__).parent
ROOT = HERE.parent
PRODUCT = "Privacy-Accuracy Explorer"

CARD = "assets/pictures/overview_light.png"
"""What a link shows where its page has no figure of its own to show."""

AT_ONCE = 2
"""Processes that draw."""

LESSONS = {f"lesson-{each.number}": each for each in entries.lessons().values()}
"""By what their pages are called: a lesson may have a page's name."""

SERVER = "with-a-server.html"


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
    address : str
        Where the edition will lie: cards of links name whole addresses. May be empty.
    only : tuple of str
        Pages with a picture, stories, lessons, and "papers": those that are made; all, where none
        is named.
    """

    folder: Path
    live: str = ""
    address: str = ""
    only: tuple[str, ...] = ()

    @property
    def _parts(self) -> list[str]:
        """What is drawn: the front page always, of the others those that are asked for."""
        others = [*views.pictured(), *text.stories(), "papers", *LESSONS]
        return [paths.HOME, *(each for each in others if each in self.only or not self.only)]

    @property
    def _contents(self) -> dict[str, list[ContentsEntry]]:
        """What the front page lists, by heading."""
        told, parts = text.stories(), self._parts
        return {
            "To be read in ten minutes": [
                ContentsEntry(f"story-{name}.html", told[name]["title"])
                for name in told
                if name in parts
            ],
            "Pictures with a dial": self._dials,
            "To learn, and to look up": [
                self._entry("lessons"),
                *([self._entry("papers")] if "papers" in parts else []),
                ContentsEntry("glossary.html", "What do the words mean?"),
                ContentsEntry("references.html", "Where does it come from?"),
                ContentsEntry(SERVER, "What needs a server?"),
            ],
        }

    @property
    def _dials(self) -> list[ContentsEntry]:
        """The pages with a picture, in their order."""
        return [self._entry(name) for name in views.pictured() if name in self._parts]

    def _entry(self, page: str) -> ContentsEntry:
        return ContentsEntry(self._file(page), _question(page))

    def _file(self, page: str) -> str:
        """Return where a page lies; what the edition has not is told of on one page."""
        if page == paths.HOME:
            return "index.html"
        return f"{paths.address_of(page)}.html" if page in (*self._parts, "lessons") else SERVER

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
            "simulation": text.SIMULATION,
            "how_it_works": text.HOW_IT_WORKS,
            "live": self.live.rstrip("/"),
            "page_path": paths.path_of,
            "table": table,
            "anchor": prose.anchor,
            "blocks": prose.blocks,
            "inline": prose.inline,
            "solution": feedback.solution,
            "example": feedback.as_listed,
            "places": feedback.PLACES,
            "question": _question,
            "drawn_label": LABEL,
            "ends": words.ENDS,
            "page_file": self._file,
            "query": lambda each: urlencode(each.first.texts),
        }
        return made

    def write(self) -> None:
        """Write all of it, in two processes: most of the time Chromium or a study has one busy."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for folder in ("pictures", shared.FOLDER):
            (self.folder / folder).mkdir(parents=True)
        self._assets()
        with ProcessPoolExecutor(AT_ONCE, get_context("spawn")) as pool:
            for _ in pool.map(self.draw, (self._parts[at::AT_ONCE] for at in range(AT_ONCE))):
                pass
        self._lessons()
        self._glossary()
        self._render(
            "references.html", "References", "references.html", references=text.references()
        )
        self._render(SERVER, "What needs a server", "server.html")
        said = prose.blocks(text.statement())
        self._render("accessibility.html", "Accessibility", "accessibility.html", statement=said)
        self._moved()

    def pack(self) -> Path:
        """Put all of it into one file beside the folder, as a learning platform takes it."""
        packed = self.folder.with_suffix(".zip")
        with ZipFile(packed, "w", ZIP_DEFLATED) as file:
            for path in sorted(each for each in self.folder.rglob("*") if each.is_file()):
                # Without the day, so that two builds are equal.
                entry = ZipInfo(path.relative_to(self.folder).as_posix())
                file.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
        return packed

    def draw(self, parts: Sequence[str]) -> None:
        """Draw and write some parts: pages with a picture, stories, or the papers."""
        with svg_renderer() as renderer:
            for name in parts:
                if name == paths.HOME:
                    self._front(renderer)
                elif name == "papers":
                    self._papers(renderer)
                elif name in text.stories():
                    self._story(name, renderer)
                elif name in LESSONS:
                    self._lesson(LESSONS[name], renderer)
                else:
                    self._page(assemble(views.picture(name), renderer), renderer)

    def _assets(self) -> None:
        assets = self.folder / "assets"
        (assets / "pictures").mkdir(parents=True)
        shutil.copytree(FONTS, assets / "fonts")
        shutil.copy(ROOT / "assets" / "logo.svg", assets)
        shutil.copy(ROOT / CARD, self.folder / CARD)
        for script in ("edition.js", "lesson.js"):
            shutil.copy(HERE / "static" / script, assets)
        style = (HERE / "static" / "edition.css").read_text("utf-8")
        written = _faces() + _colours() + without_light_dark(style + front.style())
        (assets / "edition.css").write_text(written, "utf-8")
        for name in front.COMPONENTS:
            (assets / f"{name}.js").write_text(front.classic(name), "utf-8")

    def _front(self, renderer: SvgRenderer) -> None:
        content = json.dumps(front.content(), ensure_ascii=False, separators=(",", ":"))
        script = f"explorer.begin({content});\n"
        (self.folder / "pictures" / "overview.js").write_text(script, "utf-8")
        places = front.shared(renderer)
        for place in places:
            self._share(place, "overview", renderer)
        self._render(
            "index.html",
            PRODUCT,
            "front.html",
            question=_question("overview"),
            lead=prose.blocks(_lead("overview")),
            contents=self._contents,
            instrument=front.render(renderer),
            numbers=front.table(),
            places=[place.at for place in places],
            scripts=["assets/drawing.js", "assets/instrument.js", "pictures/overview.js"],
        )

    def _page(self, each: ShownPicture, renderer: SvgRenderer) -> None:
        name = each.picture.page
        pages = [self._entry(paths.HOME), *self._dials, self._entry("lessons")]
        at = [entry.file for entry in pages].index(self._file(name))
        (self.folder / "pictures" / f"{each.name}.js").write_text(each.script, "utf-8")
        self._images(each.images)
        card = "" if each.images else f"pictures/{each.name}-card.png"
        if card:  # An image of a figure's own is a file, which a card does not find.
            (self.folder / card).write_bytes(renderer.card(_question(name), each.svg["wide"]))
        for place in each.shared:
            self._share(place, name, renderer)
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
                card=card or CARD,
                shown=each,
                lead=prose.blocks(_lead(each.picture.folder)),
                folds=_folds(name, each.picture.folder),
                scripts=[f"pictures/{each.name}.js"],
                before=pages[at - 1],
                after=pages[at + 1],
            )

    def _moved(self) -> None:
        """Lead on from where a page lay whose answers another page gives now."""
        former = {move["from"]: move["to"] for move in text.moves() if move["from"] not in NAMES}
        for page, now in former.items():
            file, lead = f"{paths.address_of(page)}.html", prose.blocks(_lead(now))
            self._render(file, _question(now), "shared.html", lead=lead, to=self._file(now))

    def _share(self, place: SharedPlace, page: str, renderer: SvgRenderer) -> None:
        """Write the file of a place that has a link of its own, and its picture."""
        card, question = f"{place.name}.png" if place.figure else CARD, _question(page)
        if place.figure:
            (self.folder / card).write_bytes(renderer.card(question, place.figure))
        self._render(
            f"{place.name}.html", question, "shared.html", base="../", card=card,
            description=place.said, to=place.to,
        )  # fmt: skip

    def _story(self, name: str, renderer: SvgRenderer) -> None:
        told, images = text.stories()[name], Images()
        self._render(
            f"story-{name}.html",
            told["title"],
            "story.html",
            lead=prose.blocks(told["lead"]),
            scenes=list(stories.scenes(name, renderer, images)),
        )
        self._images(images)

    def _papers(self, renderer: SvgRenderer) -> None:
        every, images = papers.every(), Images()
        lead, folds = prose.blocks(_lead("papers")), _folds("papers")
        glance = papers.glance(every)
        given = {"lead": lead, "folds": folds, "every": every, "glance": glance}
        given["errata"] = papers.errata()
        self._render("papers.html", _question("papers"), "papers.html", **given)
        for at, each in enumerate(every):
            self._render(
                each.file,
                each.title,
                "paper.html",
                description=each.entry.learned,
                shown=each,
                svg=each.svg(renderer, images),
                judged=sentences.JUDGED,
                silent=SILENT,
                before=every[at - 1] if at else None,
                after=every[at + 1] if at + 1 < len(every) else None,
            )
        self._images(images)

    def _images(self, images: Images) -> None:
        for file, content in images.items():
            (self.folder / file).write_bytes(content)

    def _lessons(self) -> None:
        every = [each for name, each in LESSONS.items() if name in self._parts]
        # The lines before the last are about the live pages.
        lead = prose.blocks(_lead("lessons").rpartition("\n")[2])
        self._render("lessons.html", _question("lessons"), "lessons.html", lead=lead, every=every)

    def _lesson(self, lesson: Lesson, renderer: SvgRenderer) -> None:
        steps, images = lessons.steps(lesson), Images()
        figures = {
            each.number: figure(
                each.place, renderer, f"lesson-{lesson.number}-{each.number}", images
            )
            for each in steps
            if each.place
        }
        self._images(images)
        written = json.dumps([lessons.WORDS, [step.script for step in steps]], ensure_ascii=False)
        script = f"pictures/lesson-{lesson.number}.js"
        said = f"explorer.lesson(...{written});\n"
        if lesson.draw:
            said += f"explorer.draws({json.dumps(lessons.drawing(lesson), ensure_ascii=False)});\n"
        (self.folder / script).write_text(said, "utf-8")
        made = [each for name, each in LESSONS.items() if name in self._parts]
        after = next((each for each in made if each.number > lesson.number), None)
        self._render(
            f"lesson-{lesson.number}.html",
            lesson.title,
            "lesson.html",
            lead=prose.blocks(lesson.lead),
            lesson=lesson,
            steps=steps,
            drawn=figures,
            scripts=["assets/drawing.js", "assets/lesson.js", script],
            after=after,
        )

    def _glossary(self) -> None:
        every = sorted(text.glossary().values(), key=lambda word: word.name.casefold())
        said = [(word, prose.inline(word.means)) for word in every]
        self._render("glossary.html", "Glossary", "glossary.html", words=said)

    def _render(self, file: str, title: str, template: str, **values: object) -> None:
        given = {
            "base": "",
            "card": CARD,
            "address": f"{self.address.rstrip('/')}/" if self.address else "",
            "scripts": [],
            "kind": template.removesuffix(".html"),
        } | values
        described = given.setdefault("description", _plain(title, given))
        html = self._templates.get_template(template).render(
            **(given | {"title": title, "description": described})
        )
        (self.folder / file).write_text(html, "utf-8")


def _plain(title: str, given: Mapping[str, object]) -> str:
    """Return what a link to a page says below its title."""
    lead = given.get("lead")
    return lead.striptags() if isinstance(lead, Markup) else title


def _folds(*folders: str) -> dict[str, Markup]:
    """Return what is folded below a picture: what its part says goes before what its page says."""
    said = {head: body for folder in folders for head, body in text.sections(folder).items()}
    return {head: prose.blocks(said[head]) for head in text.TABS.values() if head in said}


def _question(page: str) -> str:
    return text.sections(page)["lead"].partition("\n")[0].removeprefix("# ")


def _lead(folder: str) -> str:
    return text.sections(folder)["lead"].partition("\n")[2].strip()


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
