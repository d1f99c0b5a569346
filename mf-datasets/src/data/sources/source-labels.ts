import type {
  Source,
  SourceFailureCode,
  SourceObjectState,
  SourceRun,
} from '@carrel/shared/contract/sources';
import { isOAuthKind } from '@carrel/shared/contract/sources';

const numbers = new Intl.NumberFormat('en-US');

/** Returns a count as it is shown, such as "3,000". */
export const countText = (count: number): string => numbers.format(count);

/** Returns a count with its noun, such as "1 document". */
export const countOf = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** What to do about a run that failed. The reason itself is the run's message. */
export const WHAT_TO_DO: Readonly<Record<SourceFailureCode, string>> = {
  unreachable:
    'Check the address, and whether the server of the source is up. The next run tries again.',
  timeout: 'It may be busy. Run it again later, or limit it by a folder or patterns.',
  private_address:
    'Enter an address that is public. The operator of this server can allow networks with SOURCE_PRIVATE_NETWORKS.',
  insecure: 'Edit the source and enter the address with https://.',
  redirected: 'Open the address in a browser. Enter the one that it leads to if you trust it.',
  sign_in: 'Edit the source and enter its user name and password or token again.',
  forbidden: 'Give the account of the source the right to read there, then run it again.',
  not_found: 'Check the place in the settings of the source. It may have been moved or deleted.',
  rate_limited: 'Nothing, the next run goes on. Choose a longer interval if it happens often.',
  too_many_objects: 'Limit the source by a folder or patterns, or split it into several.',
  too_large: 'Leave out large objects by a size limit or patterns.',
  invalid_response: 'Check that the address is that of this kind of source, then test it.',
  not_allowed: 'Ask the operator of this server to allow this place.',
  not_connected: 'Connect the source again.',
  quota: 'Delete what is not needed, or ask for more room. Then run the source again.',
  server: 'Run it again. If it fails again, ask the operator of this server.',
};

/** How often a source runs, in minutes; empty for by hand only. */
export const SCHEDULES = [
  { value: '', label: 'By hand only' },
  { value: '5', label: 'Every 5 minutes' },
  { value: '15', label: 'Every 15 minutes' },
  { value: '30', label: 'Every 30 minutes' },
  { value: '60', label: 'Every hour' },
  { value: '360', label: 'Every 6 hours' },
  { value: '720', label: 'Every 12 hours' },
  { value: '1440', label: 'Every day' },
  { value: '10080', label: 'Every week' },
  { value: '40320', label: 'Every four weeks' },
] as const;

/** Returns how often a source runs, also for an interval that the console does not offer. */
export function scheduleText(minutes: number | null): string {
  const value = minutes === null ? '' : String(minutes);
  const known = SCHEDULES.find((schedule) => schedule.value === value)?.label;
  return known ?? `Every ${countOf(minutes ?? 0, 'minute')}`;
}

export interface SourceLook {
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  icon: 'done' | 'working' | 'waiting' | 'failed' | 'paused' | 'stopped' | 'unconnected';
}

/** Whether a person has to sign in there before it can run. */
export const needsConnection = ({ kind, account, has_secret: hasSecret, run }: Source): boolean =>
  isOAuthKind(kind) &&
  !hasSecret &&
  (account === undefined || run?.error?.code === 'not_connected');

/** Returns the state of a source in words. */
export function sourceLook(source: Source): SourceLook {
  const { run, paused } = source;
  if (run !== null && run.ended_at === null) return openRunLook(run);
  if (needsConnection(source)) {
    return { label: 'Not connected', tone: 'warning', icon: 'unconnected' };
  }
  if (paused) return { label: 'Paused', tone: 'neutral', icon: 'paused' };
  if (run === null) return { label: 'Not read yet', tone: 'neutral', icon: 'stopped' };
  if (run.state === 'failed') return { label: 'Failed', tone: 'danger', icon: 'failed' };
  if (run.state === 'cancelled') return { label: 'Stopped', tone: 'neutral', icon: 'stopped' };
  if (run.failed > 0) {
    return {
      label: `Up to date, ${countText(run.failed)} failed`,
      tone: 'warning',
      icon: 'failed',
    };
  }
  return { label: 'Up to date', tone: 'success', icon: 'done' };
}

function openRunLook(run: SourceRun): SourceLook {
  if (run.state === 'waiting') return { label: 'Waits for you', tone: 'warning', icon: 'waiting' };
  return { label: workText(run), tone: 'info', icon: 'working' };
}

/** Returns what a run that works is doing. */
export function workText(run: SourceRun): string {
  if (run.state === 'listing') {
    return run.listed === 0 ? 'Listing what is there' : `Listing, ${countText(run.listed)} found`;
  }
  if (run.state === 'merging') return 'Adding to the dataset';
  return `Reading ${countText(run.read)} of ${countText(plannedReads(run))}`;
}

/** Objects that a run reads. */
export const plannedReads = ({ added, changed, moved }: SourceRun): number =>
  added + changed + moved;

/** In the order in which they are shown. */
export const RUN_COUNTS = ['added', 'changed', 'moved', 'removed', 'failed'] as const;

/** Returns what a run did, such as "3 added, 1 changed"; without a change that there was none. */
export function runText(run: SourceRun): string {
  const counted = RUN_COUNTS.filter((count) => run[count] > 0).map(
    (count) => `${countText(run[count])} ${count}`,
  );
  return counted.length === 0 ? 'Nothing changed' : counted.join(', ');
}

/** What a run does with objects in a state, before it begins. */
export const PLAN_LABELS: Readonly<Record<SourceObjectState, string>> = {
  added: 'Add',
  changed: 'Change',
  moved: 'Move',
  removed: 'Delete',
  failed: 'Cannot be read',
  current: 'Stay',
};

export const STARTED_BY: Readonly<Record<SourceRun['started_by'], string>> = {
  first: 'First run',
  schedule: 'By schedule',
  person: 'By hand',
};

const SECOND = 1000;
const MINUTE = 60;
const HOUR = 3600;

/** Returns how long a run took, such as "4 s" or "1 h 5 min"; undefined until it has ended. */
export function durationText({ started_at, ended_at }: SourceRun): string | undefined {
  if (ended_at === null) return undefined;
  const seconds = Math.max(0, (Date.parse(ended_at) - Date.parse(started_at)) / SECOND);
  if (seconds < 1) return 'Less than 1 s';
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return `${Math.floor(seconds / HOUR)} h ${Math.round((seconds % HOUR) / MINUTE)} min`;
}
