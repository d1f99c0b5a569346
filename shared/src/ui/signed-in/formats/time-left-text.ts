/** Returns the time left, such as "about 3 min left", in steps that do not change with every reading. */
export function timeLeftText(seconds: number): string {
  if (seconds <= 15) return 'a few seconds left';
  if (seconds <= 50) return `about ${Math.ceil(seconds / 10) * 10} s left`;
  const minutes = seconds / 60;
  if (minutes < 10) return `about ${Math.max(1, Math.round(minutes))} min left`;
  if (minutes < 57.5) return `about ${Math.round(minutes / 5) * 5} min left`;
  const hours = minutes / 60;
  if (hours < 36) return `about ${Math.round(hours)} h left`;
  return `about ${Math.round(hours / 24)} days left`;
}
