import { expect, test } from 'vitest';

import { findRows } from './find-rows.ts';

const ROWS = ['Über uns', 'Handbook 2024', 'اليوميات', 'Legal <script>'];
const find = (search: string) => findRows(ROWS, search, (row) => row);

test.each([
  ['', ROWS],
  ['   ', ROWS],
  ['uber', ['Über uns']],
  ['2024 HAND', ['Handbook 2024']],
  ['اليوم', ['اليوميات']],
  ['<script>', ['Legal <script>']],
  ['nowhere', []],
])('a search for "%s" finds %j', (search, found) => {
  expect(find(search)).toEqual(found);
});
