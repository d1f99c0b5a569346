import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { duplicatesOf, MANUAL, sentences } from '@carrel/testing/duplicates-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { sendSignJobs } from './sign-documents-job.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const query = (sql: string) => fixture.server.database.query(sql);

/** Leaves documents as a version before signatures did. */
async function forgetSignatures(): Promise<void> {
  await query('DELETE FROM document_signatures');
  await query('DELETE FROM duplicate_groups');
  await fixture.server.database.query(
    'INSERT INTO signature_backlog (organization_id) VALUES ($1)',
    [fixture.organizationId],
  );
}

const large = (end: string) => `${sentences(5000)} ${end}`;

test('documents of an earlier version are signed from their kept texts, and compared', async () => {
  await fixture.uploadFiles({
    'a.txt': MANUAL,
    'b.txt': MANUAL,
    'c.md': MANUAL.replaceAll('. Rule', '.\n\nRule'),
    'large 1.txt': large('One.'),
    'large 2.txt': large('Two.'),
    'broken 1.pdf': 'This is no PDF, but it is long enough to be compared.',
    'broken 2.pdf': 'This is no PDF, but it is long enough to be compared.',
  });
  const duplicates = duplicatesOf(fixture);
  const kindsOf = (found: Awaited<ReturnType<typeof duplicates.groups>>) =>
    found
      .map(({ kind, shown }) => [kind, ...shown.map(({ path }) => path)].join(', '))
      .toSorted((a, b) => (a < b ? -1 : 1));
  const before = kindsOf(await duplicates.groups());
  expect(before).toEqual([
    'equal, a.txt, b.txt',
    'equal, broken 1.pdf, broken 2.pdf',
    'equal_text, a.txt, b.txt, c.md',
    'nearly_equal, large 1.txt, large 2.txt',
  ]);
  await forgetSignatures();
  expect(await duplicates.list()).toMatchObject({ groups: [], is_comparing: true });
  await sendSignJobs(fixture.pipeline());
  await expect
    .poll(async () => kindsOf(await duplicates.groups()), { timeout: 20_000 })
    .toEqual(before);
  await expect.poll(() => query('SELECT * FROM signature_backlog')).toEqual([]);
});
