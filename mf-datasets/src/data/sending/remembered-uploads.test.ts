import { beforeEach, expect, test } from 'vitest';

import { REMEMBERED_UPLOADS, rememberedCount } from './remembered-count.ts';
import {
  forgetUpload,
  keepRemembered,
  rememberedUpload,
  rememberUpload,
} from './remembered-uploads.ts';
import type { RememberedUpload } from './remembered-uploads.ts';

const upload = (id: string, datasetId = 'a'): RememberedUpload => ({
  id,
  datasetId,
  kind: 'archive',
  options: { sync: true, delete_orphans: false, purge_on_completion: true },
});

beforeEach(() => localStorage.clear());

test('an upload is remembered until it is forgotten', () => {
  rememberUpload(upload('1'));
  rememberUpload(upload('2', 'b'));
  expect(rememberedUpload('1')).toEqual(upload('1'));
  expect([rememberedCount('a'), rememberedCount('b'), rememberedCount('c')]).toEqual([1, 1, 0]);
  forgetUpload('1');
  expect(rememberedUpload('1')).toBeUndefined();
  expect(rememberedCount('a')).toBe(0);
});

test('uploads that are not unfinished any more are forgotten, in their dataset only', () => {
  for (const each of [upload('1'), upload('2'), upload('3', 'b')]) rememberUpload(each);
  keepRemembered('a', ['2']);
  expect(['1', '2', '3'].map((id) => rememberedUpload(id)?.id)).toEqual([undefined, '2', '3']);
});

test('no more than forty are remembered, the newest', () => {
  for (let id = 1; id <= 50; id += 1) rememberUpload(upload(`${id}`));
  expect(rememberedCount('a')).toBe(40);
  expect(rememberedUpload('10')).toBeUndefined();
  expect(rememberedUpload('11')).toBeDefined();
});

test.each(['no JSON', 'null', '{}', '[null, 1, {"id":"1","datasetId":"a","kind":"other"}]'])(
  'what is stored as %s counts for nothing',
  (stored) => {
    localStorage.setItem(REMEMBERED_UPLOADS, stored);
    expect(rememberedUpload('1')).toBeUndefined();
  },
);
