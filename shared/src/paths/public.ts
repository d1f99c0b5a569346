export * from './api-paths.ts';
export * from './console-paths.ts';
