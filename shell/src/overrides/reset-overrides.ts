import { DISABLE_PARAMETER, OVERRIDES_COOKIE } from '@carrel/shared/releases';

/** Deletes all overrides and reloads the page. */
export function resetOverrides(): void {
  document.cookie = `${OVERRIDES_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
  const url = new URL(location.href);
  url.searchParams.delete(DISABLE_PARAMETER);
  if (url.href === location.href) location.reload();
  else location.replace(url);
}
