/**
 * Flags of Node.js for processes that end within minutes. V8 compiles the embedded database twice: at
 * once and, what is used often, again with optimizations, which takes longer than it saves in a test.
 * Measured in November 2026: 1.8 instead of 3.9 s of processor time for a database and its first requests.
 */
export const SHORT_LIVED = ['--liftoff-only'] as const;
