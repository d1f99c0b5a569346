import { setTimeout as sleep } from 'node:timers/promises';

import type { Carrel, Source } from '@carrel/client';

import { EXIT } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { counted, printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandOptions } from '../usage/read-options.ts';

export interface SourceContext {
  terminal: Terminal;
  client: Carrel;
  datasetId: string;
  signal: AbortSignal;
}

const EVERY_MS = 1000;
const STOPPED: ReadonlySet<string> = new Set(['waiting', 'completed', 'failed', 'cancelled']);

/** Prints the run of a source; with --wait, once it has ended or waits for a person. */
export async function followRun(
  { terminal, client, datasetId, signal }: SourceContext,
  sourceId: string,
  options: CommandOptions,
): Promise<ExitCode | undefined> {
  let source = await client.sources.get(datasetId, sourceId, { signal });
  while (options.wait === true && source.run !== null && !STOPPED.has(source.run.state)) {
    terminal.progress(`${printable(source.name)}: ${progressOf(source.run)} ...`);
    await sleep(EVERY_MS, undefined, { signal });
    source = await client.sources.get(datasetId, sourceId, { signal });
  }
  printRun(terminal, source, options);
  if (options.wait !== true || source.run === null) return undefined;
  const { state, failed } = source.run;
  if (state === 'failed') return EXIT.failed;
  return failed > 0 ? EXIT.partly : undefined;
}

const progressOf = ({ state, listed, read }: NonNullable<Source['run']>): string =>
  state === 'listing' ? `${counted(listed, 'object')} listed` : `${state}, ${read} read`;

/** Prints a source with what its current or last run does or did. */
export function printRun(terminal: Terminal, source: Source, { json }: CommandOptions): void {
  if (json === true) {
    terminal.result(JSON.stringify(source));
    return;
  }
  terminal.result(lineOf(source));
  if (source.run === null) return;
  const { added, changed, moved, removed, unchanged, failed, waiting_for: reason } = source.run;
  terminal.result(
    `  ${added} added, ${changed} changed, ${moved} moved, ${removed} removed, ${unchanged} unchanged, ${failed} failed`,
  );
  if (reason !== null) {
    const why = reason === 'first' ? 'It is the first plan' : 'It would remove many documents';
    terminal.say(`${why}, and waits for --approve.`);
  }
  const { note, error } = source.run;
  if (note !== undefined) terminal.say(printable(note));
  if (error !== null) terminal.say(printable(error.message));
}

/** A source in one line. */
export function lineOf({ id, name, kind, objects, paused, run }: Source): string {
  const state = run === null ? 'not run yet' : run.state;
  return `${id}  ${printable(name)} (${kind}): ${counted(objects, 'object')}, ${paused ? 'paused' : state}`;
}
