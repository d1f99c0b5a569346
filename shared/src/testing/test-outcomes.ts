import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { mockApi } from './mock-api.ts';
import type { MockedAnswer } from './mock-api.ts';

/** Something that a person does, the one call that it makes, and what the specification says of it. */
export interface Outcome {
  /** Opens the screen and does what is answered. */
  act: () => Promise<void>;
  method: 'post' | 'put' | 'patch' | 'delete';
  path: string;
  answer: MockedAnswer;
  success: string;
  /** Shown where a failure has no words of its own. */
  fallback: string;
}

const WORDS = 'The server’s own words';

/**
 * Tests of what is said of each action, by its name: the text of its success, a failure in the words
 * of the server, by its status where it has none, and in the words of the specification.
 */
export function testOutcomes(outcomes: Readonly<Record<string, Outcome>>): void {
  const kinds = Object.entries(outcomes).flatMap(([name, outcome]) => {
    const { answer, success, fallback } = outcome;
    const refused = { status: 403, body: { message: WORDS } };
    return [
      [name, 'success', success, outcome, () => answer],
      [name, 'a failure with words', WORDS, outcome, () => refused],
      [name, 'a failure without words', 'HTTP 502', outcome, () => ({ status: 502, body: '<p>' })],
      [name, 'no answer', fallback, outcome, () => Promise.reject(new TypeError('Gone'))],
    ] as const;
  });

  test.each(kinds)('%s: %s is told as "%s", once', async (_name, _kind, text, outcome, answer) => {
    const { act, method, path } = outcome;
    mockApi[method](path, answer);
    await act();
    expect(await screen.findByText(text)).toBeTruthy();
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(1));
    expect(mockApi.calls(method.toUpperCase(), path)).toHaveLength(1);
  });
}
