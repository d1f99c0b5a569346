import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, test } from 'vitest';

import { DocumentChecks } from '@carrel/testing/openapi/described-responses.ts';
import { breakingChanges } from '@carrel/testing/openapi/breaking-changes.ts';
import { readLastRelease } from '@carrel/testing/openapi/last-release.ts';
import { createServerFixture } from '@carrel/testing/server-fixture.ts';
import { createDocument } from './create-document.ts';
import { EXAMPLES } from './examples.ts';
import type { JsonSchema, OpenApiDocument } from './openapi.ts';

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

/** As the generators of clients name what a field has. */
const classOf = (field: string) =>
  field.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

test('no schema has a field of its own name, nor one whose object gets the name of another schema', () => {
  const { schemas } = document.components;
  const isObject = ({ properties, anyOf = [] }: JsonSchema): boolean =>
    properties !== undefined || anyOf.some(isObject);
  const collisions = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(
        ([field, property]) =>
          classOf(field) === name || (isObject(property) && name + classOf(field) in schemas),
      )
      .map(([field]) => `${name}.${field}`),
  );
  expect(collisions).toEqual([]);
});

test('every body has a schema', () => {
  const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
  const described = operations.flatMap(({ requestBody, responses }) =>
    [requestBody ?? {}].concat(Object.values(responses)),
  );
  const contents = described.map((each) => ('content' in each ? each.content : undefined));
  const media = contents.flatMap((content) => Object.values(content ?? {}));
  expect(media.filter(({ schema }) => schema === undefined)).toEqual([]);
});

test('operations.txt lists the operations', async () => {
  const lines = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}\n`,
    ),
  );
  await expect(lines.join(''), `Run: ${COMMAND}`).toMatchFileSnapshot('operations.txt');
});

test('no client of the last release breaks without a new major version', async () => {
  const before = await readLastRelease();
  const isNewMajor = majorOf(before) !== majorOf(document);
  const broken = isNewMajor ? [] : breakingChanges(before, document);
  expect(broken, 'Give the release another major version: pnpm run new-version').toEqual([]);
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
