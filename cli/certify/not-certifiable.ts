/** Thrown where a campaign can be neither certified nor refuted; the message says why. */
export class NotCertifiable extends Error {
  override readonly name = "NotCertifiable";
}
