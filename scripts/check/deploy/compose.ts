import { existsSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';

import { unknownVariables, variablesOf } from './known-variables.ts';

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  command?: string | string[];
  environment?: Record<string, string>;
  env_file?: string;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string } | null>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
}

interface Compose {
  services: Record<string, Service>;
  networks?: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  volumes?: Record<string, unknown>;
}

/** The server ends within 10 seconds. */
const GRACE_SECONDS = 10;

/** Variables of the environment file that are for PostgreSQL. */
const OF_POSTGRES = /^POSTGRES_/;

const networksOf = ({ networks = [] }: Service) =>
  Array.isArray(networks) ? networks : Object.keys(networks);

/**
 * Returns a sentence for each fault of compose.yaml in a folder. `environment` is the text of the environment
 * file's example, and `proxy` that of nginx's configuration.
 */
export function composeFaults(
  compose: string,
  { folder, environment, proxy }: { folder: string; environment: string; proxy: string },
): string[] {
  const { services, networks = {}, volumes = {} } = parse(compose, { merge: true }) as Compose;
  const faults: string[] = [];
  const instances = Object.entries(services).filter(([, { build }]) => build !== undefined);
  if (instances.length < 2) faults.push('There are no two instances.');

  for (const [name, service] of Object.entries(services)) {
    if (service.image === undefined) faults.push(`${name}: no image.`);
    for (const network of networksOf(service)) {
      if (!(network in networks)) faults.push(`${name}: no network ${network}.`);
    }
    for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      const isThere = source.startsWith('.')
        ? existsSync(path.join(folder, source))
        : source in volumes;
      if (!isThere) faults.push(`${name}: no volume or file ${source}.`);
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      if (!(other in services)) faults.push(`${name}: depends on no service ${other}.`);
      const isChecked = services[other]?.healthcheck ?? services[other]?.build;
      if (condition !== 'service_healthy' || isChecked === undefined) {
        faults.push(`${name}: does not wait until ${other} is healthy.`);
      }
    }
    if (service.env_file !== undefined && service.env_file !== 'carrel.env') {
      faults.push(`${name}: secrets are in ${service.env_file}, not in carrel.env.`);
    }
  }
  for (const [name, service] of instances) {
    const { build, environment: set = {}, stop_grace_period: grace = '10s' } = service;
    faults.push(...unknownVariables(name, Object.keys(set)));
    if (Number.parseInt(grace, 10) <= GRACE_SECONDS)
      faults.push(`${name}: is killed before it has stopped.`);
    if (!existsSync(path.resolve(folder, build?.context ?? '', build?.dockerfile ?? ''))) {
      faults.push(`${name}: no Dockerfile.`);
    }
    if (!new RegExp(`server ${name}:\\d+ `).test(proxy))
      faults.push(`nginx does not know ${name}.`);
    const trusted = set['TRUSTED_PROXIES'];
    const shared = networksOf(service).find(
      (network) => networks[network]?.ipam?.config[0]?.subnet === trusted,
    );
    if (shared === undefined)
      faults.push(`${name}: trusts ${trusted}, which is none of its networks.`);
  }
  const passed = variablesOf(environment).filter((name) => !OF_POSTGRES.test(name));
  faults.push(...unknownVariables('carrel.env.example', passed));
  return faults;
}
