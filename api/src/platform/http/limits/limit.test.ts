import { afterAll, beforeAll, expect, test } from 'vitest';

import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';
import { limitNameOf } from './limit.ts';
import { LIMIT_NAMES, limitOf } from './limits-table.ts';

const COMMAND = 'npx vitest run --project api src/platform/http/limits/limit.test.ts --update';

let server: ServerFixture;

beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

test('limits.txt lists every limit, and the routes that have it in their chain', async () => {
  const { routes } = server.app;
  const lines = LIMIT_NAMES.map((name) => {
    const { times, seconds } = limitOf(name);
    const limited = routes.filter(({ handler }) => limitNameOf(handler) === name);
    const paths = limited.map(({ method, path }) => `  ${method} ${path}\n`).join('');
    return `${name}: ${times} in ${seconds} seconds\n${paths}`;
  });
  await expect(lines.join(''), `Run: ${COMMAND}`).toMatchFileSnapshot('limits.txt');
});

test('a route that has a limit refuses a network that has used it up, and no other', async () => {
  const person = await server.person();
  const ask = async (address: string) =>
    person.call('POST', '/accounts/passkeys/options', { headers: { 'X-Forwarded-For': address } });
  await server.database.query('DELETE FROM rate_limits');
  expect((await ask('192.0.2.1')).status).not.toBe(429);
  await server.database.query('UPDATE rate_limits SET count = $1', [
    limitOf('passkey-challenge').times,
  ]);
  const refused = await ask('192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await ask('198.51.100.1')).status).not.toBe(429);
});
