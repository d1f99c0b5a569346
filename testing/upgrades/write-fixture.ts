import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { migrate } from '@carrel/api/src/platform/database/migrations/migrate.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { ingestNext } from '@carrel/api/src/processing/jobs/merge/ingest-job.ts';
import { unpackNext } from '@carrel/api/src/processing/jobs/unpack/unpack-job.ts';
import { createRotation } from '@carrel/api/src/processing/rows/rotation.ts';
import { runOf } from '../claim-documents.ts';
import { interruptAfter } from '../faults/interrupt-after.ts';
import { buildMail } from '../mails/build-mail.ts';
import { createPipelineFixture } from '../pipeline-fixture.ts';
import { startTestPostgres } from '../postgres/test-postgres.ts';
import { createServerFixture, PASSWORD } from '../server-fixture.ts';
import { createTestIngestion } from '../test-ingestion.ts';
import { buildZip } from '../zips/build-zip.ts';

// Writes what a server of this version keeps, for `open-fixture.ts`: the dump of a PostgreSQL with rows and with
// documents in progress, and the stored files. Run it on the last version before the next baseline.

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ADDRESS = 'ada@example.com';

const texts = (folder: string, count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${folder}/${at}.txt`, `${folder} ${at}`]),
  );

const server = startTestPostgres();
const dataDirectory = mkdtempSync(join(tmpdir(), 'carrel-fixture-'));
try {
  const maintenance = await openPostgres(server.urlOf('postgres'));
  await maintenance.query('CREATE DATABASE kept');
  await maintenance.close();
  const { organizationId, datasetId } = await processDocuments();
  await leaveInProgress(organizationId, datasetId);
  writeFileSync(join(HERE, 'database.sql.br'), brotliCompressSync(dump()));
  rmSync(join(HERE, 'archives'), { recursive: true, force: true });
  cpSync(join(dataDirectory, 'archives'), join(HERE, 'archives'), { recursive: true });
} finally {
  server.close();
  rmSync(dataDirectory, { recursive: true });
}

/** Keeps an organization with a workspace, an invitation and a dataset, whose documents are ready or failed. */
async function processDocuments() {
  const database = await openPostgres(server.urlOf('kept'));
  await migrate(database);
  const fixture = await createPipelineFixture({}, { dataDirectory }, database);
  const { organizationId, datasetId } = fixture;
  // The fixture counts its people.
  await database.query(`UPDATE account_emails SET address = $1, address_key = $1`, [ADDRESS]);
  await fixture.uploadFiles({
    'a/b/good.txt': 'The reading room opens at nine.',
    'a/bad.pdf': '%PDF-1.7 damaged',
    'notes.md': '# Lending\n\nBooks are lent for four weeks.',
  });
  const workspace = await fixture.call('POST', '/workspaces', { name: 'Desk' });
  const { id } = (await workspace.json()) as { id: string };
  await fixture.call('PUT', `/workspaces/${id}/datasets/${datasetId}`);
  const roleId = await fixture.server.roleId(organizationId, 'Viewer');
  const invited = await fixture.call('POST', `/organizations/${organizationId}/members`, {
    email_address: 'bob@example.com',
    role_id: roleId,
  });
  if (!invited.ok) throw new Error(await invited.text());
  await fixture.close();
  return { organizationId, datasetId };
}

/**
 * Keeps four archives that no worker has finished: one whose mail is read and not yet merged, one that is merged in
 * part, one with documents that wait, and one that waits itself, with the jobs of all of them.
 */
async function leaveInProgress(organizationId: string, datasetId: string): Promise<void> {
  const database = await openPostgres(server.urlOf('kept'));
  const fixture = await createServerFixture({ settings: { dataDirectory }, database });
  const person = fixture.visitor();
  await person.call('POST', '/accounts/login', {
    json: { email_address: ADDRESS, password: PASSWORD },
  });
  const upload = async (dataset: string, name: string, files: Record<string, Buffer | string>) => {
    const entries = Object.entries(files).map(([path, content]) => ({ name: path, content }));
    const response = await person.call('POST', `/datasets/${dataset}/archives`, {
      organizationId,
      body: Uint8Array.from(buildZip(entries)),
      headers: { 'Content-Type': 'application/zip', 'X-Filename': name },
    });
    if (response.status !== 201) throw new Error(await response.text());
  };
  const ingestion = await createTestIngestion(fixture);
  const workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  const run = () => runOf(organizationId);

  await upload(datasetId, 'merged-in-part.zip', texts('merged', 25));
  await mergeInPart();
  const attachments = Object.entries(texts('minutes', 3));
  const mail = buildMail(
    'Minutes',
    attachments.map(([path, content]) => ({ name: path.slice('minutes/'.length), content })),
  );
  const created = await person.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Mails' },
  });
  const { id: mails } = (await created.json()) as { id: string };
  await upload(mails, 'mails.zip', { 'minutes.eml': mail, ...texts('waiting', 3) });
  await ingestNext(ingestion, run());
  await unpackNext(
    {
      ...ingestion,
      workers,
      allowance: fixture.dependencies.settings.documentAllowance,
      unpackRotation: createRotation(),
      requestIngestion: () => Promise.resolve(),
    },
    run(),
  );
  await upload(mails, 'queued.zip', texts('queued', 2));

  ingestion.close();
  workers.close();
  await fixture.close();

  /** Interrupts a merge after one transaction more each time, until some of its documents are there. */
  async function mergeInPart(): Promise<void> {
    // As the job of a process that has ended.
    const [job] = await database.query<{ id: string }>(
      `UPDATE jobs SET attempts = 1 WHERE name = 'ingest-turn' AND claimed_by IS NULL RETURNING id`,
    );
    if (job === undefined) throw new Error('No job is queued.');
    const merging = { ...run(), id: job.id };
    for (let transactions = 1; ; transactions += 1) {
      const interrupted = interruptAfter(transactions, database);
      const isDone = await ingestNext({ ...ingestion, database: interrupted }, merging).catch(
        () => false,
      );
      const merged = await database.query(`SELECT FROM documents WHERE folder = 'merged'`);
      if (isDone) throw new Error('The merge was not interrupted.');
      if (merged.length > 0) return;
    }
  }
}

/** SQL for a database without tables, in one transaction. Statements of psql and of the session are left out. */
function dump(): string {
  const options = ['-h', server.socketFolder, '-U', 'postgres', '-d', 'kept'];
  const text = execFileSync(
    'pg_dump',
    [...options, '--no-owner', '--inserts', '--rows-per-insert=100'],
    {
      encoding: 'utf8',
    },
  );
  const lines = text
    .split('\n')
    .filter((line) => !/^(?:\\|SET |SELECT pg_catalog\.set_config|--|$)/.test(line));
  return `${lines.join('\n')}\n`;
}
