/** Why a model was not loaded. */
export type HubFailureKind =
  /** The name is malformed. */
  | 'name'
  /** The hub has no such model or revision, or does not show it to this server. */
  | 'missing'
  /** The hub refuses the request, or redirects where nothing is requested. */
  | 'refused'
  /** The model has no files that this server can use, or they are too large. */
  | 'files'
  /** The hub is not reached, or breaks off. */
  | 'network'
  /** A response has another shape than the hub's. */
  | 'invalid'
  /** A file arrived with another checksum or size than the hub names. It was deleted. */
  | 'checksum'
  /** The folder is full, or cannot be written. */
  | 'disk';

/** A model of the hub that was not loaded. The message is for operators and users. */
export class HubFailure extends Error {
  override readonly name = 'HubFailure';
  readonly kind: HubFailureKind;
  /** When the hub asks to be tried again, in milliseconds; 0 if it does not say. */
  readonly afterMilliseconds: number;

  constructor(
    kind: HubFailureKind,
    message: string,
    { cause, afterMilliseconds = 0 }: { cause?: unknown; afterMilliseconds?: number } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.afterMilliseconds = afterMilliseconds;
  }
}
