/**
 * What the server refuses of an archive, and in which sentences; the plan of an upload applies the same
 * rules. A door of its own, so that the sign-in page does not load it.
 */
export * from './code-pages.ts';
export * from './name-encoding.ts';
export * from './present-files.ts';
export * from './refusals.ts';
export * from './refused-entries.ts';
