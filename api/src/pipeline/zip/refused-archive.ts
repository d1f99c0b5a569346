/** A zip that is refused. The message is for the user who uploaded it. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
  /** `not_zip` where the bytes are not a zip. */
  readonly kind: 'not_zip' | 'refused';

  constructor(message: string, kind: 'not_zip' | 'refused' = 'refused') {
    super(message);
    this.kind = kind;
  }
}
