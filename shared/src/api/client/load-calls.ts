import { ApiError } from '../api-error.ts';
import type * as Network from './network.ts';

let loaded: typeof Network | undefined;

/** Throws the failure to load a chunk as `network`. */
export function chunkFailed(error: unknown): never {
  throw new ApiError('network', undefined, { cause: error });
}

/**
 * Loads the code that sends requests, which the first paint does not wait for; a screen that will send
 * one calls this early. Throws `network`.
 */
export async function loadCalls(): Promise<typeof Network> {
  loaded ??= await import(/* webpackChunkName: "calls" */ './network.ts').catch(chunkFailed);
  return loaded;
}
