export * from './domains.ts';
export * from './single-sign-on.ts';
export * from './passkeys.ts';
export * from './second-step.ts';
export * from './sign-in-policy.ts';
export * from './provisioning.ts';
