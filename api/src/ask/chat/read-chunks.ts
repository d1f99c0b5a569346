import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as v from 'valibot';

import { answeredTooMuch, endedEarly, madeNoSense } from './chat-failure.ts';

/** Bytes of one response. */
const RESPONSE_BYTES_MAX = 1024 ** 2;

const chunkSchema = v.object({
  choices: v.array(
    v.object({
      delta: v.nullish(v.object({ content: v.nullish(v.string()) })),
      finish_reason: v.nullish(v.string()),
    }),
  ),
});

/** A part of an answer's text, or its end. */
export type ChatPart = { text: string } | { end: 'complete' | 'cut' };

/**
 * Reads the streamed chunks of a chat completion. The end is the last part.
 * @throws {ChatFailure} if it has none, is too large or makes no sense.
 */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatPart> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  let bytes = 0;
  let end: 'complete' | 'cut' | undefined;
  // Leaving the loop early cancels the body, which closes the connection.
  for await (const piece of body) {
    bytes += piece.byteLength;
    if (bytes > RESPONSE_BYTES_MAX) throw answeredTooMuch();
    parser.feed(decoder.decode(piece, { stream: true }));
    for (const { data } of messages.splice(0)) {
      if (data.trim() === '[DONE]') {
        yield { end: end ?? 'complete' };
        return;
      }
      const [choice] = parsed(data).choices;
      const text = choice?.delta?.content ?? '';
      if (text !== '') yield { text };
      const reason = choice?.finish_reason ?? null;
      if (reason !== null) end = reason === 'stop' ? 'complete' : 'cut';
    }
  }
  if (end === undefined) throw endedEarly();
  yield { end };
}

function parsed(data: string): v.InferOutput<typeof chunkSchema> {
  try {
    return v.parse(chunkSchema, JSON.parse(data));
  } catch {
    // The cause would hold the answer's text.
    throw madeNoSense();
  }
}
