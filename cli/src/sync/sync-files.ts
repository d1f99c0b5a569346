import type { Found, PreparedFiles } from '@carrel/shared/packing';

import { CHANGED, describeFault } from '../files/describe-fault.ts';
import { hashFiles, lookAgain } from '../files/hash-files.ts';
import type { HashedFiles } from '../files/hash-files.ts';
import { FileChanged } from '../files/local-file.ts';
import type { LocalFile } from '../files/local-file.ts';
import { counted } from '../printable.ts';
import { sizeText } from '@carrel/shared/contract/archive-rules';
import { composeArchive } from '../zip/compose-archive.ts';
import { agreeToPlan } from './agree-to-plan.ts';
import type { CommandContext, SyncOptions } from '../command-context.ts';
import { followArchives } from '../archives/follow-archives.ts';
import { exitCodeOf, outcomesOf } from '../outcome.ts';
import type { CommandOutcome } from '../outcome.ts';
import { changesSomething, planSync, prepareLocal } from './plan-sync.ts';
import type { SyncPlan } from './plan-sync.ts';
import { printPlan } from './print-plan.ts';
import { readManifest } from './remote-dataset.ts';
import { sendArchive } from '../archives/send-archive.ts';
import { splitArchives } from '../archives/split-archives.ts';

/** A file that changes again while it is sent is left out. */
const CHANGES_MAX = 1;

/** Makes a folder of a dataset what these files are, as far as the options allow. */
export async function syncFiles(
  context: CommandContext,
  found: readonly Found<LocalFile>[],
  name: string,
  options: SyncOptions,
): Promise<CommandOutcome> {
  const { client, terminal, place, signal } = context;
  const dataset = { id: place.id, name: place.name };
  let present = await readManifest(client, place);
  const { files, refused } = prepareLocal(found, present, options.path);
  const prepared = { files: [...files], refused: [...refused] };
  const hashed = await readAll(context, prepared);
  const changes = new Map<string, number>();
  let isAgreed = false;
  for (;;) {
    signal.throwIfAborted();
    const planned = await planSync(prepared, hashed, present, {
      folder: options.path,
      isRemoving: options.isRemoving,
    });
    const { plan, notes } = planned;
    const shown = { ...outcomesOf(plan.entries), notes };
    const base = { dataset, plan: shown, archives: [], failed: [] };
    if (!isAgreed) printPlan(terminal, shown, options);
    if (options.isDryRun || !changesSomething(planned)) {
      if (!options.isDryRun) terminal.say('Nothing to do: the dataset has all of it.');
      return { ...base, exit_code: exitCodeOf(shown, []) };
    }
    if (!isAgreed) await agreeToPlan(context, options, plan.counts.removed);
    isAgreed = true;
    try {
      const archives = await sendPlan(context, planned, present, name, options);
      const left = plan.entries.filter(({ outcome }) => outcome === 'refused');
      return { ...base, archives, ...(await followArchives(context, archives, left, options)) };
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      terminal.say(`${error.file.absolute} was changed while it was sent. Reading it again ...`);
      await readAgain(context, prepared, hashed, error.file, changes);
      present = await readManifest(client, place);
    }
  }
}

async function readAll(
  { terminal, signal, hashes: cache }: CommandContext,
  { files }: PreparedFiles<LocalFile>,
): Promise<HashedFiles> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let read = 0;
  return hashFiles(files, {
    signal,
    cache,
    onRead: (bytes) => {
      read += bytes;
      terminal.progress(
        `Reading ${counted(files.length, 'file')}: ${sizeText(read)} of ${sizeText(total)}`,
      );
    },
  });
}

/** Sends the archives of a plan, and returns their ids. @throws {FileChanged} */
async function sendPlan(
  context: CommandContext,
  { compared, hashes, isRemoving }: SyncPlan,
  present: Parameters<typeof prepareLocal>[1],
  name: string,
  { path }: SyncOptions,
): Promise<string[]> {
  const ids: string[] = [];
  const parts = splitArchives(compared, hashes, present.limits, isRemoving);
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const options = {
      sync: true,
      delete_orphans: isLast && isRemoving,
      purge_on_completion: true,
      ...(path === '' ? {} : { folder: path }),
    };
    const label = parts.length === 1 ? name : `${name} (${at + 1} of ${parts.length})`;
    const source = composeArchive(part, hashes);
    ids.push(await sendArchive(context, { name: `${label}.zip`, source, options }));
  }
  return ids;
}

/** Reads a file that has changed once more; one that has changed before is refused. */
async function readAgain(
  { signal, hashes: cache }: CommandContext,
  prepared: { files: { path: string; file: LocalFile }[] },
  { hashes, faults }: HashedFiles,
  changed: LocalFile,
  changes: Map<string, number>,
): Promise<void> {
  const { absolute } = changed;
  const before = changes.get(absolute) ?? 0;
  changes.set(absolute, before + 1);
  for (const each of prepared.files.filter(({ file }) => file.absolute === absolute)) {
    hashes.delete(each.path);
    try {
      each.file = await lookAgain(changed);
      if (before >= CHANGES_MAX) throw new FileChanged(changed);
      const again = await hashFiles([each], { signal, cache, onRead: () => undefined });
      for (const [path, hash] of again.hashes) hashes.set(path, hash);
      for (const [path, fault] of again.faults) faults.set(path, fault);
    } catch (error) {
      faults.set(each.path, error instanceof FileChanged ? CHANGED : describeFault(error));
    }
  }
}
