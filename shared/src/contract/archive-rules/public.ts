/**
 * What the server refuses of an archive, and the sentences that say so: the plan of an upload applies
 * the same rules before it. A door of its own, since the sign-in page needs nothing of it.
 */
export * from './entry-names.ts';
export * from './refusals.ts';
export * from './size-text.ts';
