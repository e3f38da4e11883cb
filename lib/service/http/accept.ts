/** Whether an Accept header prefers a media type to another one. A client that accepts both alike does not. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  // Only ranges with text/ or application/ can prefer one of the two types.
  if (accept === null || !/text\/|application\//i.test(accept)) return false;
  const ranges = accept.split(",").map(readRange);
  return qualityOf(ranges, type) > qualityOf(ranges, other);
}

type Range = { type: string; quality: number };

function readRange(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { type, quality: weight === undefined ? 1 : readQuality(weight) };
}

/** Returns a q value from 0 to 1; 0 if it is malformed. Source: RFC 9110 12.4.2. */
const readQuality = (text: string) => (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0);

/** Returns the weight of the most specific range for a type. Source: RFC 9110 12.5.1. */
function qualityOf(ranges: readonly Range[], type: string): number {
  const [group] = type.split("/");
  for (const name of [type, `${group}/*`, "*/*"]) {
    const range = ranges.find((one) => one.type === name);
    if (range) return range.quality;
  }
  return 0;
}
