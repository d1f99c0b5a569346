/**
 * Script text that starts the console once a prerendered page was painted: running the code takes the
 * browser longer than drawing the page, which must not wait for it. It stands inline in the page's head,
 * and does what the page's link says, which is there where there is something to be painted first.
 */
export const startAfterPaintScript = `document.addEventListener("DOMContentLoaded",function(){var l=document.querySelector("link[data-start]"),s;if(!l)return;function start(){if(s)return;s=document.createElement("script");s.src=l.href;if(l.integrity){s.integrity=l.integrity;s.crossOrigin="anonymous"}document.head.appendChild(s)}if(document.hidden)start();else{requestAnimationFrame(function(){setTimeout(start)});setTimeout(start,1000)}})`;
