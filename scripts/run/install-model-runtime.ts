import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const FOLDER = fileURLToPath(new URL('../../api/model-runtime/', import.meta.url));
const RUNTIME = path.join(FOLDER, 'node_modules/onnxruntime-node');
/** Written last: it names the version that is installed whole. */
const MARK = path.join(FOLDER, 'node_modules/.installed');
const MINUTES = 15;

/** Whether a setting names a model that the server runs itself. */
const runsModel = (environment: NodeJS.ProcessEnv): boolean =>
  [
    ['EMBEDDINGS_MODEL', 'EMBEDDINGS_URL'],
    ['RERANK_MODEL', 'RERANK_URL'],
  ].some(([model = '', url = '']) => Boolean(environment[model]) && !environment[url]);

async function wantedVersion(): Promise<string> {
  const { dependencies } = JSON.parse(
    await readFile(path.join(FOLDER, 'package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  return dependencies['onnxruntime-node'] ?? '';
}

/**
 * Installs ONNX Runtime beside the server, once for each version, without its install script and its files for other
 * systems. @throws {Error} whose message says why not.
 */
export async function installModelRuntime(say: (line: string) => void): Promise<void> {
  const version = await wantedVersion();
  const installed = existsSync(MARK) ? await readFile(MARK, 'utf8') : undefined;
  if (installed === version) return;
  say(`Installing ONNX Runtime ${version}, which runs models ...`);
  try {
    // Its install script only adds what graphics cards need.
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: FOLDER,
      timeout: MINUTES * 60_000,
      env: { ...process.env, npm_config_update_notifier: 'false' },
      shell: process.platform === 'win32',
    });
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new Error(
      `ONNX Runtime could not be installed into ${FOLDER}: ${stderr.trim() || String(error)}`,
      { cause: error },
    );
  }
  await removeOtherSystems();
  await writeFile(MARK, version);
}

/** Installs it where the settings need it. Without it, the server works as without a model, and says so. */
export async function installForSettings(environment: NodeJS.ProcessEnv): Promise<void> {
  if (!runsModel(environment)) return;
  try {
    await installModelRuntime((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

async function removeOtherSystems(): Promise<void> {
  const bin = path.join(RUNTIME, 'bin');
  for (const api of await readdir(bin)) {
    for (const system of await readdir(path.join(bin, api))) {
      const isOwn = system === process.platform;
      const folder = path.join(bin, api, system);
      const others = isOwn
        ? (await readdir(folder)).filter((name) => name !== process.arch)
        : ['.'];
      for (const name of others) await rm(path.join(folder, name), { recursive: true });
    }
  }
}
