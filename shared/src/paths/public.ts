export * from './api-paths.ts';
export * from './console-paths.ts';
export * from './guest-api-paths.ts';
