import type { DuplicateGroup, Duplicates } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { duplicatesOf, MANUAL, sentences, withoutApi } from '@carrel/testing/duplicates-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;
let duplicates: ReturnType<typeof duplicatesOf>;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  duplicates = duplicatesOf(fixture);
});
afterAll(() => first.close());

const pathsOf = (found: readonly DuplicateGroup[]) =>
  found.map(({ kind, shown }) => [kind, ...shown.map(({ path }) => path)]);

const CHINESE =
  '水泵必须每六个月检查一次。当压力低于三点五巴时更换密封件，并在机器日志中记录检查日期。如果电机发热或水泵发出噪音，请致电服务团队。保养期间必须切断电源。每次检查之后都要清洁过滤器，并检查所有的螺栓是否拧紧。';

const invoice = (amount: string) => `${MANUAL} The total is ${amount} EUR.`;

const form = (name: string, at: number) =>
  `Order form of the office. Name: ${name}. City: ${name}ville. Date: ${at}.${at}.2026. Item: ${at} pumps of type ${name}${at}. Please send this form to the office in the second week of the month. Total: ${at * 31}.00 EUR.`;

describe('documents that are alike', () => {
  test('are found by bytes, by text and by most of their text, in several languages', async () => {
    await fixture.uploadFiles({
      'a/manual.txt': MANUAL,
      'b/manual copy.txt': MANUAL,
      'b/manual.md': MANUAL.replaceAll('. Rule', '.\n\nRule'),
      'c/manual 2.txt': `${MANUAL} Call the office.`,
      'zh/水泵.txt': CHINESE,
      'zh/水泵 2.txt': CHINESE.replace('请致电服务团队', '请联系服务团队'),
      'other.txt': sentences(20, 'motor').replaceAll('valve', 'switch'),
    });
    const found = pathsOf(await duplicates.groups());
    expect(found).toContainEqual(['equal', 'a/manual.txt', 'b/manual copy.txt']);
    expect(found).toContainEqual([
      'equal_text',
      'a/manual.txt',
      'b/manual copy.txt',
      'b/manual.md',
    ]);
    expect(found).toContainEqual([
      'nearly_equal',
      'a/manual.txt',
      'b/manual copy.txt',
      'b/manual.md',
      'c/manual 2.txt',
    ]);
    expect(found).toContainEqual(['nearly_equal', 'zh/水泵 2.txt', 'zh/水泵.txt']);
    expect(found).toHaveLength(4);
    const { counts } = await duplicates.list();
    expect(counts?.['equal']).toEqual({
      groups: 1,
      documents: 1,
      bytes: Buffer.byteLength(MANUAL),
    });
    expect(counts?.['nearly_equal']).toMatchObject({ groups: 2, documents: 4 });
  });

  test('are invoices of which one amount differs: nearly equal, and never equal', async () => {
    await fixture.uploadFiles({ '1.txt': invoice('1,250.00'), '2.txt': invoice('1,260.00') });
    expect(await duplicates.groups()).toMatchObject([{ kind: 'nearly_equal', documents: 2 }]);
    const [group] = await duplicates.groups();
    expect(group?.similarity).toBeGreaterThanOrEqual(95);
    expect(group?.similarity).toBeLessThan(100);
  });

  test('are compared word by word', async () => {
    await fixture.uploadFiles({ '1.txt': MANUAL, '2.txt': MANUAL.replace('7.5 bar', '8.5 bar') });
    const [one, two] = await fixture.documents();
    const path = apiPaths.compareDocuments(fixture.datasetId, one?.id ?? '', two?.id ?? '');
    const response = await fixture.call('GET', withoutApi(path));
    expect(await response.json()).toMatchObject({ changes: 1, words_removed: 1, words_added: 1 });
    const other = apiPaths.compareDocuments(
      fixture.datasetId,
      one?.id ?? '',
      '7d3f0c52-9f0e-4f57-8f0b-3a4f2c1d5e60',
    );
    expect((await fixture.call('GET', withoutApi(other))).status).toBe(404);
  });

  test('are none that only have the same form, though its words repeat', async () => {
    await fixture.uploadFiles({ 'ann.txt': sentences(12, 'Ann'), 'ben.txt': sentences(12, 'Ben') });
    expect(await duplicates.groups()).toEqual([]);
  });

  test('are none that are empty or tiny, none of a form that is filled in, and no sidecars', async () => {
    await fixture.uploadFiles({
      'a.txt': 'Ok.',
      'b.txt': 'Ok.',
      'c.txt': ' ',
      'd.txt': ' ',
      'forms/ann.txt': form('Ann', 3),
      'forms/ben.txt': form('Ben', 5),
      'forms/ann.txt.metadata.json': '{"author": "Somebody with a long name"}',
      'forms/ben.txt.metadata.json': '{"author": "Somebody with a long name"}',
    });
    expect(await duplicates.groups()).toEqual([]);
  });

  test('are no group any more once one of them is replaced, or deleted', async () => {
    await fixture.uploadFiles({ 'a.txt': MANUAL, 'b.txt': MANUAL, 'c.txt': MANUAL });
    expect(await duplicates.groups()).toMatchObject([{ documents: 3 }]);
    await fixture.uploadFiles({ 'b.txt': sentences(9, 'lamp') });
    expect(await duplicates.groups()).toMatchObject([{ documents: 2 }]);
    const [document] = await fixture.documents();
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, {
      document_ids: [document?.id],
    });
    expect(await duplicates.groups()).toEqual([]);
  });

  test('are listed page by page, and so are the documents of a large group', async () => {
    const files: Record<string, string> = {};
    for (let at = 0; at < 5; at += 1) {
      files[`${at}/a.txt`] = files[`${at}/b.txt`] = sentences(12, `thing${at}`);
    }
    for (let at = 0; at < 12; at += 1) files[`many/${at}.txt`] = MANUAL;
    await fixture.uploadFiles(files);
    const all = await duplicates.groups();
    expect(all).toHaveLength(6);
    const ids: string[] = [];
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined;) {
      const page: Duplicates = await duplicates.list({ limit: 2, cursor });
      ids.push(...page.groups.map(({ id }) => id));
      expect(page.counts !== undefined).toBe(cursor === '');
      cursor = page.next_cursor;
    }
    expect(ids).toEqual(all.map(({ id }) => id));
    const many = all.find(({ documents }) => documents === 12);
    expect(many?.shown).toHaveLength(10);
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const path = apiPaths.duplicateDocuments(fixture.datasetId, many?.id ?? '', {
        limit: 5,
        cursor,
      });
      const response = await fixture.call('GET', withoutApi(path));
      const page = (await response.json()) as {
        documents: { path: string }[];
        next_cursor?: string;
      };
      found.push(...page.documents.map((document) => document.path));
      cursor = page.next_cursor;
    }
    expect(found).toHaveLength(12);
    expect(found).toEqual(found.toSorted());
  });
});
