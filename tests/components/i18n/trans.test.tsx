// @vitest-environment happy-dom

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Trans } from "@/components/i18n/trans";
import { TranslatorContext } from "@/components/i18n/translator-context";
import { createTranslator } from "@/lib/core/i18n/translator";
import { show } from "../show";

afterEach(cleanup);

const german = createTranslator("de", {
  "Signed by {signer}, {count, plural, one {# time} other {# times}}. <more>What that means</more>":
    "<more>Was das heißt</more>: {count, plural, one {#-mal} other {#-mal}} unterschrieben von {signer}.",
});

const sentence = (
  <Trans
    id="Signed by {signer}, {count, plural, one {# time} other {# times}}. <more>What that means</more>"
    values={{ signer: <b>Ada</b>, count: 1_234 }}
    components={{ more: (words) => <a href="/more">{words}</a> }}
  />
);

test("places elements where each language has them", () => {
  const { text, container } = show(sentence);
  expect(text()).toBe("Signed by Ada, 1,234 times. What that means");
  expect(screen.getByRole("link").textContent).toBe("What that means");
  expect(container.querySelector("b")?.textContent).toBe("Ada");
  cleanup();
  expect(show(<TranslatorContext value={german}>{sentence}</TranslatorContext>).text()).toBe(
    "Was das heißt: 1.234-mal unterschrieben von Ada.",
  );
  expect(screen.getByRole("link").textContent).toBe("Was das heißt");
});

test("treats a name that looks like a tag as a name", () => {
  const { text, container } = show(
    <Trans
      id="<strong>{name}</strong>, begun {date}"
      values={{ name: "</strong><strong>{date}", date: <i>now</i> }}
      components={{ strong: (words) => <b>{words}</b> }}
    />,
  );
  expect(text()).toBe("</strong><strong>{date}, begun now");
  expect(container.querySelectorAll("b")).toHaveLength(1);
});

test("renders an element within another, and a sentence without any", () => {
  const { container } = show(
    <p>
      <Trans
        id="<a>one <b>two</b></a> three"
        components={{ a: (words) => <u>{words}</u>, b: (words) => <i>{words}</i> }}
      />
      <Trans id=" and no more" />
    </p>,
  );
  expect(container.innerHTML).toBe("<p><u>one <i>two</i></u> three and no more</p>");
});
