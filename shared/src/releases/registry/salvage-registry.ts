import * as v from 'valibot';

import { registeredRemoteSchema, registrySchema, remoteReleaseSchema } from './registry.ts';
import type { RegisteredRemote, Registry } from './registry.ts';

const roughSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });

const withPreviousSchema = v.object({ previous: remoteReleaseSchema });

function salvageRemote(remote: unknown): RegisteredRemote | undefined {
  const whole = v.safeParse(registeredRemoteSchema, remote);
  if (whole.success) return whole.output;
  const before = v.safeParse(withPreviousSchema, remote);
  return before.success ? before.output.previous : undefined;
}

/** Returns the names of remotes that a salvaged registry lacks: they exist, but cannot be read. */
export function unreadableRemotes(registry: unknown, salvaged: Registry): string[] {
  const rough = v.safeParse(roughSchema, registry);
  if (!rough.success) return [];
  return Object.keys(rough.output.remotes).filter((name) => !(name in salvaged.remotes));
}

/**
 * Returns the valid part of a registry. An invalid remote falls back to its previous release, or is
 * left out, so that one mistake costs one remote. Undefined for what is no registry.
 */
export function salvageRegistry(registry: unknown): Registry | undefined {
  const whole = v.safeParse(registrySchema, registry);
  if (whole.success) return whole.output;
  const rough = v.safeParse(roughSchema, registry);
  if (!rough.success) return undefined;
  const remotes = Object.entries(rough.output.remotes).flatMap(([name, remote]) => {
    const salvaged = salvageRemote(remote);
    return salvaged === undefined ? [] : [[name, salvaged] as const];
  });
  return { remotes: Object.fromEntries(remotes) };
}
