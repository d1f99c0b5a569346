/** The service did not respond, or responded that it is unavailable. The message is for users. */
export class ServiceUnavailable extends Error {
  override readonly name = 'ServiceUnavailable';
  /** The wait that the service requested. */
  readonly afterMilliseconds: number | undefined;
  /** It has too many requests. */
  readonly isBusy: boolean;

  constructor(
    message: string,
    details: { afterMilliseconds?: number; isBusy?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.afterMilliseconds = details.afterMilliseconds;
    this.isBusy = details.isBusy ?? false;
  }
}
