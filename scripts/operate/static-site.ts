import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { contentSecurityPolicy, renderPage } from '@carrel/api/console';
import { VERSION } from '@carrel/api/version';
import type { ShellRelease } from '@carrel/shared/releases';
import { consoleConfiguration, remotesConfiguration } from './nginx-configuration.ts';
import { precompress } from '../publish/precompress.ts';
import { readRegistry } from '../publish/registry-file.ts';

const REGISTRY_URL = '/registry.json';

export interface StaticSite {
  /** The built console. */
  built: string;
  /** The folder for the site and the configuration beside it. */
  out: string;
  /** Origin of the API for browsers; empty where the console's own origin proxies its requests. */
  apiUrl: string;
  environment: string;
  /** Origins to which remotes can be moved by an edit of the registry. */
  remoteOrigins: readonly string[];
  telemetryUrl: string | undefined;
}

/** Excludes compressed copies of the registry, which would be stale after an edit. */
const isWanted = (file: string) => !/\/registry\.json\..+$/.test(file);

/**
 * Writes the console as files for a static file server: one page for every path, which fetches the
 * registry, and nginx's configuration. Returns the page's Content-Security-Policy.
 */
export async function writeStaticSite(options: StaticSite): Promise<{ policy: string }> {
  const { built, out, apiUrl, environment, remoteOrigins, telemetryUrl } = options;
  const site = path.join(out, 'site');
  const shell = JSON.parse(
    await readFile(path.join(built, 'shell/release.json'), 'utf8'),
  ) as ShellRelease;
  const registry = await readRegistry(built);
  const config = {
    apiUrl,
    environment,
    version: VERSION,
    registryUrl: REGISTRY_URL,
    telemetryUrl,
  };
  const page = renderPage({
    shell,
    releases: {},
    config,
    firstRemote: undefined,
    mayBeSignedIn: false,
  });
  const policy = contentSecurityPolicy({
    inlineScript: shell.beforePaint,
    trustedTypes: shell.trustedTypes,
    registry,
    environment,
    calls: [apiUrl, telemetryUrl],
    overrides: [],
    remoteOrigins,
  });
  await mkdir(site, { recursive: true });
  await cp(built, site, { recursive: true, preserveTimestamps: true, filter: isWanted });
  await writeFile(path.join(site, 'index.html'), page);
  await precompress(site);
  await Promise.all(
    ['gz', 'br'].map((suffix) => rm(path.join(site, `registry.json.${suffix}`), { force: true })),
  );
  await writeFile(path.join(out, 'nginx.conf'), consoleConfiguration(site, policy));
  await writeFile(path.join(out, 'nginx-remotes.conf'), remotesConfiguration(site));
  return { policy };
}
