// What screens for guests use. The sign-in page loads the other paths after itself.
export * from '../console-paths.ts';
export * from '../guest-api-paths.ts';
