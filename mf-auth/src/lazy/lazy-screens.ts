// Screens that few people open. They are one chunk, as each chunk costs the sign-in page its name and digest.
export { CompleteRecoveryPage, StopRecoveryPage } from '../account-recovery/recovery-pages.tsx';
export { SecondStepCard } from '../second-step/second-step-card.tsx';
export { LinkAccountPage } from '../single-sign-on/link-account-page.tsx';
export { SingleSignOnPage } from '../single-sign-on/single-sign-on-page.tsx';
