import { expect, test } from 'vitest';

import { isHubName, parseHubName } from './hub-name.ts';

test('a name is an owner and a model, with a revision or without', () => {
  expect(parseHubName('BAAI/bge-small-en-v1.5')).toEqual({
    id: 'BAAI/bge-small-en-v1.5',
    revision: 'main',
    folder: 'BAAI/bge-small-en-v1.5',
  });
  expect(parseHubName('a/b@v1.0')).toEqual({ id: 'a/b', revision: 'v1.0', folder: 'a/b@v1.0' });
  expect(parseHubName('a/b', 'v2').revision).toBe('v2');
  expect(parseHubName('a/b@v1', 'v2').revision).toBe('v1');
});

test.each([
  '',
  'bge-small',
  '/etc/passwd',
  '../secrets',
  'a/..',
  '../../a/b',
  'a/b/c',
  'a/../b',
  'a\\..\\b/c',
  './b',
  'a/.hidden',
  '.loading/b',
  'a/b.git',
  'a/b--c',
  'a/b@',
  'a/b@../..',
  'a/b@refs/pr/1',
  'a/b@v1@v2',
  'a/b?x=1',
  'a/b#c',
  'a/b%2f..',
  'a/b\n',
  'a/b\0',
  'a /b',
  'ä/b',
  `a/${'b'.repeat(97)}`,
])('%j is no name', (text) => {
  expect(isHubName(text)).toBe(false);
  expect(() => parseHubName(text)).toThrow('The name of a model on the hub must be such as');
});

test('a revision that leads out of the folder is none', () => {
  expect(() => parseHubName('a/b', '../c')).toThrow('The name of a model');
});
