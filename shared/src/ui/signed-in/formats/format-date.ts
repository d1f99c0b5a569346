const shortDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Returns a time of day as `2:05 PM`, in the user's time zone; empty when it is missing or invalid. */
export function formatTime(iso: string | null | undefined): string {
  const time = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  // The space before AM or PM differs between engines.
  return Number.isNaN(time) ? '' : timeOfDay.format(time).replace(/\s/u, ' ');
}

/** Returns a date as `Nov 21, 2026`, in the user's time zone; `N/A` when it is missing or invalid. */
export function formatDate(iso: string | null | undefined): string {
  const time = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? 'N/A' : shortDate.format(time);
}
