import { isHttpError } from '@carrel/client';
import type { Carrel, MovePlan, PlanMoveInput } from '@carrel/client';

import { agree } from '../agree.ts';
import { EXIT, usageFailure } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { counted, printable } from '../printable.ts';
import { findDataset } from '../sync/remote-dataset.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandLine, CommandOptions } from '../usage/read-options.ts';
import { openOrganization } from './open-organization.ts';

interface Place {
  terminal: Terminal;
  client: Carrel;
  id: string;
  signal: AbortSignal;
}

/** Moves or renames documents and folders, or undoes that. */
export async function move(
  terminal: Terminal,
  { options, positionals }: CommandLine,
  signal: AbortSignal,
): Promise<ExitCode | undefined> {
  const [name, ...paths] = positionals;
  const { to, undo } = options;
  if (name === undefined)
    throw usageFailure('Name a dataset: carrel-cli move <dataset> <paths...>');
  if (undo === undefined) checkWanted(paths, options);
  else if (paths.length > 0 || to !== undefined || options.name !== undefined) {
    throw usageFailure('--undo goes with the dataset alone.');
  }
  const client = await openOrganization(terminal, options, signal, true);
  const place = { terminal, client, id: (await findDataset(client, name)).id, signal };
  if (undo !== undefined) return undoMove(place, undo, options);
  return planAndMove(place, await inputOf(place, paths, options), options);
}

function checkWanted(paths: readonly string[], { to, name }: CommandOptions): void {
  if (paths.length === 0) throw usageFailure('Name the documents or folders to move.');
  if (to === undefined && name === undefined)
    throw usageFailure('Say where to, with --to or --name.');
  if (name !== undefined && paths.length > 1) throw usageFailure('--name is for one path.');
}

const trimmed = (path: string) => path.replaceAll(/^\/+|\/+$/g, '');

/** A path is that of a document, else of a folder. */
async function inputOf(
  { client, id, signal }: Place,
  paths: readonly string[],
  { to, name, number: isNumbered }: CommandOptions,
): Promise<PlanMoveInput> {
  const documents: string[] = [];
  const folders: string[] = [];
  for (const path of paths.map(trimmed)) {
    try {
      documents.push((await client.documents.get(id, { path }, { signal })).id);
    } catch (error) {
      if (!isHttpError(error, 404)) throw error;
      folders.push(path);
    }
  }
  const [first = ''] = paths.map(trimmed);
  const folder =
    to === undefined ? first.slice(0, Math.max(0, first.lastIndexOf('/'))) : trimmed(to);
  const where = { to: folder, ...(isNumbered === true && { taken: 'number' as const }) };
  if (name === undefined) {
    return folders.length === 0
      ? { document_ids: documents, ...where }
      : { folders, ...(documents.length > 0 && { document_ids: documents }), ...where };
  }
  const [document] = documents;
  return document === undefined
    ? { folder: first, name, ...where }
    : { document_ids: [document], name, ...where };
}

async function planAndMove(
  { terminal, client, id, signal }: Place,
  input: PlanMoveInput,
  options: CommandOptions,
): Promise<ExitCode | undefined> {
  const plan = await client.moves.plan(id, input, { signal });
  const isNothing = plan.documents + plan.folders === 0;
  if (options['dry-run'] === true || isNothing) {
    if (options.json === true) terminal.result(JSON.stringify(plan));
    else terminal.result(`${what(plan)} would be moved.\n${obstaclesOf(plan)}`.trimEnd());
    return isNothing && plan.taken + plan.refused > 0 ? EXIT.partly : undefined;
  }
  if (options.json !== true) terminal.say(obstaclesOf(plan));
  const to = input.to === '' ? 'the dataset itself' : printable(input.to);
  await agree(
    { terminal, signal, isAgreed: options.yes === true },
    `Move ${what(plan)} to ${to}?`,
    'Add --yes.',
  );
  const done = await client.moves.move(id, { ...input, plan: plan.plan }, { signal });
  if (options.json === true) terminal.result(JSON.stringify(done));
  else {
    const { moved, waiting, skipped } = done;
    terminal.result(
      `${counted(moved + waiting, 'document')} moved. Undo with --undo ${done.move}.`,
    );
    if (waiting > 0) terminal.say(`${counted(waiting, 'document')} follow within moments.`);
    if (skipped > 0) terminal.say(`${counted(skipped, 'document')} stay.`);
  }
  return done.skipped > 0 ? EXIT.partly : undefined;
}

const what = ({ documents, folders }: MovePlan): string =>
  documents === 0 && folders > 0
    ? counted(folders, 'empty folder')
    : counted(documents, 'document');

const obstaclesOf = ({ obstacles, taken, refused }: MovePlan): string => {
  const left = taken + refused - obstacles.length;
  return [
    ...obstacles.map(({ path, reason, numbered }) =>
      numbered === undefined
        ? `${printable(path)} stays: ${printable(reason)}`
        : `${printable(path)} becomes ${printable(numbered)}: ${printable(reason)}`,
    ),
    ...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : []),
  ].join('\n');
};

async function undoMove(
  { terminal, client, id, signal }: Place,
  undo: string,
  { json }: CommandOptions,
): Promise<ExitCode | undefined> {
  const done = await client.moves.undo(id, undo, { signal });
  if (json === true) terminal.result(JSON.stringify(done));
  else terminal.result(`${counted(done.moved + done.waiting, 'document')} moved back.`);
  if (done.kept === 0) return undefined;
  if (json !== true) terminal.say(`${counted(done.kept, 'document')} stay.`);
  return EXIT.partly;
}
