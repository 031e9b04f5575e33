/* Answers of a lesson: read as people write numbers, and graded, as the live lessons do.
   `dplab/numerals.py`, `dplab/studies/lessons/replies` and `dplab/studies/lessons/grading.py` say
   why; a test holds that both say the same of every answer. */
"use strict";

{
  let words = {};

  const ENDLESS = ["∞", "inf", "infinity", "infinite"];
  const THOUSANDS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
  const BLANKS = /^[+-]?[1-9]\d{0,2}([ ’']\d{3})+([.,]\d*)?$/;
  const POINTS = /^[+-]?[1-9]\d{0,2}((\.\d{3})+,\d*|(\.\d{3}){2,})$/;
  const DECIMAL_COMMA = /^[+-]?(0|\d+(?!,\d{3}(e|$))),\d+(e[+-]?\d+)?$/;
  const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;
  const POWER = /^(.+?) ?[×x*·] ?10 ?\^? ?([+-]?\p{Nd}{1,3})$/u;
  const PERCENT = /^(.*?) ?([%％]|per ?cent)$/i;
  const TWOFOLD = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

  /** Python's blanks: U+FEFF is none of them. */
  const BLANK = /(?:[^\S\ufeff]|[\x1c-\x1f\x85])+/;
  const oneBlank = (text) => text.split(BLANK).filter(Boolean).join(" ");
  const trim = (text) => text.replace(new RegExp(`^${BLANK.source}|${BLANK.source}$`, "g"), "");
  const usualSigns = (text) => [...text].map((sign) => {
    const code = sign.codePointAt(0);
    if (code === 0x2212) return "-";
    if (code === 0x3001) return ",";
    if (code === 0x3002) return ".";
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xff01 + 0x21) : sign;
  }).join("");
  const raised = (text) => [...text].map((sign) => {
    const at = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign);
    return at < 0 ? sign : "-0123456789"[at];
  }).join("");

  /** Digits of any script as the usual ones: their runs in Unicode begin with a 0. */
  const usualDigits = (text) => text.replace(/\p{Nd}/gu, (sign) => {
    let zero = sign.codePointAt(0);
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return (sign.codePointAt(0) - zero) % 10;
  });

  /** ½ as 0.5. */
  function fraction(text) {
    const [above, below] = text.normalize("NFKD").split("\u2044");
    return [...text].length === 1 && below ? String(Number(above) / Number(below)) : text;
  }

  function plain(text) {
    if (THOUSANDS.test(text)) return text.replaceAll(",", "");
    if (BLANKS.test(text)) return text.replace(/[ ’']/g, "").replaceAll(",", ".");
    if (POINTS.test(text)) return text.replaceAll(".", "").replaceAll(",", ".");
    return DECIMAL_COMMA.test(text) ? text.replaceAll(",", ".") : text;
  }

  class Refusal extends Error {}

  const cut = (text) => { const signs = [...text]; return signs.length > 40 ? signs.slice(0, 40).join("") + "…" : text; };
  const refuse = (got) => { throw new Refusal(`${words.called} must be ${words.wanted}; ${got}.`); };

  const tooLarge = (text) => { throw new Refusal(`${words.called} must be ${words.finite}; got “${cut(trim(text))}”.`); };

  function readNumber(text) {
    const cleaned = fraction(oneBlank(usualDigits(usualSigns(text)))).toLowerCase();
    if (ENDLESS.includes(cleaned)) return Infinity;
    const written = plain(cleaned);
    if (/^[+-]inf(inity)?$/.test(written)) tooLarge(text);
    if (!NUMBER.test(written)) refuse(`got “${cut(trim(text))}”`);
    const value = Number(written);
    return Number.isFinite(value) ? value : tooLarge(text);
  }

  /** A number times a power of ten, as it is written: 3.3 × 10^7 is 33,000,000 to the last bit. */
  function scaled(base, power) {
    const [mantissa, exponent] = base.toExponential().split("e");
    return Number.isFinite(base) ? Number(`${mantissa}e${Number(exponent) + Number(power)}`) : base;
  }

  function product(given) {
    const trimmed = trim(given), last = trimmed.lastIndexOf(" ");
    const word = trimmed.slice(last + 1).toLowerCase();
    const factor = last > 0 && Object.hasOwn(words.factors, word) && words.factors[word];
    const power = POWER.exec(trim(usualSigns(raised(given))));
    if (!factor && !power) return readNumber(given);
    const value = factor ? readNumber(trimmed.slice(0, last)) * factor : scaled(readNumber(power[1]), usualDigits(power[2]));
    return Number.isFinite(value) ? value : tooLarge(given);
  }

  const trimmed = (text) => oneBlank(text).replace(/^[≈~±= ]+/, "");

  function split(text, unit) {
    let given = trimmed(text);
    if (unit && unit !== "%") {
      const one = unit.replace(/s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      given = given.replace(new RegExp(` ?${one}s?$`, "i"), "");
    }
    const percent = PERCENT.exec(given);
    return percent ? [percent[1], true] : [given, false];
  }

  function readAnswer(text, unit) {
    const [given, hasPercent] = split(text, unit);
    if (!given) refuse("nothing was typed");
    const slash = given.indexOf("/");
    let value;
    try {
      if (slash < 0) value = product(given);
      else {
        const below = [product(given.slice(0, slash)), product(given.slice(slash + 1))];
        if (below[1] === 0) throw new RangeError();
        value = below[0] / below[1];
      }
    } catch (fault) {
      if (fault instanceof RangeError) refuse("got a division by 0");
      if (slash < 0) throw fault;
      value = NaN;
    }
    if (Number.isNaN(value)) refuse(`got “${cut(given)}”`);
    return hasPercent && !words.percents.includes(unit) ? value / 100 : value;
  }

  function readings(text, unit) {
    const [given, hasPercent] = split(text, unit), number = usualSigns(given);
    if (!TWOFOLD.test(number) || (hasPercent && !words.percents.includes(unit))) return null;
    return [number, number.replace(/[.,]/, (sign) => (sign === "," ? "." : ","))];
  }

  const isNear = (given, wanted, tolerance) => {
    const apart = Math.abs(given - wanted);
    return apart <= tolerance * (1 + 1e-9) + 1e-12 * Math.abs(wanted);
  };

  /** How many digits a number was given to, as "%.12g" writes it. */
  function digits(given) {
    const [mantissa, exponent] = Math.abs(given).toExponential(11).split("e");
    const meant = mantissa.replace(".", "").replace(/0+$/, "").length;
    const e = Number(exponent);
    if (!given) return 0;
    return e < -4 || e >= 12 ? meant : Math.max(meant, e + 1);
  }

  function isRounded(given, step) {
    const count = digits(given);
    return Number.isFinite(given) && count >= 2 && count - 2 < step.rounded.length
      && Number(step.rounded[count - 2]) === given;
  }

  function gradeNumber(step, given) {
    const answer = Number(step.answer), { tolerance } = step;
    if (isNear(given, answer, tolerance) || (tolerance && isRounded(given, step))) return { isRight: true };
    const share = answer ? tolerance / Math.abs(answer) : 0;
    for (const [name, miss] of step.misses) {
      if (isNear(given, Number(miss), share * Math.abs(Number(miss)))) return { miss: name };
    }
    const off = [100, 0.01].some((by) => isNear(given, answer * by, tolerance * by));
    return { isOff: off && answer !== 0 };
  }

  function grade(step, text) {
    if (step.kind === "number") return gradeNumber(step, readAnswer(text, step.unit));
    if (step.kind === "choice") return { isRight: text === step.answer, miss: text };
    const given = text.split(","), wrong = step.answer.findIndex((word, at) => word !== given[at]);
    return { isRight: wrong < 0 && given.length === step.answer.length, place: wrong + 1 };
  }

  function howRead(step, text) {
    const both = readings(text, step.unit);
    if (!both) return "";
    const isOtherRight = gradeNumber(step, readAnswer(both[1], step.unit)).isRight;
    if (!both[0].includes(",") && !isOtherRight) return "";
    const [read, write] = both[0].includes(",") ? words.thousands : words.decimal;
    const said = read.replace("{taken}", both[0]);
    return isOtherRight ? `${said} ${write.replace("{other}", both[1])}` : said;
  }

  /** What is said of an answer: whether it is right, and HTML. */
  explorer.check = (step, text) => {
    const found = grade(step, text);
    const how = step.kind === "number" ? howRead(step, text) : "";
    const said = found.isRight
      ? [`<strong>${words.right}</strong>`, step.right]
      : [
        `<strong>${words.notYet}</strong>`,
        found.place ? words.misplaced.replace("{place}", words.places[found.place - 1]) : "",
        step.said[found.miss] ?? step.wrong,
        found.isOff && step.isShare ? words.off : "",
      ];
    return { isRight: Boolean(found.isRight), html: [...said, how].filter(Boolean).join(" ") };
  };

  function typed(form, step) {
    if (step.kind === "number") return form.elements.answer.value;
    if (step.kind === "choice") {
      const chosen = form.elements.answer.value;
      if (!chosen) throw new Refusal(words.noneChosen);
      return chosen;
    }
    const chosen = [...form.querySelectorAll("select")].map((each) => each.value);
    if (chosen.includes("") || new Set(chosen).size < chosen.length) throw new Refusal(words.eachOnce);
    return chosen.join(",");
  }

  function answered(form, step) {
    const said = form.querySelector(".feedback");
    try {
      const { isRight, html } = explorer.check(step, typed(form, step));
      said.innerHTML = html;
      said.dataset.right = isRight;
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      said.textContent = fault.message;
      said.dataset.right = "";
    }
    said.hidden = false;
  }

  /** A number as `dpcore.checks.written` has it. */
  function written(value) {
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
    if (Number.isInteger(value) && Math.abs(value) < words.long) return (value || 0).toLocaleString("en");
    const [mantissa, power] = value.toExponential(5).split("e").map(Number);
    return power < -4 || power > 5
      ? `${mantissa}e${power}`
      : value.toLocaleString("en", { maximumSignificantDigits: 6 });
  }

  /** What is said of a guess: the number that was read, beside what came, as HTML. */
  explorer.came = (step, text) => step.came.replace(words.guess, written(readAnswer(text, step.guessUnit)));

  function guessed(form, step) {
    const said = form.querySelector(".came");
    try {
      said.innerHTML = explorer.came(step, form.elements.guess.value);
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      said.textContent = fault.message;
    }
    said.hidden = false;
  }

  explorer.lesson = (given, steps) => {
    words = given;
    explorer.steps = steps;
    steps.forEach((step, at) => {
      if (!step) return;
      const place = document.getElementById(`step-${at + 1}`);
      for (const [name, heard] of [["check", answered], ["guess-form", guessed]]) {
        const form = place.querySelector(`form.${name}`);
        if (!form) continue;
        form.querySelector("button").disabled = false;
        form.addEventListener("submit", (event) => { event.preventDefault(); heard(form, step); });
      }
    });
  };
}
