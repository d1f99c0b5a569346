/** A file that will never be read, however often it is tried. The message is for the person who uploaded it. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
