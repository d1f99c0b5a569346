// The door for programs that serve the console without the server.
export { contentSecurityPolicy } from './content-security-policy.ts';
export { PAGE_HEADERS } from './page-headers.ts';
export { renderPage } from './render-page.ts';
export { consoleRoutes } from './serve-console.ts';
