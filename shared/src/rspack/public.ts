export { defineRemote } from './define-remote.ts';
export type { RemoteOptions } from './options/remote-options.ts';
export { defineShell } from './define-shell.ts';
