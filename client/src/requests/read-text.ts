import { ContractError } from '../errors/failures.ts';

/** Bytes of the largest response that is read whole: a page of a manifest has a few megabytes. */
const RESPONSE_MAX = 64 * 1024 * 1024;

/** Reads a body, up to a limit. @throws {ContractError} beyond it. */
export async function readText({ body, status }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let [text, length] = ['', 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      length += value.length;
      if (length > RESPONSE_MAX) {
        throw new ContractError('The response of the server is too large.', { status });
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    // Of a body that was read to its end there is nothing to cancel.
    void reader.cancel().catch(() => undefined);
  }
}
