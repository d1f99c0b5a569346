export * from './audit.ts';
export * from './models.ts';
export * from './webhooks.ts';
