/** Storage key of the chosen theme: `light`, `dark` or `system`. */
export const THEME_STORAGE_KEY = 'vite-ui-theme';

/** Colours of the browser's frame, equal to `bg.canvas` of the palette. */
export const THEME_COLORS = { light: '#f7f8fa', dark: '#0e1014' } as const;

/**
 * Script text that sets the theme on `<html>` before the first paint. It is inline in the page's head,
 * with its hash in the Content-Security-Policy, so it must not change between building and serving.
 */
export const themeScript = `(function(){var t;try{t=localStorage.getItem(${JSON.stringify(THEME_STORAGE_KEY)})}catch(e){}var d=t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches),r=d?"dark":"light",h=document.documentElement,m=document.querySelector('meta[name="theme-color"]');h.classList.remove("light","dark");h.classList.add(r);h.style.colorScheme=r;if(!m){m=document.createElement("meta");m.name="theme-color";document.head.appendChild(m)}m.content=d?${JSON.stringify(THEME_COLORS.dark)}:${JSON.stringify(THEME_COLORS.light)}})()`;
