import { ServiceRefusal } from './request-json.ts';

/** Texts that could not be embedded. The message is for users who look at the document. */
export class EmbeddingError extends Error {
  override readonly name: string = 'EmbeddingError';
  private readonly isRefusedText: boolean;

  constructor(message: string, options: ErrorOptions & { isOfText?: boolean } = {}) {
    super(message, options);
    this.isRefusedText = options.isOfText === true;
  }

  /** Whether these texts cannot be embedded, rather than any. */
  get isOfText(): boolean {
    return this.isRefusedText || (this.cause instanceof ServiceRefusal && this.cause.isOfText);
  }
}

/** Nothing is embedded at present: what is to be embedded waits. */
export class EmbeddingsUnavailable extends EmbeddingError {
  override readonly name = 'EmbeddingsUnavailable';
  /** When the model is tried next. */
  readonly nextTry: Date | undefined;

  constructor(message: string, details: { nextTry?: Date | undefined; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.nextTry = details.nextTry;
  }
}
