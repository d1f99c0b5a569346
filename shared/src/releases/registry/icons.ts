/**
 * The icons that a remote may name in its entries. The shell draws them; it draws a neutral one for any
 * other name, so that a newer remote runs in an older shell.
 */
export const ICON_NAMES = [
  'activity',
  'archive',
  'bell',
  'book-open',
  'boxes',
  'building',
  'calendar',
  'chart-column',
  'clock',
  'database',
  'file-text',
  'flag',
  'folder',
  'globe',
  'history',
  'image',
  'inbox',
  'key-round',
  'layout-dashboard',
  'link',
  'list',
  'lock',
  'mail',
  'map',
  'message-circle',
  'network',
  'package',
  'plug',
  'plus',
  'search',
  'settings',
  'shield',
  'sliders-horizontal',
  'sparkles',
  'star',
  'table',
  'tag',
  'terminal',
  'upload',
  'user-round',
  'users',
  'workflow',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** Returns whether the shell can draw an icon. */
export const isIconName = (name: string): name is IconName =>
  (ICON_NAMES as readonly string[]).includes(name);
