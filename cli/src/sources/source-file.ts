import { createSourceInputSchema, updateSourceInputSchema } from '@carrel/shared/contract/sources';
import type { NewSource, UpdateSourceInput } from '@carrel/shared/contract/sources';
import * as v from 'valibot';

import { usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import { readInput } from '../read-input.ts';

/** Reads a new source from a JSON file, or from the standard input as `-`. @throws {Failure} with what is wrong in it. */
export const newSourceOf = (file: string): Promise<NewSource> =>
  describedBy(file, createSourceInputSchema, 'describes no source');

/** The same for changes of a source. @throws {Failure} also where there are none. */
export async function changedSourceOf(file: string): Promise<UpdateSourceInput> {
  const changes = await describedBy(file, updateSourceInputSchema, 'changes no source');
  if (Object.keys(changes).length > 0) return changes;
  throw usageFailure(`${printable(file)} names nothing that a source has.`);
}

async function describedBy<Described>(
  file: string,
  schema: v.GenericSchema<unknown, Described>,
  otherwise: string,
): Promise<Described> {
  const text = await readInput(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw usageFailure(`${printable(file)} is not JSON.`);
  }
  const read = v.safeParse(schema, json);
  if (read.success) return read.output;
  const issues = read.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw usageFailure(`${printable(file)} ${otherwise}.\n${printableLines(issues)}`);
}

const printableLines = (lines: readonly string[]) =>
  lines.map((line) => `  ${printable(line)}`).join('\n');
