export { defineRemote } from './define-remote.ts';
export type { RemoteOptions } from './options/remote-options.ts';
export { defineShell } from './define-shell.ts';
export { hostResolve } from './federation/host-plugins.ts';
export { providedVersions } from './federation/provided-versions.ts';
export { commonOptions } from './options/common-options.ts';
export { PRERENDERED_URLS, prerenderOptions } from './options/prerender-options.ts';
