import { report } from './report.ts';

/**
 * Notices what goes wrong on the page from its first script on. An ended session is no trouble, and is
 * left out when words are found for it.
 */
export function captureErrors(): void {
  window.addEventListener('error', ({ error, message }) => {
    report({ kind: 'error', error: (error as unknown) ?? message });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    report({ kind: 'error', error: reason });
  });
  document.addEventListener('securitypolicyviolation', (violation) => {
    report({ kind: 'csp-violation', violation });
  });
}
