export { defineRemote } from './define-remote.ts';
export type { RemoteOptions } from './define-remote.ts';
export { defineShell } from './define-shell.ts';
