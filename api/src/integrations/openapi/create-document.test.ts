import { readFileSync } from 'node:fs';

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';

import { DocumentChecks } from '@carrel/testing/openapi/described-responses.ts';
import { breakingChanges } from '@carrel/testing/openapi/breaking-changes.ts';
import { createServerFixture } from '@carrel/testing/server-fixture.ts';
import { createDocument } from './create-document.ts';
import { EXAMPLES } from './examples.ts';
import type { OpenApiDocument } from './openapi.ts';

const FILE = '../../../../docs/openapi.json';
const COMMAND =
  'npx vitest run --project api src/integrations/openapi/create-document.test.ts --update';

const majorOf = ({ info }: OpenApiDocument) => info.version.split('.')[0];

let document: OpenApiDocument;

beforeAll(async () => {
  const server = await createServerFixture();
  document = createDocument(server.app.routes);
  await server.close();
});

test('the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...structuredClone(document) });
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, validator.version]).toEqual([true, '3.1']);
});

// Before the snapshot is written: a change that breaks clients is not written under the same major version.
test('docs/openapi.json is the document, and no client of it breaks without a new major version', async () => {
  const before = JSON.parse(
    readFileSync(new URL(FILE, import.meta.url), 'utf8'),
  ) as OpenApiDocument;
  const isNewMajor = majorOf(before) !== majorOf(document);
  const broken = isNewMajor ? [] : breakingChanges(before, document);
  expect(broken, 'Set another major VERSION').toEqual([]);
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await expect(text, `Run: ${COMMAND}`).toMatchFileSnapshot(FILE);
});

test.each(Object.entries(EXAMPLES))(
  'the example of %s matches its schemas',
  async (id, example) => {
    const checks = new DocumentChecks(document);
    const operation = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .find(({ operationId }) => operationId === id);
    const [status = 0] = Object.keys(operation?.responses ?? {}).map(Number);
    const { request } = example;
    expect(request === undefined ? undefined : checks.bodyFault(id, request)).toBeUndefined();
    const response = Response.json(example.response, { status });
    expect(await checks.responseFault(id, 'GET', response)).toBeUndefined();
  },
);
