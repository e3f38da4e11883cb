// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { observeAndFix } from "@/components/docs/fix-reference";

test("names the group that a button unfolds", () => {
  document.body.innerHTML =
    "<div><h2>Campaigns <span>(Collapsed)</span></h2><div><button class=show-more> Show More </button></div></div>" +
    "<div><h2>Supply</h2><button class=show-more> Show More </button></div>";
  observeAndFix(document.body, () => {})();
  const buttons = [...document.querySelectorAll("button")].map(({ textContent }) => textContent?.trim());
  expect(buttons).toEqual(["Show more: Campaigns", "Show more: Supply"]);
});

test("writes the labels of the renderer in sentence case, and allows breaks after the slashes of a path", () => {
  document.body.innerHTML =
    '<h1>API</h1><button class="show-more"> Show More <svg></svg></button>' +
    '<button class="group/combobox-button"><span>Select</span> Auth Type </button>' +
    '<span class="endpoint-path">/api/health</span>';
  let drawn = 0;
  observeAndFix(document.body, () => drawn++)();
  const buttons = [...document.querySelectorAll("button")].map(({ textContent }) => textContent?.trim());
  expect(buttons).toEqual(["Show more", "Select Auth type"]);
  expect(document.querySelector(".endpoint-path")?.innerHTML).toBe("/<wbr>api/<wbr>health<wbr>");
  expect(drawn).toBe(1);
});
