import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SEED } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createDirectory, type Directory } from '@carrel/testing/scim/directory.ts';
import { createServerFixture, type ServerFixture } from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let directory: Directory;
let user: string;
let group: string;

beforeAll(async () => {
  server = await createServerFixture();
  directory = await createDirectory(server);
  user = await directory.user('ada');
  group = await directory.group('Group', [user]);
});
afterAll(() => server.close());

const NAMES =
  'userName USERNAME active emails name members displayName externalId id value type primary schemas __proto__ constructor Operations ';
const name = fc.constantFrom(...NAMES.split(' '));
const text = fc.oneof(fc.string({ unit: 'binary' }), name, fc.constant('True'));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(name, tie('any'), { maxKeys: 5 }),
  ),
})).any;
const path = fc.oneof(
  name,
  fc.string(),
  fc.tuple(name, name, text).map(([one, two, is]) => `${one}[${two} eq ${JSON.stringify(is)}]`),
  fc.tuple(name, name).map((names) => names.join('.')),
);
const operation = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'REMOVE', 'move'), path, value },
  { requiredKeys: [] },
);
const body = fc.oneof(
  value,
  fc.record({ userName: text, emails: value, name: value, active: value, members: value }),
  fc.record({ Operations: fc.array(operation, { maxLength: 6 }) }),
);

test('an odd body is stored or refused, and never a failure of the server', async () => {
  const places = fc.constantFrom<[string, () => string]>(
    ['POST', () => '/Users'],
    ['PUT', () => `/Users/${user}`],
    ['PATCH', () => `/Users/${user}`],
    ['POST', () => '/Groups'],
    ['PUT', () => `/Groups/${group}`],
    ['PATCH', () => `/Groups/${group}`],
    ['POST', () => '/Users/.search'],
  );
  await fc.assert(
    fc.asyncProperty(places, body, async ([method, at], sent) => {
      const response = await directory.call(method, at(), JSON.stringify(sent));
      expect(response.status).toBeLessThan(500);
    }),
    { seed: SEED, numRuns: hardCount(150, 550) },
  );
});

test('an odd filter is answered or refused', async () => {
  const filter = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.tuple(path, text).map(([one, is]) => `${one} eq ${JSON.stringify(is)}`),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('/Users', '/Groups'), filter, async (at, asked) => {
      const response = await directory.call('GET', `${at}?filter=${encodeURIComponent(asked)}`);
      expect([200, 400]).toContain(response.status);
    }),
    { seed: SEED, numRuns: hardCount(150, 550) },
  );
});
