import { describe, expect, test } from 'vitest';

import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
} from '@carrel/api/src/integrations/openapi/openapi.ts';
import { breakingChanges } from './breaking-changes.ts';

const PATH = '/api/v1/pets';

const operation: OperationObject = {
  operationId: 'addPet',
  summary: 'Add a pet',
  description: '',
  tags: [],
  security: [{ session: [] }, { apiKey: ['documents:write'] }],
  parameters: [
    { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 10 } },
  ],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } },
  },
  responses: {
    200: {
      description: '',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
    },
  },
};

const INPUT: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['cat', 'dog'] } },
  required: ['name'],
};

const PET: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['cat', 'dog'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
  required: ['id'],
};

function documentOf(change: {
  operation?: Partial<OperationObject>;
  Input?: JsonSchema;
  Pet?: JsonSchema;
}): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: {
      title: '',
      version: '1.0.0',
      description: '',
      license: { name: '', identifier: '' },
    },
    servers: [],
    tags: [],
    paths: { [PATH]: { post: { ...operation, ...change.operation } } },
    components: {
      securitySchemes: {},
      responses: {},
      schemas: { Input: change.Input ?? INPUT, Pet: change.Pet ?? PET },
    },
  };
}

const before = documentOf({});
const changesTo = (change: Parameters<typeof documentOf>[0]) =>
  breakingChanges(before, documentOf(change)).map((sentence) => sentence.replace(/^.*pets: /, ''));

const withProperty = (schema: JsonSchema, name: string, property: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: property },
});

describe('a change that breaks', () => {
  const { id: _id, ...withoutId } = PET.properties ?? {};
  const { kind: _kind, ...withoutKind } = INPUT.properties ?? {};
  test.each<[string, Parameters<typeof documentOf>[0], string[]]>([
    [
      'a name of the call',
      { operation: { operationId: 'newPet' } },
      ['it has another operationId'],
    ],
    [
      'a scope',
      { operation: { security: [{ session: [] }] } },
      ['it is closed to {"apiKey":["documents:write"]}'],
    ],
    [
      'a parameter that is gone',
      { operation: { parameters: [] } },
      ['the parameter limit is gone'],
    ],
    [
      'a lower limit',
      {
        operation: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 5 } }],
        },
      },
      ['the parameter limit has another maximum'],
    ],
    [
      'a required field of a request',
      { Input: { ...INPUT, required: ['name', 'kind'] } },
      ['the body.kind may be absent'],
    ],
    [
      'a field of a request that is gone',
      { Input: { ...INPUT, properties: withoutKind } },
      ['the body.kind is gone'],
    ],
    [
      'a value less in a request',
      { Input: withProperty(INPUT, 'kind', { type: 'string', enum: ['cat'] }) },
      ['the body.kind also has dog'],
    ],
    [
      'a request that is closed to other fields',
      { Input: { ...INPUT, additionalProperties: false } },
      ['the body may have more'],
    ],
    ['a status', { operation: { responses: {} } }, ['it does not respond with 200']],
    [
      'a field of a response that is gone',
      { Pet: { ...PET, properties: withoutId, required: [] } },
      ['200.id may be absent', '200.id is gone'],
    ],
    [
      'a field of a response that may be absent',
      { Pet: { ...PET, required: [] } },
      ['200.id may be absent'],
    ],
    [
      'a value more in a response',
      { Pet: withProperty(PET, 'kind', { type: 'string', enum: ['cat', 'dog', 'cow'] }) },
      ['200.kind also has cow'],
    ],
    [
      'a response that may be null',
      { Pet: withProperty(PET, 'id', { anyOf: [{ type: 'string' }, { type: 'null' }] }) },
      ['200.id is null instead of string'],
    ],
  ])('is %s', (_, change, sentences) => {
    expect(changesTo(change)).toEqual(sentences);
  });

  test('is a path that is gone', () => {
    expect(breakingChanges(before, { ...before, paths: {} })).toEqual([`POST ${PATH} is gone`]);
  });
});

test.each<[string, Parameters<typeof documentOf>[0]]>([
  ['nothing', {}],
  ['another summary', { operation: { summary: 'Add an animal' } }],
  ['a new field of a response', { Pet: withProperty(PET, 'age', { type: 'integer' }) }],
  ['a new optional field of a request', { Input: withProperty(INPUT, 'age', { type: 'integer' }) }],
  ['a field of a request that may be absent', { Input: { ...INPUT, required: [] } }],
  ['a response that is never null', { Pet: withProperty(PET, 'note', { type: 'string' }) }],
  [
    'a value more in a request',
    { Input: withProperty(INPUT, 'kind', { type: 'string', enum: ['cat', 'dog', 'cow'] }) },
  ],
])('%s does not break', (_, change) => {
  expect(changesTo(change)).toEqual([]);
});
