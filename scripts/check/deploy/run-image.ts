import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../../publish/built-state.ts';
import { readSteps, wordsOf, type Step } from './dockerfile.ts';

/** How the image's server is run in a folder in place of `/`. */
export interface UnpackedImage {
  command: readonly [string, ...string[]];
  settings: Record<string, string>;
  /** Runs the health check. @throws if it fails. */
  checkHealth(settings: Readonly<Record<string, string>>): void;
}

const FOLDERS = /(?<![\w.:/])\/(?:opt|var)\//g;

/**
 * Runs the steps of the Dockerfile's first stage, which installs, in a folder in place of `/`, and returns how its
 * last stage runs what was installed. Users and groups are not created.
 */
export async function unpackImage(
  tarball: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<UnpackedImage> {
  const steps = readSteps(await readFile(path.join(root, 'deploy/Dockerfile'), 'utf8'));
  const inFolder = (text: string) => text.replaceAll(FOLDERS, `${folder}$&`);
  let at = folder;
  const install = async ({ name, text }: Step) => {
    if (name === 'WORKDIR') {
      at = path.join(folder, text);
      await mkdir(at, { recursive: true });
    }
    if (name === 'COPY') await cp(tarball, path.join(at, text.split(' ').at(-1) ?? ''));
    if (name === 'RUN') {
      execFileSync('sh', ['-euc', inFolder(text)], {
        cwd: at,
        env: { ...process.env, ...environment },
        stdio: 'inherit',
      });
    }
  };
  for (const step of steps.filter(({ stage }) => stage === 0)) await install(step);

  const final = steps.filter(({ stage }) => stage === 1);
  const words = (name: string) => {
    const step = final.find((one) => one.name === name);
    return step === undefined ? [] : wordsOf(step).map(inFolder);
  };
  const settings = Object.fromEntries(
    final
      .filter(({ name }) => name === 'ENV')
      .map(({ text }) => {
        const [name = '', value = ''] = text.split('=');
        return [name, inFolder(value)];
      }),
  );
  await mkdir(settings['DATA_DIR'] ?? folder, { recursive: true });
  const [program = 'node', ...options] = [...words('ENTRYPOINT'), ...words('CMD')];
  return {
    command: [program, ...options],
    settings,
    checkHealth: (changed) => {
      const [check = '', ...rest] = words('HEALTHCHECK');
      execFileSync(check, rest, { env: { ...process.env, ...settings, ...changed } });
    },
  };
}
