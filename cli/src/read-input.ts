import { readFile } from 'node:fs/promises';

import { usageFailure } from './exit-codes.ts';
import { printable } from './printable.ts';

/** Returns the text of a file, or of the standard input for `-`. @throws {Failure} for one that cannot be read. */
export async function readInput(file: string): Promise<string> {
  if (file === '-') return readStandardInput();
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
