import { report } from '../base/report.ts';

/**
 * Captures errors and policy violations on the page from its first script on. Expired sessions are
 * filtered out later.
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
