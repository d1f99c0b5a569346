import path from 'node:path';

import { compareWithDataset, planUpload } from '@carrel/shared/packing';

import { EXIT, Failure } from '../exit-codes.ts';
import { CHANGED } from '../files/describe-fault.ts';
import { FileChanged } from '../files/local-file.ts';
import type { LocalFile } from '../files/local-file.ts';
import { readLocalZip, zipSource } from '../zip/local-zip.ts';
import { agreeToPlan } from './agree-to-plan.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';
import { followArchives } from '../archives/follow-archives.ts';
import { outcomesOf } from '../outcome.ts';
import type { CommandOutcome } from '../outcome.ts';
import { printPlan } from './print-plan.ts';
import { readManifest } from './remote-dataset.ts';
import { sendArchive } from '../archives/send-archive.ts';

interface ZipOptions extends Omit<SyncOptions, 'path'> {
  /** The archive is kept in the history, and no document changes. */
  isStoredOnly: boolean;
  /** The zip stays on the server once its documents are processed. */
  isKept: boolean;
}

/** Uploads a zip as the upload form does. */
export async function uploadZip(
  context: CommandContext,
  file: LocalFile,
  options: ZipOptions,
): Promise<CommandOutcome> {
  const { terminal, place } = context;
  const dataset = { id: place.id, name: place.name };
  const plan = options.isStoredOnly ? undefined : await planZip(context, file, options);
  const base = { dataset, ...(plan === undefined ? {} : { plan }), archives: [], failed: [] };
  if (options.isDryRun) return { ...base, exit_code: EXIT.done };
  if (plan === undefined) terminal.say('The archive is sent as it is. The server decides.');
  await agreeToPlan(context, options, plan?.counts.removed ?? 0);
  try {
    const id = await sendArchive(context, {
      name: path.basename(file.absolute),
      source: zipSource(file),
      options: {
        sync: !options.isStoredOnly,
        delete_orphans: !options.isStoredOnly && options.isRemoving,
        purge_on_completion: !options.isKept,
      },
    });
    const archives = [id];
    if (options.isStoredOnly) return { ...base, archives, exit_code: EXIT.done };
    return { ...base, archives, ...(await followArchives(context, archives, [], options)) };
  } catch (error) {
    throw error instanceof FileChanged ? new Failure(`${file.absolute}: ${CHANGED}`) : error;
  }
}

async function planZip(
  { client, terminal, place }: CommandContext,
  file: LocalFile,
  options: ZipOptions,
): Promise<CommandOutcome['plan']> {
  const contents = await readLocalZip(file);
  if (contents === undefined) return undefined;
  const comparison = await compareWithDataset(contents, await readManifest(client, place));
  const { entries, refusal } = planUpload(comparison, options.isRemoving);
  if (refusal !== undefined) throw new Failure(refusal);
  const plan = { ...outcomesOf(entries), notes: [] };
  printPlan(terminal, plan, options);
  return plan;
}
