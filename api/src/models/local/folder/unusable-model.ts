/** A model that cannot be used as it is. The message is for operators and users. */
export class UnusableModel extends Error {
  override readonly name = 'UnusableModel';
}
