import manifest from '../../package.json' with { type: 'json' };

/** The version of this release, as its package, pages and the description of the API name it. */
export const VERSION: string = manifest.version;
