import { describe, expect, test } from 'vitest';

import { respondWhileStarting } from './startup-response.ts';

const respond = respondWhileStarting({ Strict: 'yes' }, () => ({ 'X-Request-Id': 'one' }));
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) =>
  respond(new Request(`http://localhost${path}`, { headers }));

describe('while the server starts', () => {
  test('a browser gets a page that looks for the server and is not kept', async () => {
    const response = get('/datasets?search=a', BROWSER);
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
      'x-request-id': 'one',
    });
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('<h1>Carrel is starting</h1>');
  });

  test.each([{}, { Accept: 'application/json' }, { Accept: '*/*' }])(
    'a program that accepts %o gets JSON',
    async (headers) => {
      const response = get('/api/v1/datasets', headers);
      expect(response.status).toBe(503);
      expect(await response.json()).toEqual({
        message: 'The service is starting. Please try again in a moment.',
      });
    },
  );

  test('the liveness check succeeds, for a browser too', () => {
    expect(get('/healthz', BROWSER).status).toBe(200);
    expect(get('/readyz', BROWSER).status).toBe(503);
  });
});
