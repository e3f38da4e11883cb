import { parseURL } from "@solana/actions";
import decodeQR from "qr/decode.js";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ShareClaim } from "@/components/claim/share-claim";

const TREE = "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU";
const SCALE = 8;

/** Decodes the QR code in some markup as a camera does: the modules of its path, black on white. */
function scan(markup: string): string {
  const size = Number(/viewBox="0 0 (\d+)/.exec(markup)?.[1]);
  const width = size * SCALE;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of markup.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < SCALE; dy++) {
      const from = ((Number(y) * SCALE + dy) * width + Number(x) * SCALE) * 4;
      for (let at = from; at < from + SCALE * 4; at += 4) data.fill(0, at, at + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}

const show = (origin: string, isEmbeddable = false) =>
  renderToStaticMarkup(<ShareClaim treeAddress={TREE} {...{ origin, isEmbeddable }} />);

test("encodes the transaction request over HTTPS, as the published client reads it", () => {
  const scanned = scan(show("https://app.example.com"));
  expect(scanned).toBe(`solana:https://app.example.com/api/actions/claim/${TREE}`);
  expect(parseURL(scanned)).toMatchObject({
    link: new URL(`https://app.example.com/api/actions/claim/${TREE}`),
  });
});

test("encodes the page over plain HTTP, which wallets refuse", () => {
  expect(scan(show("http://127.0.0.1:3000"))).toBe(`http://127.0.0.1:3000/claim/${TREE}`);
});

test("the code of a frame is shown only if other sites may embed the claim", () => {
  const origin = "https://app.example.com";
  expect(show(origin)).not.toContain("iframe");
  expect(show(origin, true)).toContain(`&lt;iframe src=&quot;${origin}/embed/claim/${TREE}&quot;`);
});
