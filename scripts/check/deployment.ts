import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { releaseVersion } from '../release/versions.ts';
import { COMMAND } from '../release/package/write-package.ts';
import { root } from '../publish/built-state.ts';
import { runScript } from '../publish/run-script.ts';
import { composeFaults } from './deploy/compose.ts';
import { dockerfileFaults } from './deploy/dockerfile.ts';
import { proxyFaults, unitFaults } from './deploy/proxy-and-unit.ts';
import { findNginx, proxyConfiguration } from './release/nginx-proxy.ts';

const folder = path.join(root, 'deploy');
const read = (...names: string[]) => readFile(path.join(root, ...names), 'utf8');

/** What was found, and what could not be checked as a tool is missing. */
export interface DeploymentCheck {
  faults: string[];
  skipped: string[];
}

/** Runs a checker of files with a temporary copy of one, and returns what it found wrong. */
async function ask(
  name: string,
  text: string,
  command: (file: string) => readonly [string, ...string[]],
): Promise<{ faults: string[]; isMissing: boolean }> {
  const home = await mkdtemp(path.join(tmpdir(), 'carrel-deploy-'));
  try {
    const file = path.join(home, name);
    await writeFile(file, text);
    const [program, ...options] = command(file);
    const { status, stderr, error } = spawnSync(program, options, { encoding: 'utf8', cwd: home });
    const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT';
    return { faults: status === 0 || isMissing ? [] : [`${program}: ${stderr}`], isMissing };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** Checks the files of the folder `deploy` as far as is possible without building an image. */
export async function checkDeployment(): Promise<DeploymentCheck> {
  const [dockerfile, compose, environment, proxy, unit, documents] = await Promise.all([
    read('deploy/Dockerfile'),
    read('deploy/compose.yaml'),
    read('deploy/carrel.env.example'),
    read('deploy/nginx.conf'),
    read('deploy/carrel.service'),
    read('docs/deploying.md'),
  ]);
  const packed = [COMMAND.replace(/\.ts$/, '.js')];
  const faults = [
    ...dockerfileFaults(dockerfile, [`carrel-${await releaseVersion()}.tgz`], packed),
    ...composeFaults(compose, { folder, environment, proxy }),
    ...proxyFaults(proxy, documents),
    ...unitFaults(unit, packed),
  ];
  const skipped: string[] = [];

  const systemd = await ask(
    'carrel.service',
    // The machine that checks may have its Node.js elsewhere.
    unit.replace('/usr/bin/node', process.execPath),
    (file) => ['systemd-analyze', 'verify', file],
  );
  if (systemd.isMissing) skipped.push('carrel.service: no systemd-analyze here.');
  faults.push(...systemd.faults);

  const nginx = findNginx();
  if (nginx === undefined) {
    skipped.push('nginx.conf: no nginx here.');
  } else {
    const inner = await proxyConfiguration([3001, 3002], 0);
    const whole = `error_log stderr;\npid /dev/null;\nevents {}\nhttp {\naccess_log off;\n${inner.replace('127.0.0.1:0;', '127.0.0.1:3003;')}}\n`;
    faults.push(...(await ask('nginx.conf', whole, (file) => [nginx, '-t', '-c', file])).faults);
  }

  const docker = spawnSync('docker', ['info'], { stdio: 'ignore' });
  if (docker.status !== 0)
    skipped.push('Dockerfile, compose.yaml: no Docker here to build and run them.');
  return { faults, skipped };
}

if (import.meta.main) {
  await runScript(async () => {
    const { faults, skipped } = await checkDeployment();
    for (const line of skipped) process.stdout.write(`Skipped ${line}\n`);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    process.stdout.write('The files in deploy fit the package and the server.\n');
  });
}
