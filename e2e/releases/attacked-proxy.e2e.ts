import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { apiPaths } from '@carrel/shared/paths';
import { expect } from '@playwright/test';

import { documentedProxy, sendThrough } from '../support/servers/documented-proxy.ts';
import { freePort } from '../support/servers/free-port.ts';
import { Nginx } from '../support/servers/nginx.ts';
import { ServerProcess } from '../support/servers/server.ts';
import { test } from '../support/test.ts';

let folder: string;
let api: ServerProcess;
let nginx: Nginx;
let proxyOrigin: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-proxy-'));
  const port = await freePort();
  const host = 'carrel.example.com';
  proxyOrigin = `http://${host}:${port}`;
  api = await ServerProcess.start({ PUBLIC_URL: proxyOrigin, TRUSTED_PROXIES: '127.0.0.1' });
  const configuration = path.join(folder, 'nginx.conf');
  await writeFile(configuration, await documentedProxy(api.url));
  nginx = await Nginx.start([{ host, port, configuration }]);
});

test.afterAll(async () => {
  await Promise.all([nginx.stop(), api.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const guess = (from: string, headers: Record<string, string>) =>
  sendThrough(proxyOrigin, 'POST', `/${apiPaths.login()}`, {
    from,
    headers,
    json: { email_address: 'somebody@example.com', password: 'a wrong guess' },
  });
test('S3: no client behind the proxy chooses its address', async () => {
  const forged: ((guess: number) => Record<string, string>)[] = [
    (guess) => ({ 'X-Forwarded-For': `203.0.113.${guess}` }),
    (guess) => ({ 'X-Forwarded-For': `203.0.113.${guess}, 127.0.0.1` }),
    (guess) => ({ 'X-Real-IP': `203.0.113.${guess}` }),
    (guess) => ({ Forwarded: `for=203.0.113.${guess}` }),
  ];
  const statuses: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    statuses.push((await guess('127.0.0.2', forged[at % 4]?.(at) ?? {})).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), ...Array<number>(30).fill(429)]);
  // Another client of the same proxy has limits of its own.
  expect((await guess('127.0.0.3', {})).status).toBe(400);
});

test('S3: the metrics are not reachable through the proxy', async () => {
  // Before the first request, the metrics have no word of it.
  await guess('127.0.0.4', {});
  const paths = [
    '/metrics',
    '/metrics?all',
    '/metrics/',
    '//metrics',
    '/./metrics',
    '/shell/../metrics',
    '/shell/%2e%2e/metrics',
    '/%6detrics',
    '/metric%73',
    '/%2fmetrics',
    '/x/..%2fmetrics',
    String.raw`/\metrics`,
    String.raw`/x\..\metrics`,
    '/x%5c..%5cmetrics',
    '/metrics;x',
    '/metrics#x',
    '/METRICS',
    `${proxyOrigin}/metrics`,
  ];
  const leaks = await Promise.all(
    paths.map(async (pathname) => {
      const { status, body } = await sendThrough(proxyOrigin, 'GET', pathname);
      return body.includes('carrel_http_requests_total') ? `${pathname} ${status}` : undefined;
    }),
  );
  expect(leaks.filter((leak) => leak !== undefined)).toEqual([]);
  expect((await sendThrough(proxyOrigin, 'GET', '/metrics')).status).toBe(403);
  expect(await (await fetch(`${api.url}/metrics`)).text()).toContain('carrel_http_requests_total');
});

test('S12: another host is refused through the proxy', async () => {
  const response = await sendThrough(proxyOrigin, 'GET', '/login', {
    headers: { Host: 'evil.example' },
  });
  expect(response.status).toBe(421);
  expect(response.body).toContain('PUBLIC_URL');
});
