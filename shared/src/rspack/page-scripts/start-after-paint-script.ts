/** How long a shown page waits for the report of its paint, in milliseconds after it was parsed. */
const PAINT_TIMEOUT_MS = 5000;

/**
 * Script text that starts the console once the browser has reported the first paint of a prerendered
 * page: running the code takes longer than painting the page, which must not wait for it. A task after
 * the first animation frame may still run before that frame is on the screen.
 *
 * A hidden tab is not painted, and starts at once. A browser that reports no paints starts after its
 * first frame. The script is inline in the page's head, and starts the script of the link `data-start`,
 * which only prerendered pages have.
 */
export const startAfterPaintScript = `document.addEventListener("DOMContentLoaded",function(){var d=document,l=d.querySelector("link[data-start]"),P=window.PerformanceObserver,o,s;if(!l)return;function start(){if(s)return;s=d.createElement("script");s.src=l.href;if(l.integrity){s.integrity=l.integrity;s.crossOrigin="anonymous"}d.head.appendChild(s);o&&o.disconnect();d.removeEventListener("visibilitychange",hidden)}function hidden(){if(d.hidden)start()}if(d.hidden)return start();d.addEventListener("visibilitychange",hidden);setTimeout(start,${PAINT_TIMEOUT_MS});if(P&&(P.supportedEntryTypes||[]).indexOf("paint")>=0){o=new P(function(p){if(p.getEntriesByName("first-contentful-paint").length)start()});o.observe({type:"paint",buffered:true})}else requestAnimationFrame(function(){setTimeout(start)})})`;
