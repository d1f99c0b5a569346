import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import type { OpenApiDocument } from './openapi.ts';

let server: ServerFixture;
let document: OpenApiDocument;

beforeAll(async () => {
  server = await createServerFixture();
  const response = await server.visitor().call('GET', '/openapi.json');
  document = await readJson(response);
});
afterAll(() => server.close());

/** The registered routes of GET that only respond to HEAD. */
const HEADS = new Set(['GET /api/v1/datasets/{id}/uploads/{uploadId}']);

test('every registered route is in the document, and every operation is a route', () => {
  const registered = new Set(
    server.app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/v1/'))
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .map((route) => (HEADS.has(route) ? route.replace('GET', 'HEAD') : route)),
  );
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual([...registered].toSorted());
  expect(described.length).toBeGreaterThan(110);
});

test('every operation has an id of its own', () => {
  const ids = Object.values(document.paths).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(ids).toEqual([...new Set(ids)]);
});

test('it says which API keys may call a route', () => {
  expect(document.paths['/api/v1/datasets/{id}/search']?.['post']?.security).toEqual([
    { session: [] },
    { apiKey: ['search'] },
  ]);
  expect(document.paths['/api/v1/datasets']?.['post']?.security).toEqual([{ session: [] }]);
  expect(document.paths['/api/v1/accounts/login']?.['post']?.security).toEqual([]);
});

test('it has the limits of numbers in queries', () => {
  const parameters = document.paths['/api/v1/datasets/{id}/documents']?.['get']?.parameters;
  expect(parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  });
});
