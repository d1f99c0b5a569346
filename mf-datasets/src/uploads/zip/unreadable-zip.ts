/** The directory of a zip cannot be made out here. That says nothing about what a server makes of it. */
export class UnreadableZip extends Error {
  override readonly name = 'UnreadableZip';
}
