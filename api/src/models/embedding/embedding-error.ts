import { ServiceRefusal } from './request-json.ts';

/** Texts that could not be embedded. The message is for users who look at the document. */
export class EmbeddingError extends Error {
  override readonly name: string = 'EmbeddingError';

  /** Whether the service refused these texts, rather than any. */
  get isOfText(): boolean {
    return this.cause instanceof ServiceRefusal && this.cause.isOfText;
  }
}
