import * as v from 'valibot';

import { searchFilterSchema, searchResultSchema } from './search.ts';
import { storable } from './storable.ts';
import { SHOWN } from './text.ts';

/** Characters of a question. */
export const ASK_QUERY_MAX = 2000;
/** Passages that an answer may cite, numbered from 1. */
export const ASK_PASSAGES = 8;
/** Earlier turns that go along with a follow-up question. */
export const ASK_TURNS_MAX = 4;
/** Characters of an earlier answer that go along. */
export const ASK_ANSWER_MAX = 12_000;

const question = v.pipe(
  v.string('Question is required'),
  v.metadata(SHOWN),
  v.maxLength(ASK_QUERY_MAX, `Question must be at most ${ASK_QUERY_MAX} characters`),
  storable,
  v.transform((text) => text.trim()),
  v.nonEmpty('Question is required'),
);

export const askInputSchema = v.object({
  query: question,
  filter: v.optional(searchFilterSchema, {}),
  /** The turns before a follow-up question, oldest first. The server stores none of them. */
  turns: v.optional(
    v.pipe(
      v.array(
        v.object({
          question,
          answer: v.pipe(
            v.string(),
            v.maxLength(ASK_ANSWER_MAX, `Answer must be at most ${ASK_ANSWER_MAX} characters`),
            storable,
          ),
        }),
      ),
      v.maxLength(ASK_TURNS_MAX, `At most ${ASK_TURNS_MAX} turns go along`),
    ),
    [],
  ),
});

/** An earlier question with its answer. */
export type AskTurn = v.InferOutput<typeof askInputSchema>['turns'][number];

/** What a caller sends. */
export type AskRequest = v.InferInput<typeof askInputSchema>;

/** Whether the server can answer questions. */
export const askAvailabilitySchema = v.object({ available: v.boolean() });

export type AskAvailability = v.InferOutput<typeof askAvailabilitySchema>;

/** Why no answer is given, though nothing failed. */
export const ASK_REFUSALS = [
  /** No passage was found. */
  'nothing_found',
  /** What was found has too few words of the question: no model was asked. */
  'too_far',
  /** The model found no answer in the passages. */
  'not_answered',
] as const;

export type AskRefusal = (typeof ASK_REFUSALS)[number];

/** The data of each server-sent event of an answer, by the event's name. */
const askEventSchemas = {
  /**
   * First, once: what the answer may cite, or what is nearest to a question without one. `query` is what
   * was searched for, where a follow-up question is searched in other words.
   */
  passages: v.object({ passages: v.array(searchResultSchema), query: v.optional(v.string()) }),
  /** The next part of the answer's text, in Markdown. It cites passages as `[1]`, each of which exists. */
  delta: v.object({ text: v.string() }),
  /** The text so far was no part of the answer, but the model's reasoning: the answer begins here. */
  restarted: v.object({}),
  /**
   * Last: the numbers of the passages that were cited, in their order, and how many citations were left
   * out because they name no passage. `cut` if the answer is not complete: by the model's limit of length,
   * or by a content filter.
   */
  done: v.object({
    citations: v.array(v.number()),
    dropped: v.number(),
    cut: v.boolean(),
    cut_by: v.optional(v.picklist(['length', 'filter'])),
  }),
  /** Last: there is no answer. */
  refused: v.object({ reason: v.picklist(ASK_REFUSALS), message: v.string() }),
  /** Last: something failed, in a sentence for the person. */
  failed: v.object({ message: v.string() }),
} as const;

export type AskEventName = keyof typeof askEventSchemas;
export type AskEvents = { [Name in AskEventName]: v.InferOutput<(typeof askEventSchemas)[Name]> };

/** One event of an answer. */
export type AskEvent = {
  [Name in AskEventName]: { name: Name; data: AskEvents[Name] };
}[AskEventName];

/** Parses an event; undefined for one of a newer server. Throws for data that breaks its schema. */
export function parseAskEvent(name: string, data: string): AskEvent | undefined {
  if (!Object.hasOwn(askEventSchemas, name)) return undefined;
  const known = name as AskEventName;
  return { name: known, data: v.parse(askEventSchemas[known], JSON.parse(data)) } as AskEvent;
}
