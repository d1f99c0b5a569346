import { createSourceInputSchema } from '@carrel/shared/contract/sources';
import type { NewSource } from '@carrel/shared/contract/sources';
import * as v from 'valibot';

import { usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';
import { readInput } from '../read-input.ts';

/** Reads a new source from a JSON file, or from the standard input as `-`. @throws {Failure} with what is wrong in it. */
export async function newSourceOf(file: string): Promise<NewSource> {
  const text = await readInput(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw usageFailure(`${printable(file)} is not JSON.`);
  }
  const read = v.safeParse(createSourceInputSchema, json);
  if (read.success) return read.output;
  const issues = read.issues.map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  throw usageFailure(`${printable(file)} describes no source.\n${printableLines(issues)}`);
}

const printableLines = (lines: readonly string[]) =>
  lines.map((line) => `  ${printable(line)}`).join('\n');
