import { ensureRemote } from './remote-store.ts';

/** Loads a module of a remote for the shell's own use, such as a dialog. Rejects with the reason. */
export async function loadRemoteModule<T>(remote: string, module: string): Promise<T> {
  const state = await ensureRemote(remote, module);
  if (state.status === 'ready') return state.exports as T;
  throw state.status === 'failed' ? state.reason : new Error(`${remote} could not be loaded.`);
}
