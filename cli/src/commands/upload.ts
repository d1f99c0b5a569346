import path from 'node:path';

import { usageFailure } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { findNamed } from '../files/find-files.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import { syncFiles } from '../sync/sync-files.ts';
import { uploadZip } from '../sync/upload-zip.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';
import { readSyncOptions, writeOutcome } from './read-sync-options.ts';

/** Adds a zip, or files and folders, to a dataset. */
export async function upload(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<ExitCode> {
  const dataset = positionals.at(-1);
  const names = positionals.slice(0, -1);
  if (dataset === undefined || names.length === 0) {
    throw usageFailure('Name files and a dataset: carrel-cli upload <files...> <dataset>');
  }
  const syncOptions = readSyncOptions(options);
  const found = (await Promise.all(names.map((name) => findNamed(name, signal)))).flat();
  const [first] = found;
  const zip =
    names.length === 1 && first !== undefined && 'file' in first && isZip(first.file.absolute)
      ? first.file
      : undefined;
  const isStoredOnly = options['store-only'] === true;
  const isKept = options['keep-archive'] === true;
  if (zip === undefined && (isStoredOnly || isKept)) {
    throw usageFailure('--store-only and --keep-archive are for one zip.');
  }
  if (zip !== undefined && syncOptions.path !== '') {
    throw usageFailure('A zip has its own folders: --path is for files and folders.');
  }
  const client = await openOrganization(terminal, options, signal);
  const place = await findDataset(client, dataset);
  const context = { client, terminal, place, hashes: new Map(), signal };
  const name =
    names.length === 1 ? path.basename(path.resolve(names[0] ?? '')) : `${found.length} files`;
  const outcome =
    zip === undefined
      ? await syncFiles(context, found, name, syncOptions)
      : await uploadZip(context, zip, { ...syncOptions, isStoredOnly, isKept });
  writeOutcome(terminal, outcome, options);
  return outcome.exit_code;
}

const isZip = (file: string) => /\.zip$/iu.test(file);
