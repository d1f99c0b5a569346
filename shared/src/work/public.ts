/**
 * Background work of an organization: how far it is, its speed, why it stands and what can be done about it.
 * The shell and remotes bundle this room.
 */
export { backgroundWorkQuery, rowKey } from './background-work.queries.ts';
export type { FollowedRow, FollowedWork } from './background-work.queries.ts';
export { backgroundWorkKey } from './background-work-key.ts';
export {
  cancelAgainTexts,
  cancelReprocessing,
  cancelTexts,
  controlArchive,
} from './control-work.ts';
export type { ArchiveControl } from './control-work.ts';
export { isStanding, kindText, progressText, standingText, stalledText } from './work-labels.ts';
export { rateOf, rateText, timeLeft, withReading } from './work-rate.ts';
export type { Reading } from './work-rate.ts';
