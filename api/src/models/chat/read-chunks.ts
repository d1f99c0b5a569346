import { createParser, type EventSourceMessage } from 'eventsource-parser';
import * as v from 'valibot';

import { answeredTooMuch, endedEarly, madeNoSense } from './chat-failure.ts';

/** Bytes of one response: some 300 of each token, those of the reasoning included. */
const RESPONSE_BYTES_MAX = 8 * 1024 ** 2;

/** Some services send the text in parts, of which others are reasoning. */
const contentSchema = v.union([
  v.string(),
  v.array(v.object({ type: v.optional(v.string()), text: v.optional(v.unknown()) })),
]);

const chunkSchema = v.object({
  choices: v.array(
    v.object({
      delta: v.nullish(
        v.object({
          content: v.nullish(contentSchema),
          // What a model writes instead of an answer is for the person too.
          refusal: v.nullish(v.string()),
        }),
      ),
      finish_reason: v.nullish(v.string()),
    }),
  ),
});

/** How an answer ended: `length` by the limit of the model, `filter` by one of content, `cut` by something else. */
export type ChatEnd = 'complete' | 'length' | 'filter' | 'cut';

/** A part of an answer's text, or its end. */
export type ChatPart = { text: string } | { end: ChatEnd };

const ENDS = new Map<string, ChatEnd>([
  ['stop', 'complete'],
  ['eos', 'complete'],
  ['end_turn', 'complete'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'filter'],
  ['safety', 'filter'],
]);

/**
 * Reads the streamed chunks of a chat completion. The end is the last part. A chunk of something else than
 * the answer, such as reasoning, is a part without text.
 * @throws {ChatFailure} if it has none, is too large or invalid.
 */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatPart> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  let bytes = 0;
  let end: ChatEnd | undefined;
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
      if (choice?.delta) yield { text: textOf(choice.delta) };
      const reason = choice?.finish_reason ?? null;
      if (reason !== null) end = ENDS.get(reason.toLowerCase()) ?? 'cut';
    }
  }
  if (end === undefined) throw endedEarly();
  yield { end };
}

function textOf({
  content,
  refusal,
}: {
  content?: v.InferOutput<typeof contentSchema> | null | undefined;
  refusal?: string | null | undefined;
}): string {
  const text = Array.isArray(content)
    ? content.map((part) => (isText(part) ? part.text : '')).join('')
    : (content ?? '');
  return text + (refusal ?? '');
}

const isText = (part: { type?: string | undefined; text?: unknown }): part is { text: string } =>
  typeof part.text === 'string' && [undefined, 'text', 'output_text'].includes(part.type);

function parsed(data: string): v.InferOutput<typeof chunkSchema> {
  try {
    return v.parse(chunkSchema, JSON.parse(data));
  } catch {
    // The cause would hold the answer's text.
    throw madeNoSense();
  }
}
