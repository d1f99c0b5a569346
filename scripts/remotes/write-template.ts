import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { RemoteNames } from './remote-name.ts';

/** The parts of the template: what every remote has, and what one has in this repository or in its own. */
const TEMPLATE = path.join(import.meta.dirname, 'template');

export interface TemplateOptions {
  names: RemoteNames;
  /** Where the remote is written: a folder that does not exist. */
  folder: string;
  /** The part of the template beside `remote`. */
  part: 'workspace' | 'own';
  /** The package whose doors it imports. */
  shared: string;
  port: number;
  /** Other placeholders of the part, by their names. */
  values?: Readonly<Record<string, string>>;
  /** Versions of packages, which a part names as `__version:react__`. */
  versions?: Readonly<Record<string, string>>;
}

/** Writes a new remote. It is visible as a whole, or not at all. */
export async function writeTemplate(options: TemplateOptions): Promise<void> {
  const { names, folder, part, shared, port, values = {}, versions = {} } = options;
  const replaced: Record<string, string> = {
    name: names.name,
    Name: names.component,
    label: names.label,
    remote: names.remote,
    shared,
    port: String(port),
    ...values,
  };
  const fill = (text: string) =>
    text
      .replaceAll(/__version:([^_]+)__/g, (_, name: string) => versions[name] ?? '*')
      .replaceAll(/__(\w+?)__/g, (whole, key: string) => replaced[key] ?? whole);
  const aside = path.join(path.dirname(folder), `.${path.basename(folder)}.${process.pid}.new`);
  try {
    for (const home of ['remote', part]) {
      const from = path.join(TEMPLATE, home);
      for (const file of await readdir(from, { recursive: true })) {
        if (!file.endsWith('.tmpl')) continue;
        const target = path.join(aside, fill(file.slice(0, -'.tmpl'.length)));
        await mkdir(path.dirname(target), { recursive: true });
        await writeFile(target, fill(await readFile(path.join(from, file), 'utf8')));
      }
    }
    await rename(aside, folder);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
