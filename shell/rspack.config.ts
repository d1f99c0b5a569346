import { defineShell } from '@carrel/shared/rspack';

export default defineShell({ context: import.meta.dirname });
