// The door for programs that read a server's status.
export { parseMetrics } from './parse-metrics.ts';
export { readStarting, removeStarting, writeStarting } from './starting-file.ts';
export { describeStatus, readStatus } from './server-status.ts';
export type { Status } from './server-status.ts';
