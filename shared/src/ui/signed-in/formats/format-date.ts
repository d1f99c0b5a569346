const shortDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});

/** Returns a date as `Nov 21, 2026`, in the user's time zone; `N/A` when it is missing or invalid. */
export function formatDate(iso: string | null | undefined): string {
  const time = iso === null || iso === undefined ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? 'N/A' : shortDate.format(time);
}
