/** A file that no retry can read. The message is for the user who uploaded it. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}
