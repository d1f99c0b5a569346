export { CommandPalette } from './palette/command-palette.tsx';
export { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx';
