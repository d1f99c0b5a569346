import manifest from '../package.json' with { type: 'json' };

/** The version of this package, which is that of the release. */
export const VERSION: string = manifest.version;
