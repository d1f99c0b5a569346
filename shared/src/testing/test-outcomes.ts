import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { mockApi } from './mock-api.ts';
import type { MockedResponse } from './mock-api.ts';

/** An action of a user, the one call that it makes, and the texts that the specification has for it. */
export interface Outcome {
  /** Opens the screen and does the action. */
  act: () => Promise<void>;
  method: 'post' | 'put' | 'patch' | 'delete';
  path: string;
  response: MockedResponse;
  success: string;
  /** Shown where a failure has no message. */
  fallback: string;
}

const MESSAGE = 'The server’s own words';

/**
 * Tests the texts of actions, by their names: of a success, and of a failure with the server's message,
 * with a status alone, and without a response.
 */
export function testOutcomes(outcomes: Readonly<Record<string, Outcome>>): void {
  const kinds = Object.entries(outcomes).flatMap(([name, outcome]) => {
    const { response, success, fallback } = outcome;
    const refused = { status: 403, body: { message: MESSAGE } };
    return [
      [name, 'success', success, outcome, () => response],
      [name, 'a failure with a message', MESSAGE, outcome, () => refused],
      [
        name,
        'a failure without a message',
        'HTTP 502',
        outcome,
        () => ({ status: 502, body: '<p>' }),
      ],
      [name, 'no response', fallback, outcome, () => Promise.reject(new TypeError('Gone'))],
    ] as const;
  });

  test.each(kinds)(
    '%s: %s is shown as "%s", once',
    async (_name, _kind, text, outcome, respond) => {
      const { act, method, path } = outcome;
      mockApi[method](path, respond);
      await act();
      expect(await screen.findByText(text)).toBeTruthy();
      await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(1));
      expect(mockApi.calls(method.toUpperCase(), path)).toHaveLength(1);
    },
  );
}
