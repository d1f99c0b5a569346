import { vi } from 'vitest';

import { setPasswordPrompt } from '../api/public.ts';
import { REAUTHENTICATE_HEADER } from '../contract/public.ts';
import type { MockedResponse } from './mock-api.ts';

/**
 * Returns a handler that refuses a call until the password is confirmed, and `prompt`, which stands in
 * for the shell's dialog: it confirms the password, or cancels. Call `remove` after the test.
 */
export function needsPassword(response: MockedResponse, confirms = true) {
  let confirmed = false;
  const prompt = vi.fn<() => Promise<boolean>>(async () => {
    confirmed = confirms;
    return confirms;
  });
  const handler = (): MockedResponse =>
    confirmed
      ? response
      : {
          status: 403,
          body: { message: 'Please confirm your password to continue.' },
          headers: { [REAUTHENTICATE_HEADER]: 'password' },
        };
  return { handler, prompt, remove: setPasswordPrompt(prompt) };
}
