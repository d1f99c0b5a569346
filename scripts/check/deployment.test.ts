import { readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '../publish/built-state.ts';
import { composeFaults } from './deploy/compose.ts';
import { dockerfileFaults } from './deploy/dockerfile.ts';
import { proxyFaults, unitFaults } from './deploy/proxy-and-unit.ts';
import { checkDeployment } from './deployment.ts';

const folder = path.join(root, 'deploy');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const packed = ['scripts/operate/carrel.js'];

test('the files of deploy fit the package, the server and each other', async () => {
  const { faults, skipped } = await checkDeployment();
  for (const line of skipped) process.stdout.write(`Skipped ${line}\n`);
  expect(faults).toEqual([]);
});

describe('a fault is found:', () => {
  const environment = read('carrel.env.example');
  const proxy = read('nginx.conf');

  test.each([
    ['the user', /USER carrel/, 'USER root', 'runs as root'],
    ['a setting', /ENV HOST=/, 'ENV HOTS=', 'reads no HOTS'],
    ['a file', /COPY carrel-\*/, 'COPY carel-*', 'no such file'],
    ['a stage', /--from=install/, '--from=build', 'no stage build'],
    ['the entry', /operate\/carrel\.js/, 'operate/start.js', 'has no'],
    ['the health', /\/readyz/, '/healthz', 'no health check'],
  ])('in the Dockerfile, %s', (_, from, to, fault) => {
    const changed = read('Dockerfile').replace(from, to);
    expect(dockerfileFaults(changed, ['carrel-1.0.0.tgz'], packed).join()).toContain(fault);
  });

  test.each([
    ['a setting', /STORAGE_URL/g, 'STORAGE', 'reads no STORAGE'],
    ['a service', /postgres: \{ condition/, 'database: { condition', 'no service database'],
    ['waiting', /service_healthy/, 'service_started', 'does not wait'],
    ['a volume', /- carrel-2:\/var/, '- carrel-3:/var', 'no volume or file carrel-3'],
    ['a file', /\.\/nginx\.conf/, './other.conf', 'no volume or file ./other.conf'],
    ['stopping', /stop_grace_period: 20s/, 'stop_grace_period: 5s', 'is killed before'],
    ['the network', /TRUSTED_PROXIES: 172\.31/, 'TRUSTED_PROXIES: 172.30', 'trusts 172.30'],
    ['an instance', / {2}carrel-2:\n {4}<</, '  carrel-9:\n    <<', 'nginx does not know carrel-9'],
  ])('in compose.yaml, %s', (_, from, to, fault) => {
    const changed = read('compose.yaml').replace(from, to);
    expect(composeFaults(changed, { folder, environment, proxy }).join()).toContain(fault);
  });

  test('in the environment file and in the configuration of nginx', () => {
    const options = { folder, environment: `${environment}EMBEDINGS_URL=\n`, proxy };
    expect(composeFaults(read('compose.yaml'), options)).toEqual([
      'carrel.env.example: the server reads no EMBEDINGS_URL.',
    ]);
    const documents = readFileSync(path.join(root, 'docs/deploying.md'), 'utf8');
    expect(proxyFaults(proxy.replace('proxy_buffering off;', ''), documents)).toEqual([
      'nginx.conf lacks "proxy_buffering off;" of docs/deploying.md.',
    ]);
  });

  test.each([
    [/ProtectSystem=strict/, 'ProtectSystem=no', 'ProtectSystem is no'],
    [/TimeoutStopSec=20/, 'TimeoutStopSec=5', 'is killed before'],
    [/Environment=DATA_DIR/, 'Environment=DATA', 'reads no DATA'],
    [/carrel\.js start/, 'server.js start', 'has no scripts/operate/server.js'],
  ])('in the unit, %s', (from, to, fault) => {
    const changed = read('carrel.service').replace(from, to);
    expect(unitFaults(changed, packed).join()).toContain(fault);
  });
});
