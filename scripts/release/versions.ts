import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../publish/built-state.ts';

const VERSION = /^\d+\.\d+\.\d+$/;
const ENTRY = /^## (\d+\.\d+\.\d+)(?: .*)?$/gmu;

/** `shared` counts what remotes and the shell promise each other: it changes for reasons of its own. */
const OWN_VERSION = 'shared/package.json';

const readText = (file: string) => readFile(path.join(root, file), 'utf8');
const versionOf = (text: string) => (JSON.parse(text) as { version?: string }).version;

/** Returns the paths of the packages' manifests that say the version of the release, below the root. */
async function manifests(): Promise<string[]> {
  const workspace = await readText('pnpm-workspace.yaml');
  const folders = /^packages:\n((?: {2}- \S+\n)+)/mu.exec(workspace)?.[1] ?? '';
  const patterns = Array.from(
    folders.matchAll(/- (\S+)/gu),
    ([, folder]) => `${folder}/package.json`,
  );
  return globSync(patterns, { cwd: root }).filter((file) => file !== OWN_VERSION);
}

/** Returns the version of the release, which is that of package.json at the root. */
export async function releaseVersion(): Promise<string> {
  const version = versionOf(await readText('package.json'));
  if (version === undefined || !VERSION.test(version)) {
    throw new Error(`The version of package.json is ${version}, and not one such as 1.2.0.`);
  }
  return version;
}

/** Returns a sentence for each manifest with another version, and where CHANGELOG.md does not begin with it. */
export async function versionFaults(): Promise<string[]> {
  const version = await releaseVersion();
  const faults: string[] = [];
  for (const file of await manifests()) {
    const own = versionOf(await readText(file));
    if (own !== version)
      faults.push(`${file} has the version ${own}, and package.json ${version}.`);
  }
  const listed = Array.from((await readText('CHANGELOG.md')).matchAll(ENTRY), ([, one]) => one);
  if (listed[0] !== version) {
    faults.push(`CHANGELOG.md begins with ${listed[0]}, and package.json has ${version}.`);
  }
  return faults;
}

const order = (version: string) => version.split('.').map(Number);

/** Writes a version into every manifest, and an entry for it at the top of CHANGELOG.md. */
export async function writeVersion(version: string): Promise<void> {
  if (!VERSION.test(version)) throw new Error(`${version} is no version such as 1.2.0.`);
  const before = await releaseVersion();
  const difference = order(version).map((number, index) => number - (order(before)[index] ?? 0));
  if ((difference.find((number) => number !== 0) ?? 0) <= 0) {
    throw new Error(`${version} is not later than ${before}.`);
  }
  for (const file of ['package.json', ...(await manifests())]) {
    const text = await readText(file);
    await writeFile(
      path.join(root, file),
      text.replace(/^ {2}"version": "[^"]*"/mu, `  "version": "${version}"`),
    );
  }
  const changes = await readText('CHANGELOG.md');
  await writeFile(
    path.join(root, 'CHANGELOG.md'),
    changes.replace(
      /^## /mu,
      `## ${version}\n\n- What people notice, a line for each change.\n\n## `,
    ),
  );
}
