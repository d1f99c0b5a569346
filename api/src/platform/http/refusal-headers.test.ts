import { expect, test } from 'vitest';

import { createLog } from '../log.ts';
import { refusalHeaders } from './refusal-headers.ts';
import { respondWhileStarting } from './startup/startup-response.ts';

test('a response that is sent without the app has a request id, which the log has too', () => {
  const lines: string[] = [];
  const refusal = refusalHeaders(
    { Strict: 'yes' },
    createLog((line) => lines.push(line)),
  );
  const respond = respondWhileStarting({}, refusal);
  const response = respond(new Request('http://localhost/api/v1/datasets'));
  const requestId = response.headers.get('X-Request-Id');
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(response.headers.get('Strict')).toBe('yes');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { message: 'request', request_id: requestId, status: 503 },
  ]);
});
