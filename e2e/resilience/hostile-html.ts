/** Origin that no document may reach. */
const ELSEWHERE = 'https://elsewhere.example';
const ran = (what: string) => `window.top.__ran = window.__ran = '${what}'`;

/** A page that tries to run scripts, to load from another origin, and to lead there. */
export const HOSTILE_HTML = `<!doctype html><html><head><title>Page</title>
<meta http-equiv="refresh" content="0;url=${ELSEWHERE}/refresh">
<meta http-equiv="Content-Security-Policy" content="default-src *">
<base href="${ELSEWHERE}/" target="_top">
<link rel="stylesheet" href="${ELSEWHERE}/a.css"><link rel="icon" href="${ELSEWHERE}/icon.png">
<link rel="prefetch" href="${ELSEWHERE}/next"><link rel="dns-prefetch" href="//elsewhere.example">
<style>@import url(${ELSEWHERE}/import.css); @import "${ELSEWHERE}/import2.css";
@font-face { font-family: thief; src: url(${ELSEWHERE}/font.woff2) }
body { font-family: thief; background: u\\72l(${ELSEWHERE}/body.png); --x: url(${ELSEWHERE}/x.png) }
p { background-image: var(--x); list-style: image-set("${ELSEWHERE}/set.png" 1x); cursor: url(${ELSEWHERE}/c.cur), auto }
p::after { content: "</style><img src=${ELSEWHERE}/out.png onerror=\\"${ran('style')}\\">" }
@media all { div { background: url(${ELSEWHERE}/media.png) } }
h1 { &:not(i) { background: url(${ELSEWHERE}/nested.png) } }</style>
<script>${ran('script')}</script><script src="${ELSEWHERE}/script.js"></script></head>
<body onload="${ran('onload')}" background="${ELSEWHERE}/background.png"><h1>Harmless words</h1>
<p style="background: url(${ELSEWHERE}/style.png)" onclick="${ran('click')}">Click the words</p>
<img src="${ELSEWHERE}/pixel.png" srcset="${ELSEWHERE}/2.png 2x" onerror="${ran('img')}">
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${ran('data')}'/>">
<picture><source srcset="${ELSEWHERE}/source.png"><img src=x onerror="${ran('picture')}"></picture>
<video src="${ELSEWHERE}/film" poster="${ELSEWHERE}/poster.png" autoplay></video><audio src="${ELSEWHERE}/a"></audio>
<form action="${ELSEWHERE}/form" target="_top"><input autofocus onfocus="${ran('focus')}" name="a" value="1">
<button formaction="${ELSEWHERE}/button">Send the form</button><input type="image" src="${ELSEWHERE}/i"></form>
<a href="javascript:${ran('link')}">Follow the script</a> <a href="${ELSEWHERE}/link" target="_blank" ping="${ELSEWHERE}/ping">Follow the link</a>
<a href="/datasets">Follow the path</a> <a href="data:text/html,<script>${ran('data-link')}</script>">Follow the data</a>
<map name="m"><area href="${ELSEWHERE}/area" shape="default"></map>
<iframe src="${ELSEWHERE}/frame"></iframe><iframe srcdoc="<script>${ran('srcdoc')}</script>"></iframe>
<object data="${ELSEWHERE}/object"></object><embed src="${ELSEWHERE}/embed"><applet code="x"></applet>
<svg onload="${ran('svg')}"><script>${ran('svg-script')}</script><image href="${ELSEWHERE}/svg.png"/>
<use href="${ELSEWHERE}/use.svg#a"/><foreignObject><img src=x onerror="${ran('foreign')}"></foreignObject>
<a xlink:href="javascript:${ran('svg-link')}"><text y="20">Follow the drawing</text></a>
<animate attributeName="href" values="javascript:${ran('animate')}"/></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${ran('math')}&gt;"></mglyph></table></mtext></math>
<template shadowrootmode="open"><img src=x onerror="${ran('shadow')}"></template>
<noscript><p title="</noscript><img src=x onerror=${ran('noscript')}>"></noscript>
<details open ontoggle="${ran('toggle')}"><summary>More</summary>words</details>
<div style="animation: a 1s" onanimationstart="${ran('animation')}"></div><x-a onfocus="${ran('custom')}" tabindex=0></x-a>
<marquee onstart="${ran('marquee')}">words</marquee></body></html>`;
