export * from './audit.ts';
export * from './webhooks.ts';
