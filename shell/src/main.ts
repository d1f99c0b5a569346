import { startConsole } from './start-console.ts';

startConsole();
