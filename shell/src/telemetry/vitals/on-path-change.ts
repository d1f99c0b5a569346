/**
 * Calls back after each change of the page's path, however it was caused. A browser without the Navigation
 * API reports none.
 */
export function onPathChange(act: () => void): void {
  if (!('navigation' in window)) return;
  let path = location.pathname;
  window.navigation.addEventListener('currententrychange', () => {
    if (location.pathname === path) return;
    path = location.pathname;
    act();
  });
}
