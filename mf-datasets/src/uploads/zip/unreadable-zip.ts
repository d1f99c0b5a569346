/** The browser cannot read the directory of a zip. The server may still be able to. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip';
}
