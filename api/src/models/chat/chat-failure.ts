/** The chat service did not answer. The message is for the person who asked. */
export class ChatFailure extends Error {
  override readonly name = 'ChatFailure';
  /** Whether another question may be answered. */
  readonly isOfQuestion: boolean;

  constructor(message: string, options: { cause?: unknown; isOfQuestion?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isOfQuestion = options.isOfQuestion ?? false;
  }
}

export const unreachable = (cause: unknown) =>
  new ChatFailure('The answering service could not be reached. Try again in a moment.', { cause });

export const tookTooLong = () =>
  new ChatFailure('The answering service took too long. Try again in a moment.');

export const endedEarly = (cause?: unknown) =>
  new ChatFailure('The answering service ended in the middle of its answer. Try again.', { cause });

export const answeredTooMuch = () =>
  new ChatFailure('The answering service sent more than an answer may have.');

export const madeNoSense = () =>
  new ChatFailure('The answering service sent something that is no answer. Try again in a moment.');

/** The sentences for an answer without any text. */
export const wroteNothing = () =>
  new ChatFailure('The answering service wrote no answer. Ask again, or ask in other words.');

export const filteredAll = () =>
  new ChatFailure(
    'A content filter of the answering service kept the answer back. Ask in other words.',
  );

export const reasonedTooLong = () =>
  new ChatFailure(
    'The model used the length of its answer before it wrote one. Ask a narrower question.',
  );

/** The sentence for a response without success. */
export function refusedWith(status: number): ChatFailure {
  if (status === 429 || status >= 500) {
    return new ChatFailure(
      `The answering service is not available (status ${status}). Try again in a moment.`,
    );
  }
  return new ChatFailure(
    status >= 300 && status < 400
      ? 'The answering service redirects to another address, which is not followed. The operator can set CHAT_URL to that address.'
      : `The answering service refused the question (status ${status}). The operator can check its address, model and key.`,
    { isOfQuestion: [400, 413, 422].includes(status) },
  );
}
