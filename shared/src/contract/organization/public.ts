export * from './audit.ts';
export * from './background-work.ts';
export * from './models.ts';
export * from './webhooks.ts';
export * from './overview.ts';
