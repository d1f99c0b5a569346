import { startConsole } from './start/start-console.ts';

startConsole();
