export * from './places.ts';
export * from './sources.ts';
export * from './source-runs.ts';
