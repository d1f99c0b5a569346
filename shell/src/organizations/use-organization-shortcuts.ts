import { useEffect } from 'react';

/** How many organizations have a digit of their own. */
export const SHORTCUTS_MAX = 9;

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that select the organization at a place in the list; undefined beyond the ninth. */
export function shortcutAt(place: number): string | undefined {
  if (place >= SHORTCUTS_MAX) return undefined;
  return isMac() ? `⌘${place + 1}` : `Ctrl ${place + 1}`;
}

function isBusy(target: EventTarget | null): boolean {
  const typing =
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null;
  return typing || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

/** Listens to Ctrl or Cmd with a digit, but not while the person types or a dialog is open. */
export function useOrganizationShortcuts(
  organizationIds: readonly string[],
  onSelect: (organizationId: string) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (!/^[1-9]$/.test(event.key) || isBusy(event.target)) return;
      const organizationId = organizationIds[Number(event.key) - 1];
      if (organizationId === undefined) return;
      event.preventDefault();
      onSelect(organizationId);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [organizationIds, onSelect]);
}
