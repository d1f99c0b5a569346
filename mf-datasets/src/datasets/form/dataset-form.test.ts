import type { Dataset } from '@carrel/shared/contract';
import { hiddenIssuesOf } from '@carrel/shared/testing';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

import {
  UNSAFE_METADATA_NUMBER,
  createDatasetInput,
  datasetFormInput,
  datasetFormSchema,
  updateDatasetInput,
} from '../dataset-form.ts';

const empty = datasetFormInput();
const dataset: Dataset = {
  id: '0d5c7c0e-6c0b-4a57-9d3f-0d6f3a1f2b11',
  name: 'Handbook',
  description: 'Everything we wrote down',
  chunk_template: '{{ chunk.text }}',
  metadata_parameters: { chunk_size: 800 },
};

function messagesOf(input: Partial<typeof empty>): Record<string, string> {
  const result = v.safeParse(datasetFormSchema, { ...empty, name: 'Handbook', ...input });
  const found: Record<string, string> = {};
  for (const issue of result.issues ?? []) found[String(issue.path?.[0].key)] ??= issue.message;
  return found;
}

const parse = (input: Partial<typeof empty>) =>
  v.parse(datasetFormSchema, { ...empty, name: 'Handbook', ...input });

describe('the errors of the dataset form', () => {
  test.each([
    ['name', '', 'Dataset name is required'],
    ['name', '   ', 'Dataset name is required'],
    ['name', 'x'.repeat(101), 'Dataset name must be less than 100 characters'],
    ['description', 'x'.repeat(501), 'Description must be less than 500 characters'],
    ['metadata_parameters', '7', 'Metadata parameters must be a JSON object'],
    ['metadata_parameters', '{', 'Invalid JSON format for metadata parameters'],
    ['metadata_parameters', '{"a": undefined}', 'Invalid JSON format for metadata parameters'],
    ['metadata_parameters', '[1]', 'Metadata parameters must be a JSON object'],
    ['metadata_parameters', '"text"', 'Metadata parameters must be a JSON object'],
    ['metadata_parameters', 'null', 'Metadata parameters must be a JSON object'],
    ['metadata_parameters', '{"chunk_size": 1}', 'chunk_size must be at least 10'],
    ['metadata_parameters', '{"chunk_size": 100001}', 'chunk_size must be at most 100000'],
    ['metadata_parameters', '{"chunk_size": "800"}', 'chunk_size must be a whole number'],
    ['metadata_parameters', '{"chunk_size": null}', 'chunk_size must be a whole number'],
    ['metadata_parameters', '{"chunk_size": 1200.5}', 'chunk_size must be a whole number'],
    ['metadata_parameters', '{"chunk_overlap": -1}', 'chunk_overlap must not be negative'],
    ['metadata_parameters', '{"id": 9007199254740993}', UNSAFE_METADATA_NUMBER],
    ['metadata_parameters', '{"ids": [{"id": -1e20}]}', UNSAFE_METADATA_NUMBER],
    [
      'metadata_parameters',
      '{"chunk_size": 100, "chunk_overlap": 100}',
      'chunk_overlap must be smaller than chunk_size',
    ],
  ] as const)('%s %j: %s', (field, text, message) => {
    expect(messagesOf({ [field]: text })).toEqual({ [field]: message });
  });

  test('the largest whole number that is stored as it was typed is accepted', () => {
    expect(messagesOf({ metadata_parameters: '{"id": 9007199254740991}' })).toEqual({});
  });

  test('every issue belongs to a field', () => {
    const hidden = hiddenIssuesOf(datasetFormSchema, { ...empty, name: 'Handbook' });
    expect(hidden).toEqual({ elsewhere: [], notRaised: [] });
  });

  test('a megabyte of metadata is too much', () => {
    const metadata_parameters = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    expect(messagesOf({ metadata_parameters })).toEqual({
      metadata_parameters: 'Metadata parameters must be less than 100000 characters',
    });
  });

  test.each([
    'x'.repeat(100),
    ' Handbook ',
    '📚'.repeat(50),
    'اليوميات',
    '<script>alert(1)</script>',
  ])('the name %j is accepted', (name) => {
    expect(messagesOf({ name })).toEqual({});
  });
});

describe('what the dataset form sends', () => {
  test('a new dataset carries no empty optional field', () => {
    expect(
      createDatasetInput(
        parse({ description: '  ', chunk_template: ' \n', metadata_parameters: ' ' }),
      ),
    ).toEqual({ name: 'Handbook' });
  });

  test('metadata parameters are sent as the object that was written', () => {
    expect(createDatasetInput(parse({ metadata_parameters: '{"team": "ops"}' }))).toEqual({
      name: 'Handbook',
      metadata_parameters: { team: 'ops' },
    });
  });

  test('the form does not change an unchanged dataset', () => {
    const form = v.parse(datasetFormSchema, datasetFormInput(dataset));
    const { id: _, ...fields } = dataset;
    expect(updateDatasetInput(dataset, form)).toEqual(fields);
  });

  test('an emptied field is removed, and a field that was empty is left out', () => {
    const form = parse({ name: 'Handbook' });
    expect(updateDatasetInput({ ...dataset, chunk_template: null }, form)).toEqual({
      name: 'Handbook',
      description: null,
      metadata_parameters: null,
    });
  });

  test.each([
    [undefined, true, {}],
    [true, true, {}],
    [true, false, { keep_originals: false }],
    [false, true, { keep_originals: true }],
    [false, false, {}],
  ])('of originals kept %s and then %s it sends %j', (before, after, sent) => {
    const earlier: Dataset = { id: dataset.id, name: 'Handbook', keep_originals: before };
    expect(datasetFormInput(earlier).keep_originals).toBe(before ?? true);
    const form = parse({ keep_originals: after });
    expect(updateDatasetInput(earlier, form)).toEqual({ name: 'Handbook', ...sent });
  });

  test.each([
    [null, '', {}],
    ['big5', 'big5', { legacy_encoding: 'big5' }],
    ['big5', '', { legacy_encoding: null }],
  ] as const)('of the encoding %s and then %j it sends %j', (before, after, sent) => {
    const earlier: Dataset = { id: dataset.id, name: 'Handbook', legacy_encoding: before };
    const form = parse({ legacy_encoding: after });
    expect(updateDatasetInput(earlier, form)).toEqual({ name: 'Handbook', ...sent });
  });

  test('a new dataset keeps originals unless it says otherwise', () => {
    expect(datasetFormInput().keep_originals).toBe(true);
    expect(createDatasetInput(parse({ keep_originals: false }))).toEqual({
      name: 'Handbook',
      keep_originals: false,
    });
  });
});
