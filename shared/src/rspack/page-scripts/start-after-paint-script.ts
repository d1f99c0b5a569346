/**
 * Script text that starts the console once a prerendered page is painted: running the code takes longer
 * than painting the page, which must not wait for it. It is inline in the page's head, and starts the
 * script of the link `data-start`, which only prerendered pages have.
 */
export const startAfterPaintScript = `document.addEventListener("DOMContentLoaded",function(){var l=document.querySelector("link[data-start]"),s;if(!l)return;function start(){if(s)return;s=document.createElement("script");s.src=l.href;if(l.integrity){s.integrity=l.integrity;s.crossOrigin="anonymous"}document.head.appendChild(s)}if(document.hidden)start();else{requestAnimationFrame(function(){setTimeout(start)});setTimeout(start,1000)}})`;
