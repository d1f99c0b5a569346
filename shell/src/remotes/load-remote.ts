import { retryRemote } from './remote-store.ts';

/** Loads a module of a remote for the shell itself, such as a dialog. Rejects with the reason. */
export async function loadRemoteModule<T>(remote: string, module: string): Promise<T> {
  const state = await retryRemote(remote, module);
  if (state.status === 'ready') return state.exports as T;
  if (state.status === 'failed') throw state.reason;
  throw new Error(state.status === 'refused' ? state.reason : `${remote} could not be loaded.`);
}
