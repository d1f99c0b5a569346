import { installOtherBrowsers } from './browsers/installed.ts';
import { installBrowser } from './support/browser.ts';
import { installNginx } from './support/servers/nginx.ts';

// Installs what the tests of browsers need and is missing. Only Chromium has to be there.
installBrowser();
installOtherBrowsers();
installNginx();
