export * from './domains.ts';
export * from './single-sign-on.ts';
