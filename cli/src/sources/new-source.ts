import { readFile } from 'node:fs/promises';

import { createSourceInputSchema } from '@carrel/shared/contract/sources';
import type { NewSource } from '@carrel/shared/contract/sources';
import * as v from 'valibot';

import { usageFailure } from '../exit-codes.ts';
import { printable } from '../printable.ts';

/** Reads a new source from a JSON file, or from the standard input as `-`. @throws {Failure} with what is wrong in it. */
export async function newSourceOf(file: string): Promise<NewSource> {
  const text = file === '-' ? await readStandardInput() : await readText(file);
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

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw usageFailure(`${printable(file)} cannot be read.`);
  }
}

async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}
