/** A zip that is not taken. The message is for the person who uploaded it. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** `not_zip` where the bytes are something else altogether. */
  readonly kind: 'not_zip' | 'refused';

  constructor(message: string, kind: 'not_zip' | 'refused' = 'refused') {
    super(message);
    this.kind = kind;
  }
}
