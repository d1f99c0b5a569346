const LENGTH_MAX = 2000;
const HOME = '/dashboard';

/** Returns the path of a screen to return to, on the console's own site; that of the dashboard for others. */
export function returnPathOf(path: string | undefined, publicUrl: string): string {
  if (path === undefined || path.length > LENGTH_MAX || !/^\/(?![/\\])/.test(path)) return HOME;
  if (!URL.canParse(path, publicUrl)) return HOME;
  const url = new URL(path, publicUrl);
  const isOwn = url.origin === new URL(publicUrl).origin && !url.pathname.startsWith('/api/');
  // Parsed, nothing is left that a browser reads in another way, such as a tab in front of a second slash.
  return isOwn && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : HOME;
}
