import { createHash } from 'node:crypto';

import type { ArchiveReceipt, Manifest } from '@carrel/shared/contract';
import {
  compareFiles,
  compareWithDataset,
  crc32,
  planUpload,
  readCentralDirectory,
} from '@carrel/shared/packing';
import type { PathOutcome } from '@carrel/shared/packing';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { unsentEntry } from '@carrel/testing/zips/unsent-entry.ts';

const ROUNDS = hardCount(12, 300);
const PATHS = ['a', 'b', 'c', 'f/a', 'f/b', 'f/c', 'g/a'].map((name) => `${name}.txt`);

let fixture: PipelineFixture;
beforeAll(async () => {
  fixture = await createPipelineFixture();
  // What becomes of a file does not depend on its batch.
  Object.assign(fixture.pipeline(), { batches: { first: 2, most: 2 } });
});
afterAll(() => fixture.close());

const hashOf = (content: string) => {
  const bytes = new TextEncoder().encode(content);
  return {
    size: bytes.length,
    crc32: crc32(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
};

const described = ({ path, outcome, moved_to: to }: PathOutcome) =>
  `${path} ${outcome} ${outcome === 'refused' ? '' : (to ?? '')}`.trim();

type Random = () => number;
const below = (next: Random, most: number) => Math.floor(next() * most);
const some = (next: Random) => PATHS.filter(() => next() < 0.6);

/** Moves a document to a path that is free, or adds one there. Returns what it did. */
async function change(dataset: PipelineFixture, next: Random): Promise<string> {
  const documents = await dataset.documents();
  const document = documents[below(next, documents.length)];
  const to = PATHS[below(next, PATHS.length)] ?? '';
  if (document === undefined || documents.some(({ path }) => path === to)) return '';
  const base = `/datasets/${dataset.datasetId}/documents`;
  const isAdding = next() < 0.2;
  const at = to.lastIndexOf('/');
  const { ok } = isAdding
    ? await dataset.owner.call('PUT', `${base}/by-path?path=${to}`, {
        organizationId: dataset.organizationId,
        body: new TextEncoder().encode(`Added at ${to}.`),
        headers: { 'Content-Type': 'application/octet-stream' },
      })
    : await dataset.call('POST', `${base}/move`, {
        document_ids: [document.id],
        to: to.slice(0, Math.max(0, at)),
        name: to.slice(at + 1),
      });
  if (!ok) throw new Error(`${document.path} was not moved to ${to}`);
  return isAdding ? `added ${to}` : `${document.path} > ${to}`;
}

interface Sent {
  files: { path: string; file: string }[];
  folder: string;
  isRemoving: boolean;
  /** Whether they are chosen files, of which only those are sent that the dataset lacks, or a zip. */
  isChosen: boolean;
}

/** Plans an upload, and returns its outcomes, and the zip that is sent. */
async function plan(
  { files, folder, isRemoving, isChosen }: Sent,
  manifest: Manifest,
): Promise<{ planned: string[]; zip: Uint8Array<ArrayBuffer> | undefined }> {
  const present = { ...manifest, isPartialKnown: true };
  const hashes = new Map(files.map(({ path, file }) => [path, hashOf(file)]));
  const compared = await compareFiles({ files, refused: [] }, hashes, present);
  const entries = isChosen
    ? compared.readable.map((file) =>
        compared.sent.has(file)
          ? { name: file.path, content: file.file }
          : unsentEntry(file.path, hashes.get(file.path)?.sha256 ?? ''),
      )
    : files.map(({ path, file }) => ({ name: path, content: file }));
  if (entries.length === 0) return { planned: [], zip: undefined };
  const zip = Uint8Array.from(buildZip(entries));
  const comparison = isChosen
    ? compared.comparison
    : await compareWithDataset(await readCentralDirectory(new Blob([zip])), present);
  const outcomes = planUpload(comparison, isRemoving, folder).entries;
  const planned = outcomes.filter(({ outcome }) => !isChosen || outcome !== 'refused');
  return { planned: planned.map(described).toSorted(), zip };
}

test(
  `Q7: in ${ROUNDS} rounds of random moves and archives, the server does what the plan says`,
  async () => {
    const next = random();
    for (let round = 0; round < ROUNDS; round += 1) {
      const dataset = await fixture.withNewDataset();
      const base = `/datasets/${dataset.datasetId}`;
      const start = some(next);
      await dataset.uploadFiles(
        Object.fromEntries(start.map((path) => [path, `Text of ${path}.`])),
      );
      const changes: string[] = [];
      for (let count = below(next, 6); count > 0; count -= 1) {
        changes.push(await change(dataset, next));
      }
      const rule = next() < 0.5 ? 'follow' : 'keep';
      await dataset.call('PATCH', base, { moved_documents: rule });
      const folder = next() < 0.3 ? 'f' : '';
      const sent: Sent = {
        folder,
        isRemoving: next() < 0.6,
        isChosen: next() < 0.5,
        files: some(next)
          .filter((path) => path.startsWith(folder))
          .map((path) => ({ path, file: `${next() < 0.6 ? 'Text' : 'Other text'} of ${path}.` })),
      };
      await dataset.waitUntilProcessed();
      const manifest = await readJson<Manifest>(await dataset.call('GET', `${base}/manifest`));
      const { planned, zip } = await plan(sent, manifest);
      if (zip === undefined) continue;

      const response = await dataset.upload(zip, { delete_orphans: sent.isRemoving, folder });
      const { id } = await readJson<{ id: string }>(response);
      await dataset.waitUntilProcessed();
      const receipt = await dataset.call('GET', `${base}/archives/${id}/entries`);
      const { entries } = await readJson<ArchiveReceipt>(receipt);
      const story = { start, changes, rule, sent };
      expect({ ...story, outcomes: entries.map(described).toSorted() }).toEqual({
        ...story,
        outcomes: planned,
      });
    }
  },
  60_000 + ROUNDS * 10_000,
);
